import Dispatch

/// A thread for an actor that blocks: Swift's shared pool has no more threads than there are cores.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter name: what profilers and debuggers show.
    init(name: String) {
        queue = DispatchQueue(label: name)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
