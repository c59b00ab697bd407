import HTTPMessages

/// The part that a request asks for (RFC 9110, 14).
enum ByteRange: Hashable {
    case whole
    case part(Range<Int>)
    /// The part begins after the end.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of `Range`. Several parts, other units and unreadable values ask for everything, which the
    ///     RFC allows.
    ///   - count: how many bytes there are.
    init(_ field: String?, of count: Int) {
        self = .whole
        guard let field, field.lowercased().hasPrefix("bytes=") else { return }
        let bounds = HTTPFields.trimmed(field.dropFirst("bytes=".count))
            .split(separator: "-", omittingEmptySubsequences: false)
        let areNumbers = bounds.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard bounds.count == 2, areNumbers else { return }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (nil, let suffix?) where bounds[0].isEmpty:
            self = suffix == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - suffix)..<count)
        case (let first?, nil) where bounds[1].isEmpty:
            self = first < count ? .part(first..<count) : .unsatisfiable
        case (let first?, let last?) where first <= last:
            self = first < count ? .part(first..<min(count - 1, last) + 1) : .unsatisfiable
        default: break
        }
    }
}

extension HTTPResponse {
    /// Returns the part that the request asks for. The answer must be whole, have a known length, and be a file or say
    /// that it can be had in parts (`Accept-Ranges`).
    func partial(for request: HTTPRequest) -> HTTPResponse {
        guard status == .ok, let count = body.count else { return self }
        var response = self
        if case .file = body { response.fields.setMissing(["Accept-Ranges": "bytes"]) }
        guard response.fields["Accept-Ranges"] == "bytes" else { return self }
        // A client that has a part of an older version gets the new one whole.
        if let condition = request.fields["If-Range"], condition != fields["ETag"] || condition.hasPrefix("W/") {
            return response
        }
        switch ByteRange(request.fields["Range"], of: count) {
        case .whole: break
        case .part(let range):
            response.status = .partialContent
            response.body = body.part(range)
            response.fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        case .unsatisfiable:
            response = HTTPResponse(
                HTTPError(.rangeNotSatisfiable, code: "range", "the range begins after the last of \(count) bytes"))
            response.fields["Content-Range"] = "bytes */\(count)"
        }
        return response
    }
}
