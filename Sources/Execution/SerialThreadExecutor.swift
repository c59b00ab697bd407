/// One thread that runs jobs in the order in which they come: an actor whose work blocks (SQLite, `fsync`) or lasts
/// (the camera's frames) takes it for its executor, and so keeps none of the few threads of Swift's shared pool
/// waiting.
///
/// The thread ends when the last owner of the executor is gone and what was enqueued has run.
package final class SerialThreadExecutor: SerialExecutor {
    private struct Entry: Sendable {
        let job: UnownedJob
        /// Keeps the executor while its job runs: the job may let go of the actor that owns it.
        let executor: SerialThreadExecutor
    }

    private let queue = JobQueue<Entry>()

    /// - Parameter name: what profilers and debuggers show; the system takes 15 bytes.
    package init(name: String) {
        queue.startThread(name: name) { $0.job.runSynchronously(on: $0.executor.asUnownedSerialExecutor()) }
    }

    deinit {
        queue.endThread()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.append(Entry(job: UnownedJob(job), executor: self))
    }
}
