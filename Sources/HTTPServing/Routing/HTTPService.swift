/// What answers requests, over a socket or in memory.
public protocol HTTPService: Sendable {
    /// Judges a request by its line and header fields, before its body is read. Called on a connection's own thread; is
    /// quick.
    func admission(of request: HTTPRequest) -> Admission

    /// Answers a request that was admitted, with its body. Called in a task of its own on the shared pool, which is
    /// cancelled when the client leaves, when it closes its side of the connection, which looks the same, or when the
    /// server has stopped waiting.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// What is sent of an answer, also of those that the server makes: called once for each.
    func finish(_ response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse
}

/// What becomes of a request whose body was not read yet.
public enum Admission: Sendable {
    /// - Parameter maximumBodyBytes: a longer body is refused.
    case accepted(maximumBodyBytes: Int)
    /// The body is not read at all.
    case refused(HTTPResponse)
}

extension HTTPService {
    /// The whole way of a request in memory, as a client sees it: no body for `HEAD`, but its length.
    public func answer(_ request: HTTPRequest) async -> HTTPResponse {
        var head = request
        head.body = []
        var response =
            switch admission(of: head) {
            case .refused(let response): response
            case .accepted(let limit) where request.body.count > limit:
                HTTPResponse(.bodyTooLarge(limit: limit))
            case .accepted: await respond(to: request)
            }
        response = finish(response, for: head)
        if request.method == .head {
            response.fields["Content-Length"] = response.body.count.map(String.init)
            response.body = .empty
        }
        return response
    }
}
