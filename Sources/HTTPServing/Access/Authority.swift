import Glibc

/// A host and possibly a port, as in `Host` and URLs (RFC 3986, 3.2): `localhost:4747`, `[::1]`, `192.0.2.1`.
struct Authority: Hashable {
    /// The host in lower case, without a trailing dot and without the brackets of an IPv6 address.
    let host: String
    let port: Int?
    /// Whether the host is an address instead of a name.
    let isAddress: Bool

    /// Whether it always means the client's own machine: `localhost`, names in it (RFC 6761, 6.3), loopback addresses.
    var isLoopback: Bool {
        if isAddress { return SocketAddress(host: host, port: 0)?.isLoopback ?? false }
        return host == "localhost" || host.hasSuffix(".localhost")
    }

    init?(_ text: String) {
        let text = text.lowercased()
        let host: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            isAddress = SocketAddress.isIPv6(String(host))
            guard isAddress else { return nil }
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<end].hasSuffix(".") ? text[..<end].dropLast() : text[..<end]
            rest = text[end...]
            isAddress = SocketAddress.isIPv4(String(host))
            let isName = host.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
            }
            guard isName, !host.isEmpty else { return nil }
        }
        self.host = String(host)
        if rest.isEmpty || rest == ":" {
            port = nil
        } else {
            let digits = rest.dropFirst()
            guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
                number <= 65_535
            else { return nil }
            port = number
        }
    }
}
