import Glibc

/// Ends a connection whose client is still sending. If a socket is closed with unread bytes, the client's system
/// discards the answer (RFC 9112, 9.6).
enum LingeringClose {
    private static let longest = Duration.seconds(3)
    private static let pause = Duration.milliseconds(500)

    /// Closes the sending side, then reads what the client sends until it stops, ends, or takes too long. Blocks: call
    /// it on the connection's own thread.
    static func drain(_ socket: CInt) {
        shutdown(socket, CInt(SHUT_WR))
        let end = ContinuousClock.now + longest
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            while ContinuousClock.now < end {
                var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                guard poll(&watched, 1, CInt(pause / .milliseconds(1))) > 0,
                    recv(socket, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)) > 0
                else { return }
            }
        }
    }
}
