import Files

/// Which of a platform's rules a pack keeps: every rule that was looked at, with its limit and what was found.
public struct PackReport: Hashable, Sendable, Codable {
    /// A rule and what came of it.
    public struct Rule: Hashable, Sendable, Codable {
        /// What the rule is called, the same in all versions: `sticker-bytes`.
        public var rule: String
        /// What is looked at: `bytes of a sticker`.
        package var about: String
        /// What is allowed: `at most 102400`.
        public var limit: String
        /// What was found: the largest where a number is limited, else the first; of a broken rule, the first that
        /// breaks it.
        public var value: String
        /// Where that was found: a file of the pack, or a part of one; missing when it is the pack as a whole.
        package var at: String?
        /// What breaks the rule, the first 100.
        package var failures: [Failure]
        /// How many more break it; `nil` for none.
        package var moreFailures: Int?
        /// What to do about it.
        package var remedy: String
        /// The same in parts, for other languages. Files of reports do not have them.
        package var terms: RuleTerms?

        private enum CodingKeys: String, CodingKey {
            case rule, about, limit, value, at, failures, moreFailures, remedy
        }

        /// Whether nothing breaks the rule.
        package var isKept: Bool { failures.isEmpty }
        /// How many break it.
        package var failureCount: Int { failures.count + (moreFailures ?? 0) }
    }

    /// One thing that breaks a rule.
    package struct Failure: Hashable, Sendable, Codable {
        /// Where: a file of the pack, or a part of one; missing when it is the pack as a whole.
        package var at: String?
        /// What was found there.
        package var value: String
    }

    /// ``PackTarget``'s raw value.
    package var target: String
    /// Every rule that was looked at, in the order of the check.
    package var rules: [Rule]

    /// Whether the pack keeps all rules.
    public var isKept: Bool { rules.allSatisfy(\.isKept) }

    /// The rules that are broken.
    public var broken: [Rule] { rules.filter { !$0.isKept } }

    /// A table for a person: a line for each rule, those that are broken with all failures and what to do.
    public var text: String {
        let name = PackTarget(rawValue: target)?.displayName ?? target
        let count = rules.count == 1 ? "1 rule" : "\(rules.count) rules"
        let verdict = isKept ? "\(count), all kept" : "\(broken.count) of \(count) broken"
        var lines = ["\(name): \(verdict)"]
        let width = rules.map(\.about.count).max() ?? 0
        let limitWidth = min(rules.map(\.limit.count).max() ?? 0, 40)
        for rule in rules {
            let about = Self.padded(rule.about, width)
            let limit = Self.padded(rule.limit, limitWidth)
            guard !rule.isKept else {
                lines.append("  pass  \(about)  \(limit)  \(Self.found(rule.value, rule.at))")
                continue
            }
            let (first, rest) = (rule.failures[0], rule.failures.dropFirst())
            lines.append("  FAIL  \(about)  \(limit)  \(Self.found(first.value, first.at))")
            let indent = String(repeating: " ", count: 8 + width + 2 + limitWidth + 2)
            lines += rest.map { indent + Self.found($0.value, $0.at) }
            if let more = rule.moreFailures { lines.append(indent + "and \(more) more") }
            lines.append("        \(rule.remedy)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// On one line: a file's name may have a line feed, and what follows it would look like a rule.
    private static func found(_ value: String, _ at: String?) -> String {
        (at.map { "\(value)  (\($0))" } ?? value).onOneLine
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
