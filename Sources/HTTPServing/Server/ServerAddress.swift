/// Where a server listens.
public struct ServerAddress: Hashable, Sendable {
    /// In digits, without brackets.
    public let host: String
    /// The one it got, where it asked for any.
    public let port: Int
    /// Whether only this machine can reach it.
    public let isLoopback: Bool
    public let isSecure: Bool

    init(_ address: SocketAddress, isSecure: Bool) {
        host = address.host
        port = Int(address.port)
        isLoopback = address.isLoopback
        self.isSecure = isSecure
    }

    /// Whether `host` is one that only this machine can reach; `nil` where ``HTTPServer`` would refuse it. To be asked
    /// before it is listened on: what others can reach needs TLS and a token.
    public static func isLoopback(_ host: String) -> Bool? {
        SocketAddress(host: host, port: 0)?.isLoopback
    }

    /// What a browser on this machine opens. Where the server listens on all addresses, this machine's own.
    public var url: String {
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        let name = reachable.contains(":") ? "[\(reachable)]" : reachable
        return "\(isSecure ? "https" : "http")://\(name):\(port)/"
    }
}
