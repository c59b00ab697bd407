import Glibc
import Synchronization

/// When each connection must have got further: a client that sends its header fields or its body byte by byte keeps a
/// thread no longer than that. libmicrohttpd itself only knows how long a connection was silent.
final class ConnectionDeadlines: Sendable {
    typealias Instant = ContinuousClock.Instant

    private let deadlines = Mutex<[CInt: Instant]>([:])

    /// - Parameter deadline: `nil` while the client has nothing to do.
    func set(_ deadline: Instant?, for socket: CInt) {
        deadlines.withLock { $0[socket] = deadline }
    }

    /// Ends the connections whose time is over. Their threads see it at once.
    ///
    /// - Returns: how many.
    @discardableResult
    func sweep(at now: Instant) -> Int {
        deadlines.withLock { deadlines in
            let late = deadlines.filter { $0.value < now }.keys
            for socket in late {
                // The socket is still the connection's: it is closed only after it was taken off this list.
                _ = shutdown(socket, CInt(SHUT_RDWR))
                deadlines[socket] = nil
            }
            return late.count
        }
    }
}
