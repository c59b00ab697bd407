/// How many askers of each priority there are, to know the highest in no time.
struct PriorityTally: Equatable {
    private var counts = [Int](repeating: 0, count: LoadPriority.allCases.count)

    /// ``LoadPriority/veryLow`` when there is none.
    var highest: LoadPriority {
        counts.lastIndex { $0 > 0 }.flatMap { LoadPriority(rawValue: $0) } ?? .veryLow
    }

    mutating func add(_ priority: LoadPriority) { counts[priority.rawValue] += 1 }
    mutating func remove(_ priority: LoadPriority) { counts[priority.rawValue] -= 1 }
}
