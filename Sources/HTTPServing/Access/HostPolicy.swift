import HTTPMessages

/// The hosts that requests may name. If a page of another site has a name that was made to point here (DNS rebinding),
/// its requests name it, and are refused with 421.
///
/// Addresses in digits and `localhost` are allowed, since no DNS server can make them point here. Loopback ones may
/// have any port, that of a tunnel or a proxy; ``OriginPolicy`` judges whether the page is this server's own.
package struct HostPolicy: Sendable {
    /// Allowed names in lower case, such as the machine's own name in the network.
    package let names: Set<String>
    /// The port of the server; a request that names another one is refused. `nil` if something in between, such as a
    /// container's port mapping, changes it.
    package let port: Int?
    private let defaultPort: Int
    private let proxy: ProxySettings
    private let isCertified: @Sendable (String) -> Bool

    /// Creates a policy for the hosts of requests.
    ///
    /// - Parameter isCertified: whether the server's certificate is for a name, which the browser has checked then.
    package init(
        names: Set<String> = [], port: Int?, isSecure: Bool, proxy: ProxySettings = ProxySettings(),
        isCertified: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.names = Set(names.map { $0.lowercased() })
        self.port = port
        self.proxy = proxy
        self.isCertified = isCertified
        defaultPort = isSecure ? 443 : 80
    }

    /// Checks the host of a request.
    ///
    /// - Returns: 400 without exactly one host, 421 for another's, else `nil`. The host that a trusted proxy was asked
    ///   for is judged like the one that the proxy asks for.
    package func precheck(_ request: HTTPRequest) -> HTTPResponse? {
        let hosts = request.fields.values("Host")
        guard hosts.count == 1 else { return HTTPResponse(.badRequest("a request names one host")) }
        for host in hosts + [proxy.forwardedHost(of: request)].compactMap(\.self) {
            guard let authority = Authority(host) else {
                return HTTPResponse(.badRequest("a request names one host"))
            }
            if !allows(authority) { return refusal(host, authority) }
        }
        return nil
    }

    private func refusal(_ host: String, _ authority: Authority) -> HTTPResponse {
        HTTPResponse(
            HTTPError(
                .misdirectedRequest, code: "wrongHost",
                "this server is not \(host); if your proxy or tunnel uses that name, start it with --allow-host "
                    + "\(authority.host)"))
    }

    private func allows(_ authority: Authority) -> Bool {
        if proxy.allows(authority) || authority.isLoopback || isCertified(authority.host) { return true }
        guard port == nil || (authority.port ?? defaultPort) == port else { return false }
        return authority.isAddress || names.contains(authority.host)
    }
}
