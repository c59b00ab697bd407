import Execution
import Glibc
import Synchronization

/// The sockets of all clients with their deadlines, so that a client that sends its header fields or its body byte by
/// byte does not keep a thread. libmicrohttpd itself knows only how long a connection was silent.
final class OpenConnections: Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct State {
        /// The deadlines; `nil` while the client has nothing to do.
        var deadlines: [CInt: Instant?] = [:]
        var isEnding = false
        var waiters = Waiters<Void>()
    }

    private let state = Mutex(State())
    private let willBegin: @Sendable () -> Void

    /// - Parameter willBegin: called before a connection is known, on the thread that begins it. Tests hold that thread
    ///   up.
    init(willBegin: @escaping @Sendable () -> Void = {}) {
        self.willBegin = willBegin
    }

    func begin(_ socket: CInt, deadline: Instant) {
        willBegin()
        state.withLock { state in
            state.deadlines[socket] = .some(deadline)
            if state.isEnding { _ = shutdown(socket, CInt(SHUT_RDWR)) }
        }
    }

    /// Begins a connection whose client has already left.
    ///
    /// It is made here, in a file that does not import CMicroHTTPD: that module and Glibc both declare `SOCK_STREAM`,
    /// and where a file that imports both names it, one that imports Glibc alone does not find it any more, if it is
    /// compiled later.
    ///
    /// - Returns: its socket, or `nil` when there is none to be had.
    func beginDeparted() -> CInt? {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        close(ends[1])
        begin(ends[0], deadline: .now)
        return ends[0]
    }

    /// Ends a connection whose thread has ended. Its socket is closed only after this.
    func end(_ socket: CInt) {
        let waiters = state.withLock { state in
            state.deadlines[socket] = nil
            return state.deadlines.isEmpty ? state.waiters.takeAll() : Waiters<Void>()
        }
        waiters.resume()
    }

    /// Sets a connection's deadline; `nil` while the client has nothing to do.
    func setDeadline(_ deadline: Instant?, for socket: CInt) {
        state.withLock { state in
            guard state.deadlines[socket] != nil else { return }
            state.deadlines[socket] = .some(deadline)
        }
    }

    /// Ends the connections whose deadline has passed. Their threads notice at once.
    ///
    /// - Returns: how many.
    @discardableResult
    func sweep(at now: Instant) -> Int {
        state.withLock { state in
            var count = 0
            for (socket, deadline) in state.deadlines {
                guard let deadline, deadline < now else { continue }
                _ = shutdown(socket, CInt(SHUT_RDWR))
                state.deadlines[socket] = .some(nil)
                count += 1
            }
            return count
        }
    }

    /// Ends all connections, including new ones, and returns when all their threads have ended.
    func endAll() async {
        state.withLock { state in
            state.isEnding = true
            for socket in state.deadlines.keys { _ = shutdown(socket, CInt(SHUT_RDWR)) }
        }
        await untilNone()
    }

    /// Returns when the threads of all known connections have ended.
    func untilNone() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.deadlines.isEmpty { state.waiters.append(continuation) }
                return state.deadlines.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}
