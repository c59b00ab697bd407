package import Files

/// Answers requests, over a socket or in memory.
package protocol HTTPService: Sendable {
    /// Judges a request by its line and header fields, before its body is read. It is called on a connection's own
    /// thread and must be quick.
    func admission(of request: HTTPRequest) -> Admission

    /// Answers an admitted request with its body. It is called in a task of its own on the shared pool, which is
    /// cancelled when the client leaves or closes its side of the connection, which looks the same, or when the server
    /// has stopped waiting.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// Completes an answer, including those of the server itself. It is called once for each.
    func finish(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse
}

/// The decision about a request whose body was not read yet.
package enum Admission: Sendable {
    /// - Parameters:
    ///   - maximumBodyBytes: a longer body is refused.
    ///   - bodyFolder: where the body is written while it comes, so that it needs no memory; `nil` keeps it in memory.
    case accepted(maximumBodyBytes: Int, bodyFolder: FilePath? = nil)
    /// The body is not read at all.
    case refused(HTTPResponse)
}
