import Execution
import HTTPMessages
import HTTPServing
import Synchronization

/// Lets a few of the requests that take a whole photo's memory in at once, and tells the others to come back: they must
/// not use up the places of those that only ask or change something.
final class RequestGate: Sendable {
    private let places: TaskGate
    private let closed = Atomic(false)
    private let limit: Int

    /// - Precondition: `limit` is at least 1.
    init(limit: Int) {
        places = TaskGate(capacity: limit)
        self.limit = limit
    }

    func pass<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try enter()
        defer { places.leave(1) }
        return try await body()
    }

    /// Lets in a request whose answer goes on being made while it is sent.
    ///
    /// - Returns: the place that it takes until it is let go of.
    func place() throws -> Place {
        try enter()
        return Place(in: self)
    }

    final class Place: Sendable {
        private let gate: RequestGate

        fileprivate init(in gate: RequestGate) {
            self.gate = gate
        }

        deinit {
            gate.places.leave(1)
        }
    }

    private func enter() throws {
        let isIn = places.tryEnter()
        // Asked after it has entered: a `close()` that comes later waits for its place.
        guard !isClosed else {
            if isIn { places.leave(1) }
            throw HTTPError(.serviceUnavailable, code: "stopping", "the studio is stopping")
        }
        guard isIn else {
            throw HTTPError(
                .serviceUnavailable, code: "busy", "\(limit) such requests are being worked on: try again in a moment",
                fields: ["Retry-After": "1"])
        }
    }

    /// Whether those inside are to end as soon as they can.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Refuses requests from now on. Returns when those inside have ended.
    func close() async {
        closed.store(true, ordering: .releasing)
        // All places together are free when none is taken. In a task of its own, because a cancelled one does not wait.
        let emptied = Task { [places, limit] in
            if let all = await places.enter(limit) { places.leave(all) }
        }
        await emptied.value
    }
}
