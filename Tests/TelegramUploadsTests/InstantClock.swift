import Synchronization

/// A clock on which no time passes: every sleep ends at once, and is noted.
final class InstantClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let noted = Mutex([Swift.Duration]())
    var sleeps: [Swift.Duration] { noted.withLock { $0 } }
    let now = Instant()
    let minimumResolution = Swift.Duration.zero

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        noted.withLock { $0.append(now.duration(to: deadline)) }
    }
}
