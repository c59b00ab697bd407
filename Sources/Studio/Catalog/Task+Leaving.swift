import Synchronization

nonisolated extension Task where Failure == Never {
    /// The task's value; `nil` as soon as the caller is cancelled. The task goes on, for whoever else waits for it.
    func valueUnlessCancelled() async -> Success? {
        let waiter = Waiter<Success>()
        let task = self
        Task<Void, Never> { waiter.resume(with: await task.value) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter.wait($0) }
        } onCancel: {
            waiter.resume(with: nil)
        }
    }
}

/// One continuation, resumed with what comes first.
private nonisolated final class Waiter<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value?, Never>)
        case resumed(Value?)
    }

    private let state = Mutex(State.new)

    func wait(_ continuation: CheckedContinuation<Value?, Never>) {
        let result: Value?? = state.withLock { state in
            if case .resumed(let value) = state { return .some(value) }
            state = .waiting(continuation)
            return nil
        }
        if let result { continuation.resume(returning: result) }
    }

    func resume(with value: Value?) {
        let continuation: CheckedContinuation<Value?, Never>? = state.withLock { state in
            defer { if case .resumed = state {} else { state = .resumed(value) } }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: value)
    }
}
