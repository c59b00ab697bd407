import CThreads
import Dispatch
import Glibc
import Synchronization

/// One thread that runs jobs in the order in which they come: an actor whose work blocks (SQLite, `fsync`) or lasts (the
/// camera's frames) takes it for its executor, and so keeps none of the few threads of Swift's shared pool waiting.
///
/// The thread ends when the last owner of the executor is gone and what was enqueued has run.
package final class SerialThreadExecutor: SerialExecutor {
    private let queue = SerialJobQueue()

    /// - Parameter name: what profilers and debuggers show; the system takes 15 bytes.
    package init(name: String) {
        queue.startThread(name: name)
    }

    deinit {
        queue.append(nil)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.append(SerialJobQueue.Entry(job: UnownedJob(job), executor: self))
    }
}

/// What stands between those who enqueue and the thread. The thread owns it too, so that the executor can go first.
private final class SerialJobQueue: Sendable {
    struct Entry: Sendable {
        let job: UnownedJob
        /// Keeps the executor while its job runs: the job may let go of the actor that owns it.
        let executor: SerialThreadExecutor
    }

    private struct State {
        /// Entries from `head` on wait; `nil` tells the thread to end.
        var entries: [Entry?] = []
        var head = 0
    }

    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)

    func append(_ entry: Entry?) {
        state.withLock { $0.entries.append(entry) }
        available.signal()
    }

    private func next() -> Entry? {
        available.wait()
        return state.withLock { state in
            let entry = state.entries[state.head]
            state.entries[state.head] = nil
            state.head += 1
            if 2 * state.head >= state.entries.count {
                state.entries.removeFirst(state.head)
                state.head = 0
            }
            return entry
        }
    }

    func startThread(name: String) {
        let run = Unmanaged.passRetained(ThreadStart(name: name, queue: self))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { start in
                guard let start else { return nil }
                let body = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
                peel_name_calling_thread(body.name)
                while let entry = body.queue.next() {
                    entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
                }
                return nil
            }, run.toOpaque())
        precondition(status == 0, "the system gives a thread")
        pthread_detach(thread)
    }

    private final class ThreadStart {
        let name: String
        let queue: SerialJobQueue

        init(name: String, queue: SerialJobQueue) {
            self.name = name
            self.queue = queue
        }
    }
}
