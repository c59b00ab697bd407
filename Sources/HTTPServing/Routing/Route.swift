package import Files

/// A method, the paths it is for, and what answers it.
package struct Route: Sendable {
    /// Runs in a task on the shared pool unless it says otherwise. A request without a body comes with an empty one.
    package typealias Handler = @Sendable (HTTPRequest, RouteParameters) async throws(HTTPError) -> HTTPResponse
    /// Judges a request before its body is read; `nil` lets it through. Quick: it runs on the connection's thread.
    package typealias Precheck = @Sendable (HTTPRequest) -> HTTPResponse?

    package let method: HTTPMethod
    package let pattern: RoutePattern
    /// A longer body is refused before or while it is read.
    package let maximumBodyBytes: Int
    /// Where its bodies are written while they come; `nil` keeps them in memory.
    package let bodyFolder: FilePath?
    let precheck: Precheck?
    let handler: Handler
}
