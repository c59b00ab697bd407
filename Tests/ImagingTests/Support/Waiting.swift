import Dispatch
import Synchronization

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
