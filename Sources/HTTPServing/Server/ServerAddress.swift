/// The address at which a server listens.
package struct ServerAddress: Hashable, Sendable {
    /// The address in digits, without brackets.
    package let host: String
    /// The port, chosen by the system if any was asked for.
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

    /// Whether only this machine can reach `host`; `nil` if ``HTTPServer`` would refuse it. Ask before listening,
    /// because a server for others needs TLS and a token.
    package static func isLoopback(_ host: String) -> Bool? {
        SocketAddress(host: host, port: 0)?.isLoopback
    }

    /// The address for a browser on this machine, also if the server listens on all addresses.
    package var url: String {
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        let name = reachable.contains(":") ? "[\(reachable)]" : reachable
        return "\(isSecure ? "https" : "http")://\(name):\(port)/"
    }
}
