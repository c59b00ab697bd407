import Dispatch
import Glibc
import Synchronization

/// Whether somebody asked the program to stop, and what that means at the moment.
///
/// While nothing would be lost, the program ends at once. While photos are in flight the first request is only noted:
/// who works asks ``isRequested`` before starting something new. The second request always ends it at once.
nonisolated final class StopRequest: Sendable {
    private struct State {
        var isRequested = false
        var isWorking = false
        var onRequest: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let end: @Sendable () -> Void

    /// - Parameter end: ends the program at once; a test's stand-in may return.
    init(end: @escaping @Sendable () -> Void = { _exit(ExitCode.interrupted.rawValue) }) {
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

    /// Somebody pressed Ctrl-C.
    func request() {
        let (endsNow, onRequest) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            defer { state.isRequested = true }
            return (state.isRequested || !state.isWorking, state.onRequest)
        }
        if endsNow { end() } else { onRequest?() }
    }
}

extension StopRequest {
    /// Turns SIGINT and SIGTERM into requests for the rest of the program's life, and SIGPIPE into an error of `write`.
    ///
    /// Called before any other thread is started, because these inherit that the signals are blocked: they wait for the
    /// one thread that takes them, so no code runs in a signal handler.
    nonisolated func listen() {
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        // An ignored SIGINT (a background job of a shell script, nohup) stays ignored.
        for number in [SIGINT, SIGTERM] where !Self.isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let awaited = signals
        DispatchQueue(label: "peel.signals").async {
            while true {
                var signals = awaited
                var number: CInt = 0
                guard sigwait(&signals, &number) == 0 else { return }
                self.request()
            }
        }
    }

    private nonisolated static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
