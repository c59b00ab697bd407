import CCurl
import Execution
import Synchronization

/// The messages of other threads for the transport's thread: transfers to begin and to end, and its end.
final class CurlLoop: Sendable {
    private struct Inbox {
        var added: [CurlJob] = []
        var cancelled: Set<Int> = []
        var isClosed = false
        var hasThread = false
        /// The handle that wakes the thread; `nil` before it has started and after it has ended.
        var waker: CurlWaker?
    }

    private let options: CurlTransport.Options
    private let inbox = Mutex(Inbox())
    private let lastTransfer = Atomic(0)
    private let running = Atomic(0)

    var runningTransfers: Int { running.load(ordering: .relaxed) }
    var hasThread: Bool { inbox.withLock(\.hasThread) }

    init(_ options: CurlTransport.Options) {
        self.options = options
    }

    func newTransfer() -> Int { lastTransfer.add(1, ordering: .relaxed).newValue }

    /// Adds a transfer. The first one starts the thread: a transport that sends nothing has none, because a program
    /// that ended while that thread started libcurl's libraries crashed.
    ///
    /// - Parameter isCancelled: asked under the lock, so that a cancellation either is seen here or finds the transfer.
    func add(_ job: CurlJob, unless isCancelled: () -> Bool) {
        let failure: TransportError? = inbox.withLock { inbox in
            guard !inbox.isClosed, !isCancelled() else { return TransportError(.cancelled) }
            if !inbox.hasThread {
                inbox.hasThread = SystemThread.start(name: "peel-loading") { self.run() }
                // The system has no thread left; the next transfer tries again.
                guard inbox.hasThread else { return TransportError(.unreachable) }
            }
            inbox.added.append(job)
            inbox.waker?.wake()
            return nil
        }
        if let failure { job.finish(.failure(failure)) }
    }

    func cancel(_ id: Int) {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return }
            inbox.cancelled.insert(id)
            inbox.waker?.wake()
        }
    }

    func close() {
        inbox.withLock { inbox in
            inbox.isClosed = true
            inbox.waker?.wake()
        }
    }

    /// Runs the transport's thread.
    private func run() {
        let transfers = CurlTransfers(options)
        inbox.withLock { $0.waker = transfers.waker }
        while takeMessages(transfers) {
            transfers.perform()
            running.store(transfers.count, ordering: .relaxed)
            transfers.wait()
        }
        transfers.cancelAll()
    }

    /// Does what other threads ask for. Returns `false` once the loop is closed.
    ///
    /// What a job's closures own may own the transport, so no job is kept here while the thread waits.
    private func takeMessages(_ transfers: CurlTransfers) -> Bool {
        let (added, cancelled, isClosed) = inbox.withLock { inbox in
            defer {
                inbox.added = []
                inbox.cancelled = []
                if inbox.isClosed { inbox.waker = nil }
            }
            return (inbox.added, inbox.cancelled, inbox.isClosed)
        }
        for job in added {
            if cancelled.contains(job.id) || isClosed {
                job.finish(.failure(TransportError(.cancelled)))
            } else {
                transfers.start(job)
            }
        }
        for id in cancelled { transfers.cancel(id) }
        return !isClosed
    }
}

/// Ends the wait of the transport's thread. The loop forgets it, under its lock, before the handle goes away.
// libcurl documents that curl_multi_wakeup may be called from any thread; nothing else is done with the handle here.
struct CurlWaker: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer

    init(_ multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    func wake() {
        curl_multi_wakeup(multi)
    }
}
