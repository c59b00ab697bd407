import HTTPMessages

/// Keeps other sites' pages from changing anything here, and from using the API in any way: a request that a browser
/// says another origin's page sent is refused with 403, unless it only reads (RFC 9110, 9.2.1) and its path lies outside
/// ``guardedFolder``. Programs, which say nothing of an origin, pass.
package struct OriginPolicy: Hashable, Sendable {
    /// The first segment of the paths that other sites may not even read. Their pages cannot see an answer, but would
    /// start the work for it.
    package let guardedFolder: String
    private let scheme: String
    private let defaultPort: Int

    package init(isSecure: Bool, guardedFolder: String = "api") {
        self.guardedFolder = guardedFolder
        scheme = isSecure ? "https://" : "http://"
        defaultPort = isSecure ? 443 : 80
    }

    package func precheck(_ request: HTTPRequest) -> HTTPResponse? {
        guard !request.method.isSafe || request.segments.first == guardedFolder else { return nil }
        let sites = request.fields.values("Sec-Fetch-Site")
        let origins = request.fields.values("Origin")
        let isSameSite =
            sites.allSatisfy { $0 == "same-origin" || $0 == "none" }
            && origins.allSatisfy { isOwn(origin: $0, host: request.fields["Host"]) }
        guard !isSameSite else { return nil }
        return HTTPResponse(
            HTTPError(.forbidden, code: "crossSite", "a page of another site may not use this"))
    }

    /// `null`, which stands for pages without an origin of their own, is not.
    private func isOwn(origin: String, host: String?) -> Bool {
        guard origin.hasPrefix(scheme), let own = host.flatMap({ Authority($0) }),
            let others = Authority(String(origin.dropFirst(scheme.count)))
        else { return false }
        return own.host == others.host && (own.port ?? defaultPort) == (others.port ?? defaultPort)
    }
}
