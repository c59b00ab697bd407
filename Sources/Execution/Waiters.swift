/// Tasks that wait for one event, kept in a state behind a lock. They are taken out under the lock and resumed after
/// it, because what they do next may need it:
///
///     let waiters = state.withLock { $0.waiters.takeAll() }
///     waiters.resume()
package struct Waiters<Value: Sendable>: Sendable {
    private var continuations: [CheckedContinuation<Value, Never>] = []

    package init() {}

    package mutating func append(_ continuation: CheckedContinuation<Value, Never>) {
        continuations.append(continuation)
    }

    /// Removes all waiters and returns them.
    package mutating func takeAll() -> Waiters {
        defer { continuations = [] }
        return self
    }

    package func resume(returning value: Value) {
        for continuation in continuations { continuation.resume(returning: value) }
    }
}

extension Waiters<Void> {
    package func resume() {
        resume(returning: ())
    }
}
