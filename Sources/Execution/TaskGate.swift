import Dispatch
import Synchronization

/// A semaphore for tasks, with weights. Tasks enter in order, as long as the sum of their weights does not exceed the
/// capacity. No thread blocks while a task waits.
package final class TaskGate: Sendable {
    private struct Waiter {
        let number: Int
        let weight: Int
        let answer: @Sendable (Bool) -> Void
    }

    private struct State {
        var inside = 0
        var lastNumber = 0
        var waiting: [Waiter] = []
        /// Tasks that were cancelled before they could wait.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Creates a gate with free places.
    ///
    /// - Parameter capacity: at least 1.
    package init(capacity: Int) {
        precondition(capacity >= 1, "capacity must be at least 1")
        self.capacity = capacity
    }

    /// The sum of the weights inside.
    package var inside: Int { state.withLock { $0.inside } }

    /// The number of tasks that wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for room. A weight above the capacity counts as the capacity, and enters alone.
    ///
    /// - Parameter onWait: called where there is no room, with whether no other task waits.
    /// - Returns: `nil` when the task was cancelled; else what ``leave(_:)`` is to be called with.
    package func enter(_ weight: Int = 1, onWait: (_ isFirst: Bool) -> Void = { _ in }) async -> Int? {
        let weight = min(max(1, weight), capacity)
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let isInside = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(Waiter(number: number, weight: weight) { continuation.resume(returning: $0) }, onWait)
            }
        } onCancel: {
            giveUp(number)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return isInside ? weight : nil
    }

    /// Enters like ``enter(_:onWait:)`` on a thread that is not a task's. Blocks.
    package func enterBlocking(_ weight: Int, onWait: (_ isFirst: Bool) -> Void) -> Int {
        let weight = min(max(1, weight), capacity)
        let isInside = DispatchSemaphore(value: 0)
        wait(Waiter(number: 0, weight: weight) { _ in isInside.signal() }, onWait)
        isInside.wait()
        return weight
    }

    /// Leaves the gate. Call it once for each ``enter(_:)`` that let the task in.
    package func leave(_ weight: Int) {
        state.withLock { $0.inside -= weight }
        letIn()
    }

    /// Adds a waiter at the end, and lets in those who have room.
    private func wait(_ waiter: Waiter, _ onWait: (_ isFirst: Bool) -> Void) {
        let (isCancelled, isFirst, hasRoom) = state.withLock { state in
            if state.cancelled.contains(waiter.number) { return (true, false, false) }
            state.waiting.append(waiter)
            return (false, state.waiting.count == 1, state.inside + waiter.weight <= capacity)
        }
        if isCancelled { return waiter.answer(false) }
        letIn()
        if !isFirst || !hasRoom { onWait(isFirst) }
    }

    private func giveUp(_ number: Int) {
        let waiter: Waiter? = state.withLock { state in
            state.cancelled.insert(number)
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiting.remove(at: index)
        }
        waiter?.answer(false)
        // Tasks behind it may fit now.
        letIn()
    }

    private func letIn() {
        let passing = state.withLock { state in
            var passing: [Waiter] = []
            while let next = state.waiting.first, state.inside + next.weight <= capacity {
                state.inside += next.weight
                passing.append(state.waiting.removeFirst())
            }
            return passing
        }
        for waiter in passing { waiter.answer(true) }
    }
}
