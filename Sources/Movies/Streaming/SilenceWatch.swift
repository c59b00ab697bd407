import Dispatch
import Synchronization

/// Detects that a source has given nothing for a while. The source's thread reports when it begins to wait for a sample
/// and when it has one, and another thread watches the time.
///
/// The waiting thread may be in a call that cannot be interrupted. It stays there and ends when the call does.
final class SilenceWatch: Sendable {
    /// The longest silence, five seconds.
    static let limit: Int64 = 5_000_000_000
    /// The wait for a source that was told to stop, one second.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// The error of a silent source.
    let error: MovieError
    private let clock: PaceClock
    /// When the thread began to wait; `nil` while it does not wait.
    private let waitingSince = Mutex<Int64?>(nil)
    private let threadEnd = DispatchSemaphore(value: 0)

    init(error: MovieError, clock: PaceClock = .monotonic) {
        self.error = error
        self.clock = clock
    }

    // MARK: The source's thread

    func begin() {
        let now = clock.now()
        waitingSince.withLock { $0 = now }
    }

    func end() {
        waitingSince.withLock { $0 = nil }
    }

    func threadHasEnded() {
        threadEnd.signal()
    }

    // MARK: The watching thread

    /// Waits until the source has been silent for too long.
    ///
    /// - Returns: `false` when the source was told to stop, or has ended.
    func waitForSilence(until stopSignal: StopSignal) -> Bool {
        while true {
            let now = clock.now()
            let since = waitingSince.withLock { $0 } ?? now
            if now - since >= Self.limit { return true }
            guard clock.wait(stopSignal, since + Self.limit) else { return false }
        }
    }

    /// Waits until the source's thread has ended, but not too long.
    func waitForThread() {
        _ = threadEnd.wait(timeout: .now() + Self.patience)
    }
}
