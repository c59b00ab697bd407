import HTTPMessages
import HTTPServing
import Synchronization

/// Lets a few of the requests that take a whole photo's memory in at once, and tells the others to come back: they must
/// not use up the places of those that only ask or change something.
final class RequestGate: Sendable {
    private struct State {
        var inside = 0
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Precondition: `limit` is at least 1.
    init(limit: Int) {
        precondition(limit >= 1, "at least one request is let in at a time")
        self.limit = limit
    }

    func pass<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try enter()
        defer { leave() }
        return try await body()
    }

    /// Lets in a request whose answer goes on being made while it is sent.
    ///
    /// - Returns: the place that it takes until it is let go of.
    func place() throws(HTTPError) -> Place {
        try enter()
        return Place(in: self)
    }

    final class Place: Sendable {
        private let gate: RequestGate

        fileprivate init(in gate: RequestGate) {
            self.gate = gate
        }

        deinit {
            gate.leave()
        }
    }

    private func enter() throws(HTTPError) {
        let (isIn, isClosed) = state.withLock { state in
            let isIn = !state.isClosed && state.inside < limit
            if isIn { state.inside += 1 }
            return (isIn, state.isClosed)
        }
        guard !isClosed else {
            throw HTTPError(.serviceUnavailable, code: "stopping", "the studio is stopping")
        }
        guard isIn else {
            throw HTTPError(
                .serviceUnavailable, code: "busy", "\(limit) such requests are being worked on: try again in a moment",
                fields: ["Retry-After": "1"])
        }
    }

    /// Whether those inside are to end as soon as they can.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Refuses requests from now on. Returns when those inside have ended.
    func close() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                state.isClosed = true
                guard state.inside > 0 else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func leave() {
        let waiters = state.withLock { state in
            state.inside -= 1
            guard state.inside == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
