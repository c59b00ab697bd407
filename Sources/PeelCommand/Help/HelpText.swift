extension OptionSpec {
    /// `-s, --size N|original`.
    var term: String {
        let short = letter.map { "-\($0), " } ?? "    "
        return short + typed + (value.map { " \($0.placeholder)" } ?? "")
    }

    /// The help with the default in brackets behind it.
    var meaning: String {
        fallback.map { "\(help) [\($0)]" } ?? help
    }
}

let exitStatusLines: KeyValuePairs = [
    "0": "all done",
    "1": "some photos failed and were reported with the reason; the others are done",
    "2": "the command line is wrong; nothing was done",
    "65": "split, worker, merge: some photos are bad and recorded",
    "74": "make: the run stopped early; what was made is kept",
    "75": "try again: the disk is full or does not answer; nothing is lost",
    "130": "stopped by Ctrl-C before the end; what was finished is kept",
]

/// What `peel help` prints.
func programHelp() -> String {
    var text = "Usage: peel COMMAND [OPTION]...\n\n"
    text += wrapped(
        "Turns photos into stickers: lifts the subject out, draws a die-cut border and reads the photo's "
            + "colours. Everything happens on this machine.", width: helpWidth
    ).joined(separator: "\n")
    text += "\n\nCommands:\n"
    for command in Command.all { text += entry(command.name, command.summary, column: 12) }
    text += "\nOptions:\n"
    for option in OptionSpec.ofProgram { text += entry(option.term, option.meaning, column: 22) }
    text += "\nExamples:\n"
    for command in [Command.make, .cut, .colors] { text += "  \(command.examples[0].key)\n" }
    text += "\nExit status:\n"
    for (status, meaning) in exitStatusLines { text += entry(status, meaning, column: 8) }
    return text + "\n'peel help COMMAND' shows the options of a command.\n"
}

/// What `peel help COMMAND` prints.
func commandHelp(_ command: Command) -> String {
    var text = "Usage: \(command.synopsis)\n"
    for paragraph in command.paragraphs {
        text += "\n" + wrapped(paragraph, width: helpWidth).joined(separator: "\n") + "\n"
    }
    for section in OptionSection.allCases {
        let options = command.options.filter { $0.section == section }
        guard !options.isEmpty else { continue }
        text += "\n\(section.rawValue):\n"
        for option in options { text += entry(option.term, option.meaning, column: 29) }
    }
    if command.options.contains(where: { $0.fallback != nil }) { text += "\nDefaults are in brackets.\n" }
    for (title, paragraphs) in command.reference { text += helpSection(title, paragraphs) }
    text += jsonHelp(command.jsonRecords)
    text += "\nExit status:\n"
    for (status, meaning) in command.exitStatus { text += entry(status, meaning, column: 8) }
    text += "\nExamples:\n"
    for (line, purpose) in command.examples { text += "  # \(purpose)\n  \(line)\n" }
    return text
}

private func helpSection(_ title: String, _ paragraphs: [String]) -> String {
    let paragraphs = paragraphs.map { wrapped($0, width: helpWidth - 2).map { "  \($0)\n" }.joined() }
    return "\n\(title):\n" + paragraphs.joined(separator: "\n")
}

private func jsonHelp(_ records: [JSONRecord]) -> String {
    guard !records.isEmpty else { return "" }
    var text = "\nJSON (--json), one object a line:\n"
    for record in records {
        text += "  \(record.title):\n"
        for field in record.fields { text += entry(field.path, field.meaning, indent: 4, column: 29) }
    }
    return text
}
