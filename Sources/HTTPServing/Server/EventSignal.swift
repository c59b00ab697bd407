import CMicroHTTPD
import Glibc

/// Wakes a connection's thread that waits for its socket at the same time. Signals add up until they are taken.
final class EventSignal: Sendable {
    private let descriptor: CInt

    /// Creates a signal; `nil` if the system has no more descriptors.
    init?() {
        descriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    func raise() {
        // It fails only if the counter is full of waiting signals.
        _ = eventfd_write(descriptor, 1)
    }

    enum Event {
        case raised
        /// The client closed its side, or the connection broke.
        case hangup
        case timeout
    }

    /// Waits until one of these comes. Blocks: call it on a connection's own thread.
    ///
    /// - Parameters:
    ///   - socket: of a client that may leave; -1 for none.
    ///   - timeout: `nil` for as long as it takes.
    func wait(orHangupOf socket: CInt, timeout: Duration?) -> Event {
        // poll(2) ignores negative descriptors.
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: peel_hangup, revents: 0),
        ]
        let end = timeout.map { ContinuousClock.now.advanced(by: $0) }
        while true {
            let count = poll(&watched, 2, end.map(Self.milliseconds) ?? -1)
            if count == 0 { return .timeout }
            if count < 0 { continue }
            if watched[0].revents != 0 {
                var signals: eventfd_t = 0
                eventfd_read(descriptor, &signals)
                return .raised
            }
            return .hangup
        }
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> CInt {
        let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        return CInt(min(max(rest.rounded(.up), 0), 1e9))
    }
}
