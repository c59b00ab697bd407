import Dispatch
import Synchronization

/// A queue from which an executor's threads take jobs: in the order in which they came, but those that can wait last.
///
/// The threads own the queue too, so that the executor can go first.
package final class JobQueue<Job: Sendable>: Sendable {
    private struct State {
        var jobs = Line()
        var patientJobs = Line()
        /// The number of threads that are not idle.
        var awake = 0
    }

    /// Called on a thread that has been idle for some time, and again each time that it has been idle for about twice
    /// as long.
    package struct IdleHandler: Sendable {
        let seconds: Double
        let body: @Sendable (_ awake: Int) -> Void

        /// - Parameter body: receives the number of threads that have had a job within the time, or have one.
        package init(after seconds: Double, _ body: @escaping @Sendable (_ awake: Int) -> Void) {
            (self.seconds, self.body) = (seconds, body)
        }
    }

    private struct Line {
        /// Those from index `head` on wait; `nil` ends one thread.
        private var jobs: [Job?] = []
        private var head = 0

        var count: Int { jobs.count - head }

        mutating func append(_ job: Job?) { jobs.append(job) }

        mutating func removeFirst() -> Job? {
            let job = jobs[head]
            jobs[head] = nil
            head += 1
            if 2 * head >= jobs.count {
                jobs.removeFirst(head)
                head = 0
            }
            return job
        }
    }

    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)
    private let didAppend: @Sendable () -> Void

    /// Creates an empty queue.
    ///
    /// - Parameter didAppend: called after each job that came, while it still waits. Tests wait by it.
    package init(didAppend: @escaping @Sendable () -> Void = {}) {
        self.didAppend = didAppend
    }

    /// The number of jobs that no thread has taken yet.
    package var count: Int { state.withLock { $0.jobs.count + $0.patientJobs.count } }

    /// Adds a job, which keeps its executor and this queue until it has run. As soon as a thread is notified, the job
    /// may end and the last owner of both go away. So notifying comes last, and nothing of the queue is used after it.
    ///
    /// - Parameter canWait: whether all jobs that cannot go first, also those that come later.
    package func append(_ job: Job, canWait: Bool = false) {
        state.withLock { state in
            if canWait { state.patientJobs.append(job) } else { state.jobs.append(job) }
        }
        didAppend()
        available.signal()
    }

    /// Ends one of the threads after the jobs before this call.
    package func endThread() {
        state.withLock { $0.patientJobs.append(nil) }
        available.signal()
    }

    private func next(_ idle: IdleHandler?) -> Job? {
        wait(idle)
        return state.withLock { state in
            state.jobs.count > 0 ? state.jobs.removeFirst() : state.patientJobs.removeFirst()
        }
    }

    private func wait(_ idle: IdleHandler?) {
        guard let idle else { return available.wait() }
        var seconds = idle.seconds
        guard available.wait(timeout: .now() + seconds) == .timedOut else { return }
        state.withLock { $0.awake -= 1 }
        repeat {
            idle.body(state.withLock(\.awake))
            seconds *= 2
        } while available.wait(timeout: .now() + seconds) == .timedOut
        state.withLock { $0.awake += 1 }
    }

    /// Starts a thread that runs jobs until ``endThread()``.
    ///
    /// - Parameters:
    ///   - name: what profilers and debuggers show; the system takes 15 bytes.
    ///   - niceness: see ``SystemThread/start(name:niceness:_:)``.
    ///   - idle: called in idle periods.
    ///   - atEnd: called on the thread, last of all.
    package func startThread(
        name: String, niceness: Int32 = 0, idle: IdleHandler? = nil, atEnd: @escaping @Sendable () -> Void = {},
        run: @escaping @Sendable (Job) -> Void
    ) {
        state.withLock { $0.awake += 1 }
        let isStarted = SystemThread.start(name: name, niceness: niceness) {
            while let job = self.next(idle) { run(job) }
            atEnd()
        }
        precondition(isStarted, "the system has no thread left")
    }
}
