package import Execution

/// Threads for photo work: decoding, inference, refining, encoding.
///
/// Swift's shared pool has as many threads as there are cores; two busy tasks there keep the main actor waiting for
/// tens of milliseconds. Work that prefers this executor leaves the shared pool to handlers, streams and timers:
///
///     await PhotoExecutor.shared.run { … }
///     group.addTask(executorPreference: PhotoExecutor.shared) { … }
///
/// Jobs run in the order in which they come, those of tasks of utility or background priority after all others. A job
/// may block its thread: nothing else waits for these threads.
public final class PhotoExecutor: TaskExecutor {
    /// The executor with as many threads as there are cores. It starts at the first use and never ends.
    public static let shared = PhotoExecutor(threadCount: SystemThread.coreCount)

    /// The number of jobs that run at once.
    public let threadCount: Int
    private let queue: JobQueue<UnownedJob>

    /// The prefix of the threads' names in profilers and debuggers; the system takes 15 bytes.
    private static let threadName = "peel-photo-"

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - threadCount: at least 1.
    ///   - niceness: the lower priority of the threads, and of those that libraries start from them, 0…19. A program
    ///     that also answers people sets it, so that answers do not wait for a time slice to end.
    public convenience init(threadCount: Int, niceness: Int32 = 0) {
        self.init(threadCount: threadCount, niceness: niceness) {}
    }

    /// The executor of a server. Freed memory is kept for the next photos, and returned to the system after five idle
    /// seconds, and again later, because other threads free memory, too. Changes malloc's settings for the whole
    /// process.
    package static func serving(niceness: Int32) -> PhotoExecutor {
        FreedMemory.keepForAllThreads(megabytes: 256)
        let idle = JobQueue<UnownedJob>.IdleHandler(after: 5) { awake in
            if awake == 0 { FreedMemory.giveBackToSystem() }
        }
        return PhotoExecutor(threadCount: SystemThread.coreCount, niceness: niceness, idle: idle) {}
    }

    /// Starts threads whose jobs can be observed.
    ///
    /// - Parameters:
    ///   - idle: called on idle threads.
    ///   - didEnqueue: called after each job that came. Tests wait by it.
    package init(
        threadCount: Int, niceness: Int32 = 0, idle: JobQueue<UnownedJob>.IdleHandler? = nil,
        didEnqueue: @escaping @Sendable () -> Void
    ) {
        precondition(threadCount >= 1, "an executor must have a thread")
        self.threadCount = threadCount
        queue = JobQueue(didAppend: didEnqueue)
        let executor = asUnownedTaskExecutor()
        for number in 1...threadCount {
            queue.startThread(
                name: "\(Self.threadName)\(number)", niceness: niceness, idle: idle, atEnd: { Vips.threadEnds() },
                run: { $0.runSynchronously(on: executor) })
        }
    }

    deinit {
        for _ in 0..<threadCount { queue.endThread() }
    }

    /// The number of jobs that no thread has taken yet.
    package var waitingJobs: Int { queue.count }

    /// Runs a job on one of the threads.
    public func enqueue(_ job: consuming ExecutorJob) {
        let canWait = job.priority.rawValue <= TaskPriority.utility.rawValue
        queue.append(UnownedJob(job), canWait: canWait)
    }
}
