import HTTPMessages

/// Requires the token, as `Authorization: Bearer TOKEN`, or as a cookie, which a browser gets when it
/// opens `/?token=TOKEN` and keeps.
package struct AccessPolicy: Sendable {
    package static let cookieName = "peel"

    private let token: AccessToken
    private let isSecure: Bool
    private let openPaths: Set<String>

    /// - Parameters:
    ///   - isSecure: whether the server speaks TLS. The cookie is then marked `Secure`.
    ///   - openPaths: paths that need no token.
    package init(token: AccessToken, isSecure: Bool, openPaths: Set<String> = ["/health"]) {
        self.token = token
        self.isSecure = isSecure
        self.openPaths = openPaths
    }

    /// - Returns: `nil` for a request that may pass, 303 to `/` with the cookie for the link with the token, else 401.
    ///   A link with a wrong token leads to the page if that is an open path: the page asks for the right token.
    package func precheck(_ request: HTTPRequest) -> HTTPResponse? {
        if request.path == "/", request.method == .get, let offered = request.query("token") {
            if token.matches(offered) { return welcome }
            return openPaths.contains("/") ? nil : refusal
        }
        if openPaths.contains(request.path) && request.method.isSafe { return nil }
        return isKnown(request) ? nil : refusal
    }

    private func isKnown(_ request: HTTPRequest) -> Bool {
        if let authorization = request.fields["Authorization"] {
            let words = authorization.split(separator: " ")
            return words.count == 2 && words[0].lowercased() == "bearer" && token.matches(String(words[1]))
        }
        return request.cookie(Self.cookieName).map(token.matches) ?? false
    }

    private var welcome: HTTPResponse {
        var response = HTTPResponse.seeOther("/")
        response.fields["Set-Cookie"] =
            "\(Self.cookieName)=\(token.text); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
        return response
    }

    private var refusal: HTTPResponse {
        HTTPResponse(
            HTTPError(
                .unauthorized, code: "tokenNeeded", "open the link with the token that the server printed",
                fields: ["WWW-Authenticate": "Bearer"]))
    }
}
