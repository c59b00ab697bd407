import Synchronization

/// A clock on which every wait is over at once, and that remembers them.
final class RecordingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let recorded = Mutex<[Duration]>([])

    var waits: [Duration] { recorded.withLock { $0 } }
    var now: Instant { Instant(offset: waits.reduce(.zero, +)) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let now = now
        recorded.withLock { $0.append(now.duration(to: deadline)) }
        try Task.checkCancellation()
    }
}
