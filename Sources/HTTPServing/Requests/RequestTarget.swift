import HTTPMessages

/// The target in a request's first line: a path and a query.
struct RequestTarget: Hashable, Sendable {
    /// The segments of the path, decoded one by one: an encoded slash separates nothing.
    let segments: [String]
    let query: [HTTPRequest.QueryItem]
    /// As it was sent; `nil` for none.
    let rawQuery: String?

    /// - Parameter text: as it was sent: a path that starts with a slash, and perhaps a query. The forms that proxies
    ///   and tunnels use are refused.
    init(_ text: String) throws(HTTPError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.first == "/" else {
            throw .badRequest("a request's target starts with a slash")
        }
        segments = try Self.segments(of: path.dropFirst())
        query = parts.count < 2 ? [] : try Self.items(of: parts[1])
        rawQuery = parts.count < 2 ? nil : String(parts[1])
    }

    private static func segments(of path: Substring) throws(HTTPError) -> [String] {
        var segments: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.text(of: part) else {
                throw .badRequest("the path is not percent-encoded UTF-8")
            }
            guard segment != "." && segment != ".." else {
                throw .badRequest("a path may not contain . or .. as a part")
            }
            segments.append(segment)
        }
        return segments
    }

    private static func items(of query: Substring) throws(HTTPError) -> [HTTPRequest.QueryItem] {
        var items: [HTTPRequest.QueryItem] = []
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.text(of: pair[0], plusIsSpace: true),
                let value = PercentCoding.text(of: pair.count < 2 ? "" : pair[1], plusIsSpace: true)
            else { throw .badRequest("the query is not percent-encoded UTF-8") }
            items.append(HTTPRequest.QueryItem(name: name, value: value))
        }
        return items
    }
}
