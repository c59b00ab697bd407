package import HTTPMessages

/// A request of a client.
package struct HTTPRequest: Hashable, Sendable {
    package struct QueryItem: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package let method: HTTPMethod
    /// The segments of the path, decoded one by one: an encoded slash separates nothing. The path `/` is one empty
    /// segment. None is `.` or `..`, and none has a zero byte.
    package internal(set) var segments: [String]
    /// The decoded query, in order.
    package let query: [QueryItem]
    /// The query as it was sent; `nil` for none.
    let rawQuery: String?
    package let fields: HTTPFields
    /// The body, empty while only the header fields were read.
    package var body: [UInt8]
    /// The body of a route that takes it as a file, for which ``body`` is empty; `nil` for an empty one.
    package var bodyFile: BodyFile?
    /// The client's address as text, without its port: `127.0.0.1`, `fe80::1`.
    package let remoteAddress: String

    /// Creates a request for a target.
    ///
    /// - Parameter target: a path that starts with a slash, and perhaps a query, both percent-encoded.
    /// - Throws: 400 for another form, for what is not percent-encoded UTF-8, and for a path with `.` or `..`.
    package init(
        _ method: HTTPMethod, _ target: String, fields: HTTPFields = [:], body: [UInt8] = [],
        remoteAddress: String = "127.0.0.1"
    ) throws(HTTPError) {
        let target = try RequestTarget(target)
        self.method = method
        segments = target.segments
        query = target.query
        rawQuery = target.rawQuery
        self.fields = fields
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The decoded path. Paths that differ only in an encoded slash look the same here: see ``segments``.
    package var path: String { "/" + segments.joined(separator: "/") }

    /// Returns the first value of a name in the query.
    package func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Returns the body's values by name, as a form sends them (`application/x-www-form-urlencoded`). Of several with
    /// the same name, the first counts.
    ///
    /// - Throws: 400 for what is not percent-encoded UTF-8, and for a name of more than 100 bytes.
    package func form() throws(HTTPError) -> [String: String] {
        var values: [String: String] = [:]
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.text(of: parts[0], plusIsSpace: true),
                let value = PercentCoding.text(of: parts.count > 1 ? parts[1] : "", plusIsSpace: true)
            else { throw .badRequest("the form is not percent-encoded") }
            guard name.utf8.count <= 100 else { throw .badRequest("a name in the form is longer than 100 bytes") }
            if values[name] == nil { values[name] = value }
        }
        return values
    }

    /// Returns the value of a cookie (RFC 6265, 5.4).
    package func cookie(_ name: String) -> String? {
        for field in fields.values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, HTTPFields.trimmed(parts[0]) == name { return HTTPFields.trimmed(parts[1]) }
            }
        }
        return nil
    }

    /// The id of the last event that a reconnecting client of an event stream has.
    package var lastEventID: String? { fields["Last-Event-ID"] }
}
