import CFFmpeg
// `timespec` belongs to the first C module in the build order that declares it: this one or Glibc.
import CVideo4Linux
import Dispatch
import Glibc
import Synchronization

/// Tells a source's thread to stop, even while it waits or FFmpeg blocks.
final class StopSignal: Sendable {
    private let isRaised = Atomic(false)
    private let wake = DispatchSemaphore(value: 0)

    var isStopped: Bool { isRaised.load(ordering: .acquiring) }

    func stop() {
        isRaised.store(true, ordering: .releasing)
        wake.signal()
    }

    /// Waits until a moment of the system's monotonic clock.
    ///
    /// - Returns: `false` when told to stop.
    func wait(untilNanoseconds moment: Int64) -> Bool {
        while !isStopped {
            let now = MonotonicClock.now
            if now >= moment { return true }
            if wake.wait(timeout: .now() + .nanoseconds(Int(moment - now))) == .success { wake.signal() }
        }
        return false
    }

    /// FFmpeg's callback before and during blocking calls.
    ///
    /// The signal outlives what it is given to: the source owns both.
    var interruptCallback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { context in
                guard let context else { return 0 }
                return Unmanaged<StopSignal>.fromOpaque(context).takeUnretainedValue().isStopped ? 1 : 0
            }, opaque: Unmanaged.passUnretained(self).toOpaque())
    }
}

/// A clock for the pace of files and for the silence of microphones. Tests have their own.
struct PaceClock: Sendable {
    /// The time in nanoseconds.
    let now: @Sendable () -> Int64
    /// Waits until a time; returns `false` if told to stop.
    let wait: @Sendable (StopSignal, Int64) -> Bool

    static let monotonic = PaceClock(now: { MonotonicClock.now }, wait: { $0.wait(untilNanoseconds: $1) })
}

enum MonotonicClock {
    /// The system's monotonic clock in nanoseconds, which cameras stamp their frames with.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
