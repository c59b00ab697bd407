import FoundationEssentials
package import HTTPMessages

/// The answer to a request.
package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    /// The header fields. The server writes length, encoding, date and connection.
    package var fields: HTTPFields
    package var body: HTTPBody

    package init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: HTTPBody = .empty) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Creates a response with a body.
    ///
    /// - Parameter type: its media type, such as `image/png`.
    package init(_ status: HTTPStatus = .ok, type: String, fields: HTTPFields = [:], _ bytes: [UInt8]) {
        self.init(status, fields: fields, body: .bytes(bytes))
        self.fields["Content-Type"] = type
    }

    /// Creates a response with JSON.
    ///
    /// - Parameter json: UTF-8.
    package static func json(_ json: [UInt8], _ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, type: "application/json", fields: ["Cache-Control": "no-store"], json)
    }

    /// Sends the client to another path.
    package static func seeOther(_ path: String) -> HTTPResponse {
        HTTPResponse(.seeOther, fields: ["Location": path, "Cache-Control": "no-store"])
    }

    /// Creates a stream of events, which lasts until the client, the events or the server end.
    package static func events(_ events: EventStream) -> HTTPResponse {
        HTTPResponse(
            fields: [
                "Content-Type": "text/event-stream", "Cache-Control": "no-cache",
                // Otherwise nginx would hold events back until its buffer is full.
                "X-Accel-Buffering": "no",
            ],
            body: .events(events))
    }

    package init(_ error: HTTPError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = ["error": ["code": error.code, "message": error.message]]
        // Encoding a text cannot fail.
        self = .json((try? encoder.encode(body)).map { Array($0) } ?? [], error.status)
        for field in error.fields.fields { fields[field.name] = field.value }
    }
}

extension HTTPResponse {
    /// Returns what is sent for this request: nothing if the client has it already, a part if one is asked for, and the
    /// server's own fields.
    func finished(for request: HTTPRequest, adding others: HTTPFields) -> HTTPResponse {
        let isReading = request.method == .get || request.method == .head
        if isReading, isKnown(to: request) {
            var response = HTTPResponse(.notModified, fields: fields)
            response.fields["Content-Type"] = nil
            response.fields.setMissing(others)
            return response
        }
        // Elsewhere a range means nothing (RFC 9110, 14.2).
        var response = request.method == .get ? partial(for: request) : self
        response.fields.setMissing(others)
        if status.hasNoBody { response.body = .empty }
        return response
    }

    /// Whether the request says that it has the answer's `ETag` (RFC 9110, 13.1.2).
    private func isKnown(to request: HTTPRequest) -> Bool {
        guard status == .ok, let tag = fields["ETag"] else { return false }
        return request.fields.list("If-None-Match").contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }
}
