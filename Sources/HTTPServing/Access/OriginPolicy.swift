import HTTPMessages

/// Keeps other sites' pages from changing anything, and from using the API at all. A request that a browser marks as
/// sent by another origin's page is refused with 403, unless it only reads (RFC 9110, 9.2.1) and its path is outside
/// ``guardedFolder``. Programs, which send no origin, pass.
package struct OriginPolicy: Hashable, Sendable {
    /// The first segment of the paths that other sites may not even read. Their pages cannot see an answer, but would
    /// start its work.
    package let guardedFolder: String
    private let isSecure: Bool
    private let proxy: ProxySettings

    package init(isSecure: Bool, guardedFolder: String = "api", proxy: ProxySettings = ProxySettings()) {
        self.guardedFolder = guardedFolder
        self.isSecure = isSecure
        self.proxy = proxy
    }

    package func precheck(_ request: HTTPRequest) -> HTTPResponse? {
        guard !request.method.isSafe || request.segments.first == guardedFolder else { return nil }
        let message = "requests from pages of other sites are not allowed"
        guard request.fields.values("Sec-Fetch-Site").allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            return HTTPResponse(HTTPError(.forbidden, code: "crossSite", message))
        }
        guard !request.fields.values("Origin").allSatisfy({ isOwn(origin: $0, of: request) }) else { return nil }
        return HTTPResponse(
            HTTPError(
                .forbidden, code: "crossSite",
                message + "; if it is the studio's own page behind a proxy, let the proxy send X-Forwarded-Host and "
                    + "X-Forwarded-Proto, and start the studio with --trust-proxy \(request.remoteAddress)"))
    }

    /// Whether an origin is this server's. `null`, which stands for pages without an origin, is not.
    private func isOwn(origin: String, of request: HTTPRequest) -> Bool {
        let isSecure = origin.hasPrefix("https://")
        guard isSecure || origin.hasPrefix("http://"), let own = proxy.host(of: request).flatMap({ Authority($0) }),
            let others = Authority(String(origin.dropFirst(isSecure ? 8 : 7)))
        else { return false }
        // A server with a name may be behind a proxy that uses TLS and does not say so.
        guard isSecure == proxy.isSecure(request, server: self.isSecure) || isSecure && proxy.allows(own) else {
            return false
        }
        let defaultPort = isSecure ? 443 : 80
        return own.host == others.host && (own.port ?? defaultPort) == (others.port ?? defaultPort)
    }
}
