import Observation
import Synchronization

/// A value behind a lock, and tasks that wait until it is as they want it: they are resumed by the change itself.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var value: Value
        var waiters: [Waiter] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>

    public init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    public var value: Value { state.withLock { $0.value } }

    /// Changes or reads the value.
    @discardableResult
    public func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, done) = state.withLock { state -> (Result, [Waiter]) in
            let result = body(&state.value)
            let value = state.value
            let done = state.waiters.filter { $0.condition(value) }
            if !done.isEmpty { state.waiters.removeAll { waiter in done.contains { $0.number == waiter.number } } }
            return (result, done)
        }
        for waiter in done { waiter.continuation.resume() }
        return result
    }

    /// Returns once the condition holds, or the task is cancelled, as by a test's time limit.
    public func until(_ condition: @escaping @Sendable (Value) -> Bool) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if Task.isCancelled || condition(state.value) { return true }
                    state.waiters.append(Waiter(number: number, condition: condition, continuation: continuation))
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume()
        }
    }
}

/// For conditions on several things, each of which notes its changes here.
public final class Changes: Sendable {
    private let changes = Watched(())

    public init() {}

    /// Called after a change, while no lock is held that a condition takes.
    public func note() {
        changes.withLock { _ in }
    }

    /// Returns once the condition holds, or the task is cancelled.
    public func until(_ condition: @escaping @Sendable () -> Bool) async {
        await changes.until { _ in condition() }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Lets others go on, so that what comes next comes at another moment. It waits for nothing.
    public static func yield(times: Int) async {
        for _ in 0..<times { await yield() }
    }
}

/// Returns once the task is cancelled.
public func untilCancelled() async {
    await Watched(()).until { _ in false }
}

/// Returns once a condition on observable models holds, or the task is cancelled.
@MainActor
public func untilObserved(_ condition: @escaping @MainActor () -> Bool) async {
    // Not by Observations: Swift 6.3's compiler ends itself when it optimizes that.
    while !Task.isCancelled {
        let isChanged = Watched(false)
        let holds = withObservationTracking {
            condition()
        } onChange: {
            isChanged.withLock { $0 = true }
        }
        if holds { return }
        await isChanged.until { $0 }
    }
}
