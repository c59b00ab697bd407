import HTTPMessages

/// A person's settings for the proxies and tunnels in front of the server.
///
/// The fields that a proxy adds (`X-Forwarded-…`) count only on connections from a trusted address, since any client
/// may send them. They never replace `Host`: a page that DNS rebinding led here may run in a browser at a trusted
/// address, and may send any field but `Host`.
package struct ProxySettings: Hashable, Sendable {
    private var hosts: Set<Authority> = []
    private var trusted: Set<String> = []
    /// The folder in which a proxy shows the server, such as `/peel`; empty for the root.
    package private(set) var folder = ""

    package init() {}

    /// Allows requests to name this host, with its port, or with any if it has none.
    ///
    /// - Returns: whether it is a name in ASCII or an address in digits, perhaps with a port. An IPv6 address without a
    ///   port needs no brackets.
    package mutating func allow(host: String) -> Bool {
        guard let authority = Authority(host) ?? Authority("[\(host)]") else { return false }
        hosts.insert(authority)
        return true
    }

    /// Trusts what a proxy at this address says of requests.
    ///
    /// - Returns: whether it is an address in digits.
    package mutating func trust(address: String) -> Bool {
        guard let address = SocketAddress(host: address, port: 0) else { return false }
        trusted.insert(address.unmappedHost)
        return true
    }

    /// Answers only requests for this folder.
    ///
    /// - Returns: whether it is a path of plain characters that begins with a slash; one more may end it.
    package mutating func show(in folder: String) -> Bool {
        guard let folder = Self.folder(folder) else { return false }
        self.folder = folder
        return true
    }

    func allows(_ authority: Authority) -> Bool {
        hosts.contains { $0.host == authority.host && ($0.port == nil || $0.port == authority.port) }
    }

    /// Returns the host that the proxy was asked for; `nil` if no trusted proxy names one.
    func forwardedHost(of request: HTTPRequest) -> String? { forwarded("Host", of: request) }

    /// Returns the host that the browser asked for.
    func host(of request: HTTPRequest) -> String? { forwardedHost(of: request) ?? request.fields["Host"] }

    /// Whether the browser uses TLS, with the proxy or with the server.
    func isSecure(_ request: HTTPRequest, server isSecure: Bool) -> Bool {
        forwarded("Proto", of: request).map { $0.lowercased() == "https" } ?? isSecure
    }

    /// Returns the folder in which the browser sees the server.
    func folder(of request: HTTPRequest) -> String {
        forwarded("Prefix", of: request).flatMap(Self.folder) ?? folder
    }

    /// Returns a forwarded value. Of several, which proxies in a row add, the last is the trusted one's own.
    private func forwarded(_ what: String, of request: HTTPRequest) -> String? {
        guard let client = SocketAddress(host: request.remoteAddress, port: 0), trusted.contains(client.unmappedHost)
        else { return nil }
        return request.fields.list("X-Forwarded-\(what)").last
    }

    private static func folder(_ text: String) -> String? {
        let path = text.hasSuffix("/") ? text.dropLast() : text[...]
        guard text.hasPrefix("/") else { return nil }
        let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let arePlain = names.allSatisfy { name in
            !name.isEmpty && name != "." && name != ".." && name.utf8.allSatisfy(PercentCoding.isUnreserved)
        }
        return arePlain ? String(path) : nil
    }
}
