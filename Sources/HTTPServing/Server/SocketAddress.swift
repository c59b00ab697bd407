import Glibc

/// An IPv4 or IPv6 address and a port, for the system and in words.
struct SocketAddress {
    private(set) var storage = sockaddr_storage()

    /// Reads an address.
    ///
    /// - Parameter host: `localhost`, which is 127.0.0.1, or an address in digits; an IPv6 address may have brackets.
    init?(host: String, port: UInt16) {
        let digits = host == "localhost" ? "127.0.0.1" : Self.withoutBrackets(host)
        var v4 = sockaddr_in()
        var v6 = sockaddr_in6()
        if inet_pton(AF_INET, digits, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v4, as: sockaddr_in.self) }
        } else if inet_pton(AF_INET6, digits, &v6.sin6_addr) == 1 {
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v6, as: sockaddr_in6.self) }
        } else {
            return nil
        }
    }

    /// Creates an address that a call of the system fills in.
    init?(_ fill: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> CInt) {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { fill($0, &length) }
        }
        guard result == 0 else { return nil }
    }

    /// Copies an address of the system, as many bytes as its family has.
    init(_ pointer: UnsafePointer<sockaddr>) {
        // Every address begins with its family. The member's name depends on which C module was read first.
        let isV6 = UnsafeRawPointer(pointer).load(as: sa_family_t.self) == sa_family_t(AF_INET6)
        let bytes = UnsafeRawBufferPointer(
            start: pointer, count: isV6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }

    var isIPv6: Bool { storage.ss_family == sa_family_t(AF_INET6) }

    var length: socklen_t {
        socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    }

    private var v4: sockaddr_in { withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in.self) } }
    private var v6: sockaddr_in6 { withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self) } }

    var port: UInt16 { UInt16(bigEndian: isIPv6 ? v6.sin6_port : v4.sin_port) }

    /// The address in digits, without brackets.
    var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv6 {
            var address = v6.sin6_addr
            inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        } else {
            var address = v4.sin_addr
            inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The ``host``, with an IPv4 address in its own form even if a server for both families sees it in IPv6's.
    var unmappedHost: String {
        let text = host
        let digits = text.split(separator: ":").last.map(String.init) ?? text
        return text.hasPrefix("::ffff:") && Self.isIPv4(digits) ? digits : text
    }

    /// Whether only this machine can reach it.
    var isLoopback: Bool {
        guard isIPv6 else { return UInt32(bigEndian: v4.sin_addr.s_addr) >> 24 == 127 }
        return withUnsafeBytes(of: v6.sin6_addr) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
