import Synchronization

/// The time limits of a transfer. The idle limit starts again with each sign of life, the total limit does not.
final class TimeLimits<Time: Clock<Duration>>: Sendable {
    private let clock: Time
    private let idle: Duration
    private let total: Duration
    private let end: Time.Instant
    private let lastSign: Mutex<Time.Instant>

    init(clock: Time, idle: Duration, total: Duration) {
        self.clock = clock
        self.idle = idle
        self.total = total
        let now = clock.now
        end = now.advanced(by: total)
        lastSign = Mutex(now)
    }

    func noteSignOfLife() {
        let now = clock.now
        lastSign.withLock { $0 = max($0, now) }
    }

    private var deadline: Time.Instant { min(end, lastSign.withLock { $0 }.advanced(by: idle)) }

    /// The exceeded limit, for a person.
    var reason: String {
        let isSilent = clock.now >= lastSign.withLock { $0 }.advanced(by: idle)
        return isSilent ? "the server sent nothing for \(idle.spoken)" : "it was not finished after \(total.spoken)"
    }

    /// Returns when a limit is exceeded.
    ///
    /// - Returns: `false` when the task was cancelled before.
    func wait() async -> Bool {
        while true {
            let deadline = deadline
            if clock.now >= deadline { return true }
            do {
                try await clock.sleep(until: deadline, tolerance: nil)
            } catch {
                return false
            }
        }
    }
}

extension Duration {
    /// The duration in words: `15 seconds`, `0.5 seconds`.
    fileprivate var spoken: String {
        let seconds = self / .seconds(1)
        let number = Int(exactly: seconds).map(String.init) ?? String(seconds)
        return number == "1" ? "1 second" : "\(number) seconds"
    }
}
