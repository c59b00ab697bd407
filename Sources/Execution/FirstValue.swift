import Synchronization

/// A value that comes once, from any thread, and for which any number of tasks wait. It is the first that was set.
package final class FirstValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// A later value is left out.
    package func set(_ value: Value) {
        let waiting = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Waits until it has come, also in a task that is cancelled.
    package var value: Value {
        get async {
            let value = await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiting.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
            // The thread sanitizer knows that a lock hands over what was written before. Of a continuation that is
            // resumed before it is awaited it does not.
            state.withLock { _ in }
            return value
        }
    }
}
