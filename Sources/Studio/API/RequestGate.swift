import HTTPMessages
import HTTPServing
import Synchronization

/// Lets a few of the requests that take a whole photo's memory in at once, and tells the others to come back: they must
/// not use up the places of those that only ask or change something.
nonisolated final class RequestGate: Sendable {
    private let inside = Mutex(0)
    private let limit: Int

    /// - Precondition: `limit` is at least 1.
    init(limit: Int) {
        precondition(limit >= 1, "at least one request is let in at a time")
        self.limit = limit
    }

    func pass<Value: Sendable>(_ body: () async throws(HTTPError) -> Value) async throws(HTTPError) -> Value {
        let isIn = inside.withLock { inside in
            guard inside < limit else { return false }
            inside += 1
            return true
        }
        guard isIn else {
            throw HTTPError(
                .serviceUnavailable, code: "busy", "\(limit) such requests are being worked on: try again in a moment",
                fields: ["Retry-After": "1"])
        }
        defer { inside.withLock { $0 -= 1 } }
        return try await body()
    }
}
