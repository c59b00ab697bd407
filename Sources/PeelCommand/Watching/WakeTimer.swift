import Glibc
import Peel
import Synchronization

/// Wakes a thread at a time that any thread may set, or when a descriptor has something to read.
final class WakeTimer: Sendable {
    enum Signal: Equatable { case due, told, nothing }

    private struct State {
        var time: ContinuousClock.Instant?
        /// The pipe's end for writing; closing it ends the waiting.
        var end: CInt
    }

    private let reading: CInt
    private let state: Mutex<State>

    /// - Throws: ``FileError`` when the program has too many files open.
    init() throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileError("watch", ".", errorNumber: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        state = Mutex(State(end: ends[1]))
    }

    deinit {
        end()
        close(reading)
    }

    /// The earliest time counts.
    func set(in duration: Duration) {
        let time = ContinuousClock.now + duration
        state.withLock { state in
            if let set = state.time, set <= time { return }
            state.time = time
            // A full pipe wakes as well.
            if state.end >= 0 { _ = write(state.end, [UInt8(0)], 1) }
        }
    }

    /// Ends all waiting.
    func end() {
        state.withLock { state in
            if state.end >= 0 { close(state.end) }
            state.end = -1
        }
    }

    /// Blocks.
    ///
    /// - Returns: `nil` after ``end()``.
    func wait(orUntilTold descriptor: CInt, atMost longest: Duration) -> Signal? {
        while true {
            let (time, isEnded) = state.withLock { ($0.time, $0.end < 0) }
            if isEnded { return nil }
            let left = time.map { ContinuousClock.now.duration(to: $0) }
            if let left, left <= .zero {
                state.withLock { if $0.time == time { $0.time = nil } }
                return .due
            }
            var polled = [
                pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            // A millisecond more than the rest of one, or it would be asked again and again.
            let wait = min(left ?? longest, longest)
            let count = poll(&polled, 2, CInt(clamping: Int(wait / .milliseconds(1)) + 1))
            if polled[0].revents & Int16(POLLIN) != 0 {
                var bytes = [UInt8](repeating: 0, count: 256)
                _ = read(reading, &bytes, bytes.count)
            }
            if count > 0, polled[1].revents != 0 { return .told }
            if count == 0, left ?? .seconds(1 << 30) > longest { return .nothing }
        }
    }
}
