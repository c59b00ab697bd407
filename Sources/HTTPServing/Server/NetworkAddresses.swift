import CMicroHTTPD
import Glibc

/// The addresses of this machine.
package enum NetworkAddresses {
    /// The machine's name, alone and with `.local`, as neighbours find it by multicast DNS.
    package static var names: Set<String> {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? [] : [name.lowercased(), name.lowercased() + ".local"]
    }

    /// Returns the addresses under which others reach a server that listens on `host`: those of all active interfaces
    /// if it listens on all (`0.0.0.0`, `::`), otherwise `host`. IPv4 first, without loopback and link-local ones.
    package static func reachable(byListeningOn host: String) -> [String] {
        guard host == "0.0.0.0" || host == "::" else { return [host] }
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [(family: Int32, text: String)] = []
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr, interface.ifa_flags & UInt32(IFF_UP) != 0,
                interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || (family == AF_INET6 && host == "::") else { continue }
            let length =
                family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !text.hasPrefix("169.254."), !text.contains("%"), !addresses.contains(where: { $0.text == text }) {
                addresses.append((family, text))
            }
        }
        return addresses.filter { $0.family == AF_INET }.map(\.text)
            + addresses.filter { $0.family == AF_INET6 }.map(\.text)
    }
}
