import HTTPMessages

/// Reads the header of an answer line by line, through redirects and interim answers. It is a pure value.
struct HeaderReader {
    enum Event: Equatable {
        case nothing
        /// An answer that another one follows has ended.
        case activity
        case head(TransportHead)
        /// The header is longer than any server needs.
        case tooLong
    }

    /// The most bytes of all headers of one request.
    static let limit = 256 << 10
    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

    private let followsRedirects: Bool
    private var status = 0
    private var fields: HTTPFields = [:]
    private var passed: [TransportHead] = []
    private var count = 0
    private var isComplete = false

    init(followsRedirects: Bool) {
        self.followsRedirects = followsRedirects
    }

    mutating func read(_ line: UnsafeRawBufferPointer) -> Event {
        count += line.count
        guard count <= Self.limit else { return .tooLong }
        let text = String(decoding: line, as: UTF8.self)
        let trimmed = text.drop { $0 == " " }.prefix { !$0.isNewline }
        if trimmed.hasPrefix("HTTP/") {
            let words = trimmed.split(separator: " ")
            status = words.count > 1 ? Int(words[1]) ?? 0 : 0
            fields = [:]
            isComplete = false
            return .nothing
        }
        // The trailer of a chunked answer.
        if isComplete { return .nothing }
        if trimmed.isEmpty { return endOfHeader() }
        guard let colon = trimmed.firstIndex(of: ":") else { return .nothing }
        fields.append(String(trimmed[..<colon]), HTTPFields.trimmed(trimmed[trimmed.index(after: colon)...]))
        return .nothing
    }

    private mutating func endOfHeader() -> Event {
        let isRedirect = followsRedirects && Self.redirects.contains(status) && fields["Location"] != nil
        let isFollowed = status < 200 || isRedirect
        if isRedirect { passed.append(TransportHead(status: status, fields: fields)) }
        guard !isFollowed else { return .activity }
        isComplete = true
        return .head(TransportHead(status: status, fields: fields, redirects: passed))
    }
}
