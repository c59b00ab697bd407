import Synchronization

/// A clock on which no time passes: every sleep ends at once, and is noted.
public final class InstantClock: Clock {
    public struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let noted = Mutex([Swift.Duration]())
    public var sleeps: [Swift.Duration] { noted.withLock { $0 } }
    public let now = Instant()
    public let minimumResolution = Swift.Duration.zero

    public init() {}

    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        noted.withLock { $0.append(now.duration(to: deadline)) }
    }
}
