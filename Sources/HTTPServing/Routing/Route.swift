package import Files

/// A method, its paths, and their handler.
package struct Route: Sendable {
    /// Answers a request, in a task on the shared pool by default. A request without a body has an empty one.
    package typealias Handler = @Sendable (HTTPRequest, RouteParameters) async throws(HTTPError) -> HTTPResponse
    /// Judges a request before its body is read; `nil` lets it pass. It must be quick, because it runs on the
    /// connection's thread.
    package typealias Precheck = @Sendable (HTTPRequest) -> HTTPResponse?

    package let method: HTTPMethod
    package let pattern: RoutePattern
    /// The largest body; a longer one is refused before or while it is read.
    package let maximumBodyBytes: Int
    /// The folder for bodies while they come; `nil` keeps them in memory.
    package let bodyFolder: FilePath?
    let precheck: Precheck?
    let handler: Handler
}
