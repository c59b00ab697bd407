/// A histogram of how late beats came, in steps of 0.1 ms, so that a day of beats takes little memory.
package struct LatenessHistogram: Sendable {
    /// The last step, 10 s, also counts all that is later.
    private static let lastStep = 100_000

    private var counts: [Int: Int] = [:]
    /// How many beats were counted.
    package private(set) var count = 0
    /// The longest delay.
    package private(set) var longest: Duration = .zero

    /// Creates an empty histogram.
    package init() {}

    /// Adds a beat. A beat that was later than the interval also stands for those that were due meanwhile: a hang of a
    /// second is a hundred late beats, not one.
    ///
    /// - Parameter interval: at which beats are due; more than zero.
    package mutating func add(_ lateness: Duration, every interval: Duration) {
        longest = max(longest, lateness)
        var due = lateness
        repeat {
            let step = min(Self.lastStep, Int(max(0, due.nanoseconds) / 100_000))
            counts[step, default: 0] += 1
            count += 1
            due -= interval
        } while due > .zero
    }

    /// Returns a quantile of the lateness: `0.999` leaves out the latest beat of a thousand. It is rounded up to 0.1 ms
    /// and never more than ``longest``; zero without beats.
    package func lateness(atQuantile quantile: Double) -> Duration {
        let wanted = Int((quantile * Double(count)).rounded(.up))
        var seen = 0
        for step in counts.keys.sorted() {
            seen += counts[step] ?? 0
            if seen >= wanted { return step == Self.lastStep ? longest : min(longest, .microseconds(100 * (step + 1))) }
        }
        return .zero
    }
}
