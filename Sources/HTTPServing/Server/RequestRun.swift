import Synchronization

/// A request whose handler runs as a task while its connection's thread waits.
final class RequestRun: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var response: HTTPResponse?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let signal: EventSignal

    init?() {
        guard let signal = EventSignal() else { return nil }
        self.signal = signal
    }

    /// Starts the handler and waits for its answer. Blocks: call it on the connection's own thread.
    ///
    /// - Parameter socket: of the client: when it leaves, the handler is cancelled.
    /// - Returns: `nil` when the server has stopped waiting for the handler.
    func answer(_ request: HTTPRequest, by service: any HTTPService, socket: CInt) -> HTTPResponse? {
        start(request, by: service)
        var watchedSocket = socket
        while true {
            let (response, isAbandoned) = state.withLock { ($0.response, $0.isAbandoned) }
            if response != nil || isAbandoned { return response }
            if signal.wait(orHangupOf: watchedSocket, timeout: nil) == .hangup {
                cancel()
                watchedSocket = -1
            }
        }
    }

    private func start(_ request: HTTPRequest, by service: any HTTPService) {
        let task = Task.detached {
            let response = await service.respond(to: request)
            self.state.withLock { $0.response = response }
            self.signal.raise()
        }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    /// Cancels the handler and stops waiting for it.
    func abandon() {
        state.withLock { $0.isAbandoned = true }
        cancel()
        signal.raise()
    }
}
