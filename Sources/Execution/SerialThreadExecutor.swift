/// An executor with one thread, which runs jobs in the order in which they come. Actors whose work blocks (SQLite,
/// `fsync`) or takes long (the camera's frames) use it, so that they take no thread of Swift's shared pool.
///
/// The thread ends when the last owner of the executor is gone and what was enqueued has run.
package final class SerialThreadExecutor: SerialExecutor {
    private struct Entry: Sendable {
        let job: UnownedJob
        /// Keeps the executor while its job runs, since the job may release the actor that owns it.
        let executor: SerialThreadExecutor
    }

    private let queue = JobQueue<Entry>()

    /// Starts the thread.
    ///
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
