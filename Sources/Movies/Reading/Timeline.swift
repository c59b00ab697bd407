/// Makes the times of a source start at 0 and increase, whatever its file says. Picture and sound share one timeline.
///
/// A jump (backwards by more than a second, or forwards by more than ten) counts as a cut: the rest continues where the
/// part before it stopped, with the same shift for both tracks. A track that goes on where the other one is, or within
/// the length that the file's header tells, has only paused, as the pictures of a screen that stands still.
struct Timeline {
    private struct Track {
        /// The expected time of the track's next frame, after the shift.
        var expected: Int64?
        var last: Int64?
    }

    static let largestStepForwards: Int64 = 10_000_000_000
    static let largestStepBackwards: Int64 = 1_000_000_000
    /// Of two tracks that go on at the same place.
    private static let largestDistance: Int64 = 2_000_000_000
    private static let largestStart: Int64 = 86_400_000_000_000
    private static let smallestStep: Int64 = 1_000

    private let length: Int64
    private var shift: Int64?
    private var picture = Track()
    private var sound = Track()

    /// - Parameter length: of the file by its header, in nanoseconds, of which a day counts; 0 if it does not say.
    init(length: Int64 = 0) {
        self.length = min(max(0, length), Self.largestStart)
    }

    /// Whether time 0 is known. Before that, only a picture (or sound without a picture) can get a time.
    var hasStarted: Bool { shift != nil }

    /// Returns the time of a picture. Times always increase.
    ///
    /// - Parameters:
    ///   - stamp: nanoseconds, as the file has it; `nil` when it has none.
    ///   - duration: nanoseconds until the track's next frame, as far as it is known.
    /// - Returns: nanoseconds, above those of the track's frame before.
    mutating func time(ofPicture stamp: Int64?, duration: Int64) -> Int64 {
        Self.time(stamp, duration: duration, track: &picture, beside: sound, shift: &shift, length: length)
    }

    mutating func time(ofSound stamp: Int64?, duration: Int64) -> Int64 {
        let expected = sound.expected
        let time = Self.time(
            stamp, duration: duration, track: &sound, beside: picture, shift: &shift, length: length)
        // Containers round stamps, so nearly adjacent pieces are joined.
        guard let expected, abs(time - expected) < 40_000_000 else { return time }
        sound.last = expected
        sound.expected = expected + duration
        return expected
    }

    private static func time(
        _ stamp: Int64?, duration: Int64, track: inout Track, beside other: Track, shift: inout Int64?, length: Int64
    ) -> Int64 {
        let expected = track.expected ?? 0
        guard let stamp else { return advance(&track, to: expected, duration: duration) }
        // Stamps are untrusted. Their sums may wrap around, which counts as a jump.
        let current = shift ?? 0 &- stamp
        var time = stamp &+ current
        if let last = track.last {
            let step = time &- expected
            let agrees = other.expected.map { [time] in
                (-largestDistance...largestDistance).contains(time &- $0)
            }
            let isWithinFile = (0...length).contains(time) || agrees == true
            // What is expected is a guess, so a step backwards is told from the last time.
            if time &- last < -largestStepBackwards || step > largestStepForwards && !isWithinFile {
                shift = current &- step
                time = expected
            } else {
                shift = current
            }
        } else {
            shift = current
            // A track that begins years after the other one begins with it.
            if !(-largestStart...largestStart).contains(time) { time = 0 }
        }
        return advance(&track, to: time, duration: duration)
    }

    private static func advance(_ track: inout Track, to time: Int64, duration: Int64) -> Int64 {
        let time = track.last.map { max(time, $0 + smallestStep) } ?? time
        track.last = time
        track.expected = time + max(duration, smallestStep)
        return time
    }
}
