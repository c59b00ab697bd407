import Glibc
import Synchronization

/// Measures how long the main actor lets others wait: a thread of its own asks it for a beat every 10 ms and notes how
/// late the beat comes. While a beat is outstanding no further one is asked for, so that a hang is one long wait and not
/// a hundred.
public nonisolated final class ResponsivenessMonitor: Sendable {
    /// A beat that came so late that somebody could see it: later than a frame.
    public struct Hang: Hashable, Sendable {
        /// When the beat was asked for, on the clock of ``now``.
        public let began: Duration
        public let length: Duration
    }

    public static let interval: Duration = .milliseconds(10)
    /// A frame at 60 a second, as the issue of every hang begins.
    public static let frame: Duration = .milliseconds(16)
    private static let mostHangs = 1_000
    /// Tenths of a millisecond up to 10 s; the last one holds all that is longer.
    private static let bucketCount = 100_000

    private struct State {
        var buckets: [Int: Int] = [:]
        var beatCount = 0
        var longest: Duration = .zero
        var hangs: [Hang] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let onHang: (@Sendable (Hang) -> Void)?

    /// - Parameter onHang: called on the main actor, right after a hang.
    public init(onHang: (@Sendable (Hang) -> Void)? = nil) {
        self.onHang = onHang
    }

    /// Nanoseconds of the monotonic clock since some fixed moment.
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Beats until ``stop()``.
    public func start() {
        let monitor = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<ResponsivenessMonitor>.fromOpaque(raw).takeRetainedValue().beat()
                return nil
            }, monitor.toOpaque())
        if result == 0 { pthread_detach(thread) } else { monitor.release() }
    }

    public func stop() {
        state.withLock { $0.isStopped = true }
    }

    private func beat() {
        let beats = Beats(monitor: self)
        while !state.withLock(\.isStopped) {
            var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
            nanosleep(&pause, nil)
            beats.ask()
        }
    }

    fileprivate func record(askedAt began: Duration) {
        let late = Self.now - began
        let bucket = min(Self.bucketCount, Int(late / .microseconds(100)))
        let hang = late > Self.frame ? Hang(began: began, length: late) : nil
        state.withLock { state in
            state.buckets[bucket, default: 0] += 1
            state.beatCount += 1
            state.longest = max(state.longest, late)
            if let hang, state.hangs.count < Self.mostHangs { state.hangs.append(hang) }
        }
        if let hang { onHang?(hang) }
    }

    // MARK: What was measured

    public var beatCount: Int { state.withLock(\.beatCount) }
    public var longest: Duration { state.withLock(\.longest) }
    public var hangs: [Hang] { state.withLock(\.hangs) }

    /// How late the beats were at most, but for the latest of them: `0.999` leaves out one in a thousand. To a tenth of a
    /// millisecond, rounded up.
    public func lateness(atQuantile quantile: Double) -> Duration {
        state.withLock { state in
            let wanted = Int((quantile * Double(state.beatCount)).rounded(.up))
            var seen = 0
            for bucket in state.buckets.keys.sorted() {
                seen += state.buckets[bucket] ?? 0
                if seen >= wanted { return .microseconds(100 * (bucket + 1)) }
            }
            return .zero
        }
    }
}

/// Asks the main actor for one beat at a time.
private nonisolated final class Beats: Sendable {
    private let isOutstanding = Atomic(false)
    private let monitor: ResponsivenessMonitor

    init(monitor: ResponsivenessMonitor) {
        self.monitor = monitor
    }

    func ask() {
        guard !isOutstanding.exchange(true, ordering: .relaxed) else { return }
        let began = ResponsivenessMonitor.now
        Task { @MainActor in
            monitor.record(askedAt: began)
            isOutstanding.store(false, ordering: .relaxed)
        }
    }
}
