import Dispatch
public import Imaging

/// A photo executor whose only thread can be held up: what comes meanwhile waits, and the test sees that it does.
public final class HeldExecutor: Sendable {
    public let executor: PhotoExecutor
    private let state: Watched<(jobs: Int, isHeld: Bool)>
    private let turn = DispatchSemaphore(value: 0)

    public init() {
        let state = Watched((jobs: 0, isHeld: false))
        executor = PhotoExecutor(threadCount: 1) { state.withLock { $0.jobs += 1 } }
        self.state = state
    }

    deinit {
        release()
    }

    /// Returns once the thread waits for ``release()``.
    public func hold() async {
        state.withLock { $0.isHeld = false }
        Task.detached(executorPreference: executor) { [state, turn] in
            state.withLock { $0.isHeld = true }
            block(until: turn)
        }
        await state.until { $0.isHeld }
    }

    /// Lets the thread do what waits.
    public func release() {
        turn.signal()
    }

    /// Returns once so many jobs wait.
    public func untilWaiting(_ count: Int = 1) async {
        await state.until { [executor] _ in executor.waitingJobs >= count }
    }
}

/// On a thread that may wait.
private func block(until turn: DispatchSemaphore) { turn.wait() }
