import Execution
import Peel

extension CheckRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        var status = ExitCode.done
        for pack in packs {
            let display = ProgressDisplay(total: 0, in: context)
            do {
                let all = try await context[PackChecking.self].check(pack, targets) { target, done, total in
                    Task { @MainActor in display.show(done, of: total, "pictures for \(target.displayName)") }
                }
                display.finish()
                for checked in all { tell(checked, in: context) }
                if !all.allSatisfy(\.report.isKept), status == .done { status = .someFailed }
            } catch {
                display.finish()
                let end = context.ended(by: error)
                if status != .tryAgain { status = end }
                guard printsJSON else { continue }
                let reason = JSONText.string(CommandFailure(error).description)
                context.output.line(JSONText.object(["pack": .string(pack.escapedText), "reason": reason]).text)
            }
        }
        return status
    }

    @MainActor
    private func tell(_ checked: PackCheck.Checked, in context: CommandContext) {
        if printsJSON { return context.output.line(json(checked).text) }
        context.output.line("\(checked.path)")
        for line in checked.report.text.split(separator: "\n") { context.output.line(terminalText(String(line))) }
    }
}

/// How a pack is checked, also one of another program.
struct PackChecking: Replaceable {
    /// How many pictures were looked at for a platform, of about how many.
    typealias Progress = @Sendable (_ target: PackTarget, _ done: Int, _ total: Int) -> Void

    var check: @Sendable (FilePath, [PackTarget], @escaping Progress) async throws -> [PackCheck.Checked]

    static let standard = PackChecking { pack, targets, progress in
        try await PhotoExecutor.shared.run {
            var check = PackCheck(pack)
            check.progress = progress
            return try check.run(for: targets)
        }
    }
}

/// The line that `--json` prints for a pack and a platform.
func json(_ checked: PackCheck.Checked) -> JSONText {
    .members([("pack", .string(checked.path.escapedText))] + members(checked.report))
}

func members(_ report: PackReport) -> [(String, JSONText)] {
    func place(_ at: String?) -> JSONText { at.map { .string($0) } ?? .null }
    let rules = report.rules.map { rule in
        JSONText.object([
            "rule": .string(rule.rule), "about": .string(rule.about), "limit": .string(rule.limit),
            "value": .string(rule.value), "at": place(rule.at), "kept": .bool(rule.isKept),
            "remedy": rule.isKept ? .null : .string(rule.remedy),
            "failures": .array(rule.failures.map { .object(["value": .string($0.value), "at": place($0.at)]) }),
            "failureCount": .int(rule.failureCount),
        ])
    }
    return [("target", .string(report.target)), ("rulesKept", .bool(report.isKept)), ("rules", .array(rules))]
}

extension JSONRecord {
    static let checkedPack = JSONRecord(
        "For each pack and platform",
        [
            "pack": "its folder or file",
            "reason": "why the check failed; present only then, together with pack",
        ], .rules)
}

extension JSONFields {
    static let rules: JSONFields = [
        "target": "the platform",
        "rulesKept": "whether all rules are kept",
        "rules[].rule": "what the rule is called, the same in all versions",
        "rules[].about": "what is checked",
        "rules[].limit": "what is allowed",
        "rules[].value": "the value found; for a limited number, the largest",
        "rules[].at": "the file, or a part of one; null for the pack as a whole",
        "rules[].kept": "whether the rule is kept",
        "rules[].remedy": "what to do about it; null if the rule is kept",
        "rules[].failures[].value": "violations of the rule, the first 100",
        "rules[].failures[].at": "where; null for the pack as a whole",
        "rules[].failureCount": "how many break it",
    ]
}
