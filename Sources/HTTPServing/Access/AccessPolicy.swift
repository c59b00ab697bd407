import HTTPMessages

/// Requires the token, as `Authorization: Bearer TOKEN` or as a cookie, which a browser gets when it opens
/// `/?token=TOKEN`.
package struct AccessPolicy: Sendable {
    package static let cookieName = "peel"

    private let token: AccessToken
    private let isSecure: Bool
    private let openPaths: Set<String>
    private let proxy: ProxySettings

    /// Creates a policy for one token.
    ///
    /// - Parameters:
    ///   - isSecure: whether the server speaks TLS. The cookie of a browser that does is marked `Secure`.
    ///   - openPaths: paths that need no token.
    package init(
        token: AccessToken, isSecure: Bool, openPaths: Set<String> = ["/health"], proxy: ProxySettings = ProxySettings()
    ) {
        self.token = token
        self.proxy = proxy
        self.isSecure = isSecure
        self.openPaths = openPaths
    }

    /// Checks the token of a request.
    ///
    /// - Returns: `nil` for a request that may pass, 303 to the page with the cookie for the link with the token, else
    ///   401. A link with a wrong token leads to the page if that is an open path: the page asks for the right token.
    package func precheck(_ request: HTTPRequest) -> HTTPResponse? {
        if request.path == "/", request.method == .get, let offered = request.query("token") {
            if token.matches(offered) { return welcome(request) }
            return openPaths.contains("/") ? nil : refusal
        }
        if openPaths.contains(request.path) && request.method.isSafe { return nil }
        return isKnown(request) ? nil : refusal
    }

    private func isKnown(_ request: HTTPRequest) -> Bool {
        if let words = request.fields["Authorization"]?.split(separator: " "), words.first?.lowercased() == "bearer" {
            return words.count == 2 && token.matches(String(words[1]))
        }
        // Another scheme, such as a proxy's password, does not count.
        return request.cookie(Self.cookieName).map(token.matches) ?? false
    }

    private func welcome(_ request: HTTPRequest) -> HTTPResponse {
        // A relative address, because only the browser knows where the page is.
        var response = HTTPResponse.seeOther("./")
        response.fields["Set-Cookie"] =
            "\(Self.cookieName)=\(token.text); Path=\(proxy.folder(of: request))/; Max-Age=31536000; HttpOnly; "
            + "SameSite=Strict"
            + (proxy.isSecure(request, server: isSecure) ? "; Secure" : "")
        return response
    }

    private var refusal: HTTPResponse {
        HTTPResponse(
            HTTPError(
                .unauthorized, code: "tokenNeeded", "open the link with the token that the server printed",
                fields: ["WWW-Authenticate": "Bearer"]))
    }
}
