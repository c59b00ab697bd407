import Catalog
import FoundationEssentials
import ImageLoading
import Synchronization

/// Speaks APOD's protocol as github.com/nasa/apod-api does, its rules and its errors, without a socket.
final class APODService: ImageTransport {
    private struct State {
        var requests: [String] = []
        /// Answers for single days, instead of a picture.
        var troubles: [String: (status: Int, body: String)] = [:]
        var rateLimit: Int?
        var isUnreachable = false
        var held: Set<String> = []
        var cancelled: [String] = []
    }

    private let state = Mutex(State())
    static let today = CalendarDate("2025-06-20")!

    var requests: [String] { state.withLock(\.requests) }
    var cancelled: [String] { state.withLock(\.cancelled) }

    func answer(_ day: String, with status: Int, _ body: String) {
        state.withLock { $0.troubles[day] = (status, body) }
    }

    func limitRequests(to count: Int) { state.withLock { $0.rateLimit = count } }
    func isUnreachable(_ isUnreachable: Bool) { state.withLock { $0.isUnreachable = isUnreachable } }
    /// The answer for that day never comes.
    func hold(_ day: String) { _ = state.withLock { $0.held.insert(day) } }

    func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError) {
        let query = Self.query(of: request.address)
        let (isUnreachable, isLimited, isHeld) = state.withLock { state in
            state.requests.append(request.address)
            return (
                state.isUnreachable, state.rateLimit.map { state.requests.count > $0 } ?? false,
                state.held.contains(query["date"] ?? "")
            )
        }
        if isUnreachable { throw TransportError(.unreachable) }
        if isHeld {
            let (stream, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            state.withLock { $0.cancelled.append(query["date"] ?? "") }
            throw TransportError(.cancelled)
        }
        let (status, body) =
            isLimited
            ? (429, #"{"error":{"code":"OVER_RATE_LIMIT","message":"You have exceeded your rate limit."}}"#)
            : answer(query)
        var fields: HTTPFields = ["Content-Type": "application/json", "X-RateLimit-Limit": "30"]
        if isLimited { fields["Retry-After"] = "3600" }
        guard receive(.head(TransportHead(status: status, fields: fields))) else { throw TransportError(.stopped) }
        guard body.isEmpty || receive(.body(Array(body.utf8))) else { throw TransportError(.stopped) }
    }

    private func answer(_ query: [String: String]) -> (Int, String) {
        guard query["api_key"] != nil else {
            return (403, #"{"error":{"code":"API_KEY_MISSING","message":"No api_key was supplied."}}"#)
        }
        if let count = query["count"] {
            guard let number = Int(count), (1...100).contains(number) else {
                return Self.refusal("Count must be positive and cannot exceed 100")
            }
            return (
                200,
                "[\((0..<number).map { Self.picture(APODFeed.firstDate.daysSince1970 + 40 * $0) }.joined(separator: ","))]"
            )
        }
        if let start = query["start_date"].flatMap({ CalendarDate($0) }) {
            let end = query["end_date"].flatMap { CalendarDate($0) } ?? Self.today
            guard start <= end else { return Self.refusal("start_date cannot be after end_date") }
            // Days without a picture are passed over.
            let days = (start.daysSince1970...end.daysSince1970).filter { $0 % 5 != 0 }
            return (200, "[\(days.map(Self.picture).joined(separator: ","))]")
        }
        let day = query["date"] ?? Self.today.description
        if let trouble = state.withLock({ $0.troubles[day] }) { return trouble }
        guard let date = CalendarDate(day), (APODFeed.firstDate...Self.today).contains(date) else {
            return Self.refusal("Date must be between Jun 16, 1995 and Jun 20, 2025.")
        }
        return (200, Self.picture(date.daysSince1970))
    }

    private static func refusal(_ words: String) -> (Int, String) {
        (400, #"{"code":400,"msg":"\#(words)","service_version":"v1"}"#)
    }

    private static func picture(_ days: Int) -> String {
        let date = CalendarDate(daysSince1970: days)
        return """
            {"date":"\(date)","title":"Picture of \(date)","explanation":"What is seen.","media_type":"image",\
            "url":"https://apod.test/image/\(date).jpg","hdurl":"https://apod.test/image/\(date)_hd.jpg",\
            "copyright":"\\nMauricio Salazar\\n","service_version":"v1"}
            """
    }

    private static func query(of address: String) -> [String: String] {
        let items = URLComponents(string: address)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
