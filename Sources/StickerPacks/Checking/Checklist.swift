/// A rule as a check states it.
struct CheckedRule: Hashable, Sendable {
    let name: String
    let about: String
    let limit: String
    let remedy: String

    init(_ name: String, about: String, limit: String, remedy: String) {
        self.name = name
        self.about = about
        self.limit = limit
        self.remedy = remedy
    }
}

/// Collects what a check finds, a row for each rule in the order in which they are first looked at.
struct Checklist {
    private var rules: [PackReport.Rule] = []
    /// What decides which value a row shows.
    private var ranks: [Int] = []
    private var places: [String: Int] = [:]
    /// What stands before the names of files: the ZIP or folder that they are in, and a colon or slash.
    var prefix = ""

    /// Notes one thing that a rule is about.
    ///
    /// - Parameters:
    ///   - at: the file, or the part of one.
    ///   - value: as a person reads it.
    ///   - rank: the row shows the value of the highest rank, the first of them on a tie.
    mutating func note(_ rule: CheckedRule, at: String?, _ value: String, rank: Int = 0, isKept: Bool) {
        let at = at.map { prefix + $0 } ?? (prefix.isEmpty ? nil : String(prefix.dropLast()))
        let index: Int
        if let known = places[rule.name] {
            index = known
            if rank > ranks[index], rules[index].failures.isEmpty {
                (rules[index].value, rules[index].at, ranks[index]) = (value, at, rank)
            }
        } else {
            index = rules.count
            places[rule.name] = index
            ranks.append(rank)
            rules.append(
                PackReport.Rule(
                    rule: rule.name, about: rule.about, limit: rule.limit, value: value, at: at, failures: [],
                    remedy: rule.remedy))
        }
        guard !isKept else { return }
        if rules[index].failures.isEmpty { (rules[index].value, rules[index].at) = (value, at) }
        rules[index].failures.append(PackReport.Failure(at: at, value: value))
    }

    /// Notes a number that must lie in a range. The row shows the largest.
    mutating func note(_ rule: CheckedRule, at: String?, _ number: Int, in range: ClosedRange<Int>) {
        note(rule, at: at, "\(number)", rank: number, isKept: range.contains(number))
    }

    func report(for target: PackTarget) -> PackReport {
        PackReport(target: target.rawValue, rules: rules)
    }
}
