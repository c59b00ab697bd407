/// A rule as a check states it.
struct CheckedRule: Hashable, Sendable {
    let name: String
    let about: String
    let limit: String
    let remedy: String
    let terms: RuleTerms

    init(_ name: String, about: String, limit: String, remedy: String, terms: RuleTerms) {
        self.name = name
        self.about = about
        self.limit = limit
        self.remedy = remedy
        self.terms = terms
    }
}

/// Collects what a check finds, a row for each rule in the order in which they are first looked at.
struct Checklist {
    private var rules: [PackReport.Rule] = []
    /// What decides which value a row shows.
    private var ranks: [Int] = []
    private var places: [String: Int] = [:]
    private var lookedAt: Set<String> = []
    /// What stands before the names of files: the ZIP or folder that they are in, and a colon or slash.
    var prefix = ""
    /// Asked before each picture, which takes tens of milliseconds. Once it is `true`, the others are left out, and the
    /// report is not used.
    let isStopped: @Sendable () -> Bool

    init(isStopped: @escaping @Sendable () -> Bool = { false }) {
        self.isStopped = isStopped
    }

    /// The most failures of a rule that are listed; the others are counted.
    static let mostFailures = 100
    /// The most stickers and packs of a list that are looked at: more than any platform takes.
    static let mostStickers = 2_000
    static let mostPacks = 100
    /// Of a value or place that is shown, as Unicode's scalars.
    private static let longestText = 200

    /// Whether a file is still to be looked at. It is not twice, however often a list names it.
    ///
    /// - Parameter role: what it is looked at as, where a file may be several things.
    mutating func isFirstLook(at name: String, as role: String = "") -> Bool {
        lookedAt.insert("\(role):\(prefix)\(name)").inserted
    }

    /// Notes one thing that a rule is about.
    ///
    /// - Parameters:
    ///   - at: the file, or the part of one.
    ///   - value: as a person reads it.
    ///   - rank: the row shows the value of the highest rank, the first of them on a tie.
    ///   - found: the same as `value` for other languages; see ``RuleTerms/finding(_:value:isKept:)``.
    mutating func note(
        _ rule: CheckedRule, at: String?, _ value: String, rank: Int = 0, found: RuleTerms.Found? = nil, isKept: Bool
    ) {
        let value = Self.shortened(value)
        let terms = rule.terms.finding(found, value: value, isKept: isKept)
        let at = at.map { Self.shortened(prefix + $0) } ?? (prefix.isEmpty ? nil : String(prefix.dropLast()))
        let index: Int
        if let known = places[rule.name] {
            index = known
            if rank > ranks[index], rules[index].failures.isEmpty {
                (rules[index].value, rules[index].at, ranks[index]) = (value, at, rank)
                rules[index].terms = terms
            }
        } else {
            index = rules.count
            places[rule.name] = index
            ranks.append(rank)
            rules.append(
                PackReport.Rule(
                    rule: rule.name, about: rule.about, limit: rule.limit, value: value, at: at, failures: [],
                    remedy: rule.remedy, terms: terms))
        }
        guard !isKept else { return }
        if rules[index].failures.isEmpty {
            (rules[index].value, rules[index].at, rules[index].remedy) = (value, at, rule.remedy)
            rules[index].terms = terms
        }
        if rules[index].failures.count < Self.mostFailures {
            rules[index].failures.append(PackReport.Failure(at: at, value: value))
        } else {
            rules[index].moreFailures = (rules[index].moreFailures ?? 0) + 1
        }
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        let start = text.unicodeScalars.prefix(longestText)
        return start.endIndex == text.endIndex ? text : String(start) + "…"
    }

    /// Notes a number that must lie in a range. The row shows the largest.
    mutating func note(_ rule: CheckedRule, at: String?, _ number: Int, in range: ClosedRange<Int>) {
        note(rule, at: at, "\(number)", rank: number, found: .count(number), isKept: range.contains(number))
    }

    func report(for target: PackTarget) -> PackReport {
        PackReport(target: target.rawValue, rules: rules)
    }
}
