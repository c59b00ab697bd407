import Dispatch
import Synchronization

/// A value behind a lock that tasks may share.
final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) {
        mutex = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in body(&value) }
    }
}

/// Holds threads up until it is opened.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    func open() {
        semaphore.signal()
    }
}

/// Holds threads up until `count` of them are there.
final class Barrier: Sendable {
    private let arrived = Mutex(0)
    private let gate = Gate()
    private let count: Int

    init(_ count: Int) {
        self.count = count
    }

    func wait() {
        let isLast = arrived.withLock { arrived in
            arrived += 1
            return arrived == count
        }
        if isLast { gate.open() }
        gate.wait()
    }
}

/// Counts up; a task that waits for a number goes on when it is reached.
final class Counter: Sendable {
    private struct State {
        var count = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func increment() {
        let reached = state.withLock { state in
            state.count += 1
            let reached = state.waiting.filter { $0.count <= state.count }
            state.waiting.removeAll { $0.count <= state.count }
            return reached
        }
        for waiter in reached { waiter.continuation.resume() }
    }

    var count: Int { state.withLock { $0.count } }

    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
