import CVips
import Dispatch
import Glibc
import Synchronization

/// Threads of their own for photo work: decoding, inference, refining, encoding.
///
/// Swift's shared pool has as many threads as there are cores; two busy tasks there keep the main actor waiting for
/// tens of milliseconds. Work that prefers this executor leaves the shared pool to handlers, streams and timers:
///
///     await PhotoExecutor.shared.run { … }
///     group.addTask(executorPreference: PhotoExecutor.shared) { … }
///
/// Jobs run in the order in which they come. A job may block its thread: nothing else waits for these threads.
public final class PhotoExecutor: TaskExecutor {
    /// As many threads as there are cores. Started at the first use, never ended.
    public static let shared = PhotoExecutor(threadCount: Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

    public let threadCount: Int
    private let queue: JobQueue

    /// - Parameters:
    ///   - threadCount: at least 1.
    ///   - niceness: how far the threads, and those that libraries start from them, stand back for others, 0…19: of a
    ///     program that also answers people, so that these need not wait for the end of a time slice.
    public init(threadCount: Int, niceness: Int32 = 0) {
        precondition(threadCount >= 1, "an executor has a thread")
        self.threadCount = threadCount
        queue = JobQueue(niceness: niceness)
        for number in 1...threadCount { queue.startThread(number, for: asUnownedTaskExecutor()) }
    }

    deinit {
        queue.close(threadCount: threadCount)
    }

    /// Jobs that no thread has taken yet.
    var waitingJobs: Int { queue.count }

    public func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job))
    }
}

/// A first-in first-out queue between those who enqueue jobs and the threads that run them.
private final class JobQueue: Sendable {
    private struct State {
        /// Jobs from `head` on wait; `nil` tells one thread to end.
        var jobs: [UnownedJob?] = []
        var head = 0
    }

    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)
    private let niceness: Int32

    init(niceness: Int32) {
        self.niceness = niceness
    }

    /// What profilers and debuggers show, with a number; the system takes 15 bytes.
    private static let threadName = "peel-photo-"

    var count: Int { state.withLock { $0.jobs.count - $0.head } }

    func append(_ job: UnownedJob?) {
        state.withLock { $0.jobs.append(job) }
        available.signal()
    }

    func close(threadCount: Int) {
        for _ in 0..<threadCount { append(nil) }
    }

    private func next() -> UnownedJob? {
        available.wait()
        return state.withLock { state in
            let job = state.jobs[state.head]
            state.head += 1
            if 2 * state.head >= state.jobs.count {
                state.jobs.removeFirst(state.head)
                state.head = 0
            }
            return job
        }
    }

    func startThread(_ number: Int, for executor: UnownedTaskExecutor) {
        let run = Unmanaged.passRetained(
            ThreadStart(name: "\(Self.threadName)\(number)", queue: self, executor: executor))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { start in
                guard let start else { return nil }
                let body = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
                peel_name_thread(body.name)
                if body.queue.niceness > 0 { peel_nice_thread(body.queue.niceness) }
                while let job = body.queue.next() { job.runSynchronously(on: body.executor) }
                Vips.threadEnds()
                return nil
            }, run.toOpaque())
        precondition(status == 0, "the system gives a thread")
        pthread_detach(thread)
    }

    private final class ThreadStart {
        let name: String
        let queue: JobQueue
        let executor: UnownedTaskExecutor

        init(name: String, queue: JobQueue, executor: UnownedTaskExecutor) {
            self.name = name
            self.queue = queue
            self.executor = executor
        }
    }
}
