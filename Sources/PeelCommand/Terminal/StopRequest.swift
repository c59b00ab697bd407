import CInterrupts
import Execution
import Glibc
import Synchronization

/// Whether the program was asked to stop, and what that means at the moment.
///
/// While no work would be lost, the program ends at once. While photos are in flight the first request is only noted:
/// work asks ``isRequested`` before it starts something new. The second request always ends the program at once.
final class StopRequest: Sendable {
    private struct State {
        var isRequested = false
        var isWorking = false
        var onRequest: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let end: @Sendable () -> Void

    /// - Parameter end: ends the program at once; a test's stand-in may return.
    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    var isRequested: Bool { state.withLock(\.isRequested) }

    /// From here on the first request is only noted; `onRequest` is called then, on any thread.
    func beginWork(onRequest: @escaping @Sendable () -> Void = {}) {
        state.withLock {
            $0.isWorking = true
            $0.onRequest = onRequest
        }
    }

    /// From here on a request ends the program at once.
    func endWork() {
        state.withLock {
            $0.isWorking = false
            $0.onRequest = nil
        }
    }

    /// Called for Ctrl-C.
    func request() {
        let (endsNow, onRequest) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            defer { state.isRequested = true }
            return (state.isRequested || !state.isWorking, state.onRequest)
        }
        if endsNow { end() } else { onRequest?() }
    }
}

extension StopRequest {
    /// Turns SIGINT, SIGTERM and SIGHUP into requests for the rest of the program's life, and SIGPIPE into an error of
    /// `write`.
    ///
    /// The signal's handler only writes into a pipe; a thread of its own reads from it. Waiting for blocked signals
    /// (`sigwait`) would not do: once the program runs tasks, Dispatch lets its main thread take every signal.
    func listen() {
        signal(SIGPIPE, SIG_IGN)
        let pipe = peel_interrupts_listen()
        guard pipe >= 0 else { return }
        let isStarted = SystemThread.start(name: "peel-interrupts") {
            var number: UInt8 = 0
            while true {
                let count = read(pipe, &number, 1)
                if count == 1 {
                    self.request()
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
        precondition(isStarted, "the system gives a thread")
    }
}
