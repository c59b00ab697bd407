import FoundationEssentials

extension Date {
    /// The rounded milliseconds since 1970.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }

    init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The same time in the precision of the index.
    var roundedToMilliseconds: Date { Date(milliseconds: milliseconds) }
}
