import HTTPMessages
import HTTPSending

/// Assembles an answer from a transport's events, and judges it. It is a pure value.
struct ResponseAssembly: Sendable {
    enum Outcome: Equatable {
        /// The whole picture, with the header of the answer.
        case complete([UInt8], HTTPFields)
        /// The server confirms that the stored answer is current.
        case notModified(HTTPFields)
        case failed(ImageLoaderError.Code, detail: String?, response: ImageLoaderError.Response?, retry: Retry)
    }

    enum Retry: Equatable {
        case never
        case afterDelay
        /// After the seconds that the server asks for.
        case after(Double)
        /// At once, without the range that did not fit.
        case atOnce
    }

    /// What happens to the kept beginning.
    enum Partial: Equatable {
        case unchanged
        case replaced(PartialDownload?)
    }

    private let byteLimit: Int
    private let continued: PartialDownload?
    private let isConditional: Bool
    private var head: TransportHead?
    private var bytes: [UInt8] = []
    private var expectedCount: Int?
    private var failure: (code: ImageLoaderError.Code, detail: String)?
    private var isRangeUnusable = false

    /// The most bytes of an error's body.
    private static let errorBodyLimit = 64 << 10
    /// The memory that is reserved at once if a server announces that much.
    private static let trustedReservation = 8 << 20

    /// - Parameters:
    ///   - continued: what the request asks to continue.
    ///   - isConditional: whether the request may be answered with 304.
    init(byteLimit: Int, continued: PartialDownload? = nil, isConditional: Bool = false) {
        self.byteLimit = byteLimit
        self.continued = continued
        self.isConditional = isConditional
    }

    private var isPicture: Bool { head?.status == 200 || (head?.status == 206 && failure == nil) }

    /// - Returns: whether there is any use in the rest.
    mutating func receive(_ event: TransportEvent) -> Bool {
        switch event {
        case .activity: return true
        case .head(let head): return receive(head)
        case .body(let piece): return receive(piece)
        }
    }

    private mutating func receive(_ head: TransportHead) -> Bool {
        self.head = head
        self.head?.fields = head.fieldsForAddress
        (bytes, expectedCount) = ([], nil)
        switch head.status {
        case 200: expectedCount = head.fields.contentLength
        case 206:
            guard let continued, let range = ContentRange(head.fields["Content-Range"]),
                range.start == continued.bytes.count, head.fields.isIdentityCoded,
                ["ETag", "Last-Modified"].allSatisfy({ name in
                    head.fields[name].map { $0 == continued.fields[name] ?? $0 } ?? true
                }),
                range.total.map({ $0 == continued.fields.contentLength ?? $0 }) ?? true
            else {
                isRangeUnusable = continued != nil
                failure = (.badResponse, "the answer is not the requested part")
                return false
            }
            bytes = continued.bytes
            expectedCount = range.total ?? continued.fields.contentLength
        case 416:
            isRangeUnusable = continued != nil
            return true
        default: return true
        }
        if let expectedCount, expectedCount > byteLimit { return refuseAsTooLarge() }
        bytes.reserveCapacity(min(expectedCount ?? 0, Self.trustedReservation))
        return true
    }

    private mutating func receive(_ piece: [UInt8]) -> Bool {
        if isPicture {
            guard bytes.count + piece.count <= byteLimit else { return refuseAsTooLarge() }
            bytes += piece
            return true
        }
        bytes += piece.prefix(Self.errorBodyLimit - bytes.count)
        return bytes.count < Self.errorBodyLimit
    }

    private mutating func refuseAsTooLarge() -> Bool {
        failure = (.tooLarge, "more than \(byteLimit) bytes, the limit")
        return false
    }

    /// - Parameter error: why the transfer ended too soon; `nil` when it came to its end.
    func outcome(_ error: TransportError?) -> Outcome {
        if let failure { return failed(failure.code, failure.detail, isRangeUnusable ? .atOnce : .never) }
        if let error, error.code != .stopped || isPicture {
            let isWorthAnother = error.code == .unreachable || error.code == .connectionLost
            return failed(.init(error.code), error.detail, isWorthAnother ? .afterDelay : .never)
        }
        guard let head else { return failed(.connectionLost, nil, .afterDelay) }
        if isPicture {
            if let expectedCount, head.fields.isIdentityCoded, expectedCount != bytes.count {
                return failed(.connectionLost, "\(bytes.count) of \(expectedCount) bytes came", .afterDelay)
            }
            let fields = head.status == 206 ? (continued?.fields ?? [:]).updated(with: head.fields) : head.fields
            return .complete(bytes, fields)
        }
        if head.status == 304, isConditional { return .notModified(head.fields) }
        return failed(.http(head.status), nil, retry(head), response: errorResponse(head))
    }

    /// Returns the beginning that is worth keeping after that outcome.
    func partial(after outcome: Outcome) -> Partial {
        if isRangeUnusable { return .replaced(nil) }
        guard let head, head.status == 200 || head.status == 206 else { return .unchanged }
        if case .complete = outcome { return .replaced(nil) }
        if failure?.code == .tooLarge { return .replaced(nil) }
        let fields = head.status == 206 ? continued?.fields ?? head.fields : head.fields
        if let expectedCount, bytes.count >= expectedCount { return .replaced(nil) }
        // An answer without more bytes than the kept ones changes nothing for the worse.
        return .replaced(PartialDownload(bytes: bytes, fields: fields))
    }

    private func failed(
        _ code: ImageLoaderError.Code, _ detail: String?, _ retry: Retry, response: ImageLoaderError.Response? = nil
    ) -> Outcome {
        .failed(code, detail: detail, response: response, retry: retry)
    }

    private func retry(_ head: TransportHead) -> Retry {
        if isRangeUnusable { return .atOnce }
        guard RetryPolicy.statuses.contains(head.status) else { return .never }
        return head.fields.retryAfter.map { .after($0) } ?? .afterDelay
    }

    private func errorResponse(_ head: TransportHead) -> ImageLoaderError.Response {
        ImageLoaderError.Response(status: head.status, fields: head.fields, body: bytes)
    }
}
