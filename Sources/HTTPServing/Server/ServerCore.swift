import Execution
import Synchronization

/// The state that the threads of all connections share with the server's owner.
final class ServerCore: Sendable {
    private struct State {
        var load: ServerLoad
        var isStopping = false
        var isAbandoned = false
        /// The number of requests between their last header field and the end of their answers.
        var exchanges = 0
        var runs: [ObjectIdentifier: RequestRun] = [:]
        /// The open streams, with the client's address for streams of events.
        var buffers: [ObjectIdentifier: (buffer: StreamBuffer, eventsOf: String?)] = [:]
        var waiters = Waiters<Void>()
    }

    let service: any HTTPService
    let limits: ServerLimits
    /// The listening socket; `nil` once the server has stopped.
    let listener: Mutex<ListeningSocket?>
    let connections: OpenConnections
    private let state: Mutex<State>

    init(
        service: any HTTPService, limits: ServerLimits, listener: consuming ListeningSocket,
        connections: OpenConnections = OpenConnections()
    ) {
        self.service = service
        self.limits = limits
        self.connections = connections
        self.listener = Mutex(listener)
        state = Mutex(State(load: ServerLoad(limits: limits)))
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }
    var isFull: Bool { state.withLock { !$0.load.hasRoomForRequest || $0.isStopping } }

    var busy: HTTPResponse { HTTPResponse(.busy(retryAfter: Int(limits.retryAfter.components.seconds))) }

    // MARK: Exchanges

    func beginExchange() {
        state.withLock { $0.exchanges += 1 }
    }

    func endExchange() {
        let waiters = state.withLock { state in
            state.exchanges -= 1
            return state.exchanges == 0 ? state.waiters.takeAll() : Waiters<Void>()
        }
        waiters.resume()
    }

    /// Returns when no exchange is left, or after ``abandonAll()``.
    func waitForExchanges() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                guard state.exchanges > 0 && !state.isAbandoned else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: Loads

    func begin(_ run: RequestRun) -> Bool {
        state.withLock { state in
            guard !state.isAbandoned, state.load.beginRequest() else { return false }
            state.runs[ObjectIdentifier(run)] = run
            return true
        }
    }

    func end(_ run: RequestRun) {
        state.withLock { state in
            state.load.endRequest()
            state.runs[ObjectIdentifier(run)] = nil
        }
    }

    /// Registers an answer that is sent as a stream. Returns `false` if there is no room or the server stops.
    ///
    /// - Parameter client: its address, where the stream is one of events.
    func begin(_ buffer: StreamBuffer, eventsOf client: String?) -> Bool {
        state.withLock { state in
            guard !state.isAbandoned else { return false }
            if let client {
                guard !state.isStopping, state.load.beginEventStream(of: client) else { return false }
            }
            state.buffers[ObjectIdentifier(buffer)] = (buffer, client)
            return true
        }
    }

    func end(_ buffer: StreamBuffer) {
        state.withLock { state in
            guard let entry = state.buffers.removeValue(forKey: ObjectIdentifier(buffer)) else { return }
            if let client = entry.eventsOf { state.load.endEventStream(of: client) }
        }
    }

    /// Calls `body` with the load, under the lock.
    func withLoad<Result: Sendable>(_ body: (inout ServerLoad) -> Result) -> Result {
        state.withLock { body(&$0.load) }
    }

    // MARK: Stopping

    /// Refuses clients from now on, including those that wait to be accepted.
    func refuseClients() {
        listener.withLock { $0?.refuseClients() }
    }

    /// Frees the port.
    func closeListener() {
        listener.withLock { $0 = nil }
    }

    /// Refuses new requests from now on. Event streams end after what was written to them.
    func beginStopping() {
        let buffers = state.withLock { state in
            state.isStopping = true
            return state.buffers.values.filter { $0.eventsOf != nil }.map(\.buffer)
        }
        for buffer in buffers { buffer.end(.finished) }
    }

    /// Stops waiting for handlers and streams.
    func abandonAll() {
        let (runs, buffers, waiters) = state.withLock { state in
            state.isAbandoned = true
            return (Array(state.runs.values), state.buffers.values.map(\.buffer), state.waiters.takeAll())
        }
        for run in runs { run.abandon() }
        for buffer in buffers { buffer.disconnect() }
        waiters.resume()
    }
}
