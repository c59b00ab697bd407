/// How late beats came: counts in steps of a tenth of a millisecond, so that a day of beats takes little memory.
public struct LatenessHistogram: Sendable {
    /// Up to 10 s; the last step holds all that is longer.
    private static let lastStep = 100_000

    private var counts: [Int: Int] = [:]
    /// How many beats were counted.
    public private(set) var count = 0
    /// The longest delay.
    public private(set) var longest: Duration = .zero

    /// Creates an empty histogram.
    public init() {}

    /// Takes up a beat, and with one that came after its turn those that were due meanwhile and were not asked for: a
    /// hang of a second is a hundred late beats, not one.
    ///
    /// - Parameter interval: at which beats are due; more than zero.
    public mutating func add(_ lateness: Duration, every interval: Duration) {
        longest = max(longest, lateness)
        var due = lateness
        repeat {
            let step = min(Self.lastStep, Int(max(0, due.nanoseconds) / 100_000))
            counts[step, default: 0] += 1
            count += 1
            due -= interval
        } while due > .zero
    }

    /// How late beats were at most, but for the latest of them: `0.999` leaves out one in a thousand. To a tenth of a
    /// millisecond, rounded up, and never more than ``longest``; zero when there was none.
    public func lateness(atQuantile quantile: Double) -> Duration {
        let wanted = Int((quantile * Double(count)).rounded(.up))
        var seen = 0
        for step in counts.keys.sorted() {
            seen += counts[step] ?? 0
            if seen >= wanted { return step == Self.lastStep ? longest : min(longest, .microseconds(100 * (step + 1))) }
        }
        return .zero
    }
}
