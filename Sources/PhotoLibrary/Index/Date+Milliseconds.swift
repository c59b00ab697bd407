import FoundationEssentials

extension Date {
    /// Since 1970, rounded.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }

    init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The same moment as the index keeps it.
    var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }
}
