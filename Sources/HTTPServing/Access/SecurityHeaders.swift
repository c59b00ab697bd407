package import HTTPMessages

/// The headers that restrict what a browser does with an answer.
package struct SecurityHeaders: Hashable, Sendable {
    /// The policy: everything from this server alone, no script or style inside HTML, never in another page's frame.
    package var contentSecurityPolicy =
        "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        + "form-action 'self'"
    /// The policy: the page's own camera and microphone, and nothing else.
    package var permissionsPolicy =
        "camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=()"

    package init() {}

    package var fields: HTTPFields {
        [
            "Content-Security-Policy": contentSecurityPolicy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": permissionsPolicy,
        ]
    }
}
