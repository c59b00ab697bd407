import Files
package import HTTPMessages

/// The error that a client gets, as a JSON object `{"error": {"code", "message"}}`.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    package var status: HTTPStatus
    /// The code for programs: a word in camel case that does not change between versions.
    package var code: String
    /// A sentence for a person.
    package var message: String
    /// The fields of the answer, such as `Retry-After`.
    package var fields: HTTPFields

    package init(_ status: HTTPStatus, code: String, _ message: String, fields: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
    }

    package var description: String { "\(status) \(code): \(message)" }

    package static func badRequest(_ message: String) -> HTTPError {
        HTTPError(.badRequest, code: "badRequest", message)
    }

    package static func notFound(_ message: String) -> HTTPError {
        HTTPError(.notFound, code: "notFound", message)
    }

    static func bodyTooLarge(limit: Int) -> HTTPError {
        HTTPError(.contentTooLarge, code: "tooLarge", "the body has more than the \(limit) bytes that are allowed here")
    }

    static func bodyNotStored(_ error: FileError) -> HTTPError {
        HTTPError(.insufficientStorage, code: "noRoom", "the body cannot be kept: \(error)")
    }

    static func busy(retryAfter seconds: Int) -> HTTPError {
        HTTPError(
            .serviceUnavailable, code: "busy", "the server is busy: try again in \(seconds) s",
            fields: ["Retry-After": String(seconds)])
    }
}
