import CFFmpeg
// `timespec` is of the first C module in the build order that brings it: this one or Glibc.
import CVideo4Linux
import Dispatch
import Glibc
import Synchronization

/// Tells the thread of a source to stop, also while it waits or FFmpeg blocks.
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

    /// What FFmpeg asks before and while it blocks.
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

/// By what a file goes at its own speed, and a microphone is found to be silent. Tests have a clock of their own.
struct PaceClock: Sendable {
    /// In nanoseconds.
    let now: @Sendable () -> Int64
    /// Waits until a moment of the clock; `false` when told to stop.
    let wait: @Sendable (StopSignal, Int64) -> Bool

    static let monotonic = PaceClock(now: { MonotonicClock.now }, wait: { $0.wait(untilNanoseconds: $1) })
}

enum MonotonicClock {
    /// Nanoseconds of the system's clock that never jumps: the one that cameras stamp their frames with.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
