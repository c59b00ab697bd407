/// Where a server listens.
package struct ServerAddress: Hashable, Sendable {
    /// The address in digits, without brackets.
    package let host: String
    /// The one it got, where it asked for any.
    package let port: Int
    /// Whether only this machine can reach it.
    package let isLoopback: Bool
    package let isSecure: Bool

    init(_ address: SocketAddress, isSecure: Bool) {
        host = address.host
        port = Int(address.port)
        isLoopback = address.isLoopback
        self.isSecure = isSecure
    }

    /// Whether `host` is one that only this machine can reach; `nil` where ``HTTPServer`` would refuse it. To be asked
    /// before it is listened on: what others can reach needs TLS and a token.
    package static func isLoopback(_ host: String) -> Bool? {
        SocketAddress(host: host, port: 0)?.isLoopback
    }

    /// What a browser on this machine opens. Where the server listens on all addresses, this machine's own.
    package var url: String {
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        let name = reachable.contains(":") ? "[\(reachable)]" : reachable
        return "\(isSecure ? "https" : "http")://\(name):\(port)/"
    }
}
