import Peel

nonisolated extension PhotoSearch {
    /// Most lines about what is passed over; the rest is counted.
    private static let mostNotes = 20

    /// What a person should know of names that are not worked on, one sentence each.
    var notes: [String] {
        var notes = passedOver.prefix(Self.mostNotes).map { "passed over \($0.path): \($0.reason)" }
        if passedOver.count > Self.mostNotes {
            notes.append("passed over \(passedOver.count - Self.mostNotes) more for such reasons")
        }
        if let first = hidden.first {
            let names = hidden.prefix(3).map(\.description).joined(separator: ", ")
            let more = hidden.count > 3 ? " and \(hidden.count - 3) more" : ""
            let whose = hidden.count == 1 ? "its name begins" : "their names begin"
            notes.append("passed over \(names)\(more): \(whose) with a dot; name \(first) to take it")
        }
        notes += idlePatterns.map { "--exclude '\($0)' matches nothing" }
        return notes
    }
}
