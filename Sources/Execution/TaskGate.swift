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
        let number = newNumber()
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

    /// Enters with a weight of 1 on a thread that is not a task's. Blocks, and asks ten times a second whether to stop.
    ///
    /// - Returns: `false` when told to stop.
    package func enterBlocking(until isStopped: () -> Bool) -> Bool {
        guard !isStopped() else { return false }
        if tryEnter() { return true }
        let number = newNumber()
        let isInside = DispatchSemaphore(value: 0)
        wait(Waiter(number: number, weight: 1) { if $0 { isInside.signal() } }) { _ in }
        while !isStopped() {
            if isInside.wait(timeout: .now() + .milliseconds(100)) == .success { return true }
        }
        if !giveUp(number) {
            // The thread that took it off the list signals in a moment.
            isInside.wait()
            leave(1)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return false
    }

    /// Enters with a weight of 1 if there is room and no one waits.
    package func tryEnter() -> Bool {
        state.withLock { enters(1, &$0) }
    }

    /// Leaves the gate. Call it once for each call that entered.
    package func leave(_ weight: Int) {
        letIn { $0.inside -= weight }
    }

    private func newNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    private func enters(_ weight: Int, _ state: inout State) -> Bool {
        guard state.waiting.isEmpty, state.inside + weight <= capacity else { return false }
        state.inside += weight
        return true
    }

    /// Lets a waiter in if there is room and no one waits; else adds it at the end.
    private func wait(_ waiter: Waiter, _ onWait: (_ isFirst: Bool) -> Void) {
        let (answer, isFirst) = state.withLock { state -> (Bool?, Bool) in
            if state.cancelled.contains(waiter.number) { return (false, false) }
            if enters(waiter.weight, &state) { return (true, true) }
            state.waiting.append(waiter)
            return (nil, state.waiting.count == 1)
        }
        if let answer { return waiter.answer(answer) }
        onWait(isFirst)
    }

    /// Ends a wait. Those behind it may fit then.
    ///
    /// - Returns: `false` when the waiter is let in already, or does not wait yet.
    @discardableResult
    private func giveUp(_ number: Int) -> Bool {
        var waiter: Waiter?
        letIn { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return
            }
            waiter = state.waiting.remove(at: index)
        }
        waiter?.answer(false)
        return waiter != nil
    }

    /// Changes the state, and lets in those who have room then. In the list, the first one never has room.
    private func letIn(after change: (inout State) -> Void) {
        let passing = state.withLock { state in
            change(&state)
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
