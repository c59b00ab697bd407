import Synchronization

/// A value that is set once, from any thread, and that any number of tasks wait for. The first value counts.
package final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters = Waiters<Value>()
    }

    private let state = Mutex(State())

    package init() {}

    /// Sets the value. A later one is ignored.
    package func set(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return Waiters<Value>() }
            state.value = value
            return state.waiters.takeAll()
        }
        waiters.resume(returning: value)
    }

    /// The value. Waits until it is set, also in a cancelled task.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiters.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
