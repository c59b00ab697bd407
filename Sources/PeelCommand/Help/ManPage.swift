import Peel

/// What `peel help --man` prints: one page for all commands, in the macros of man(7).
func manPage() -> String {
    var page = ManWriter()
    page.line(".TH PEEL 1 \"\" \"peel \(peelVersion)\" \"User Commands\"")
    page.section("NAME")
    page.text("peel \\- turn photos into stickers")
    page.section("SYNOPSIS")
    for (index, command) in Command.all.enumerated() {
        if index > 0 { page.line(".br") }
        page.text(escaped(command.synopsis))
    }
    page.section("DESCRIPTION")
    page.text(
        "Lifts the subject out of photos, draws a die-cut border around it, reads the photo's colours and writes "
            + "stickers and packs of stickers. Everything happens on this machine.")
    for command in Command.all {
        page.section("PEEL \(command.name.uppercased())")
        for (index, paragraph) in command.paragraphs.enumerated() {
            if index > 0 { page.line(".PP") }
            page.text(escaped(paragraph))
        }
        for option in command.options {
            page.line(".TP")
            page.line(optionHead(option))
            page.text(escaped(sentence(option.help) + (option.fallback.map { " Default: \($0)." } ?? "")))
        }
        page.reference(of: command)
    }
    page.section("EXIT STATUS")
    for (status, meaning) in exitStatusLines { page.tagged(status, sentence(meaning)) }
    page.section("ENVIRONMENT")
    page.tagged("NO_COLOR", "If set, the output has no colours.")
    page.tagged(
        "PEEL_APOD_KEY", "Key for NASA's Astronomy Picture of the Day; DEMO_KEY, with 30 requests an hour, without one."
    )
    page.tagged("PEEL_APOD_URL", "Another service with the same protocol: the whole address before the '?'.")
    page.tagged(
        "XDG_CACHE_HOME",
        "The compiled network is kept in peel/ below it, and what was loaded from the web in peel/web/; ~/.cache when it "
            + "is not set.")
    page.tagged(
        "XDG_DATA_HOME", "The studio's library is peel/ below it; ~/.local/share when it is not set.")
    page.tagged(
        "XDG_CONFIG_HOME",
        "peel/ below it has the certificate's key and the token of a studio that other machines reach; ~/.config "
            + "when it is not set. When the token's file is removed, the next start makes a new one, and phones with "
            + "the old one lose access.")
    page.tagged("PEEL_TELEGRAM_TOKEN", "The token of the bot that uploads sets.")
    page.tagged("PEEL_TELEGRAM_API", "Another server with the protocol of Telegram's bots.")
    page.tagged(
        "TMPDIR",
        "Where the studio and commands that read manifests from storage keep what they need while they run; the cache "
            + "folder when it is not set.")
    page.section("EXAMPLES")
    for (index, example) in Command.all.flatMap(\.examples).enumerated() {
        if index > 0 { page.line(".PP") }
        page.text(escaped(sentence(example.value)))
        page.line(".PP")
        page.line(".RS 4")
        page.line(".EX")
        page.text(escaped(example.key))
        page.line(".EE")
        page.line(".RE")
    }
    return page.text
}

private func optionHead(_ option: OptionSpec) -> String {
    let names = (option.letter.map { ["-\($0)"] } ?? []) + [option.typed]
    let bold = names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    return bold + (option.value.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? "")
}

private func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix("?") ? "" : ".")
}

/// Text in which troff finds no commands of its own.
private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "'": result += "\\(aq"
        case "~": result += "\\(ti"
        case "×": result += "\\(mu"
        case "…": result += "to"
        default: result.append(character)
        }
    }
    return result
}

private struct ManWriter {
    private(set) var text = ""

    mutating func line(_ line: String) { text += line + "\n" }

    mutating func text(_ line: String) {
        // A dot or quote at the start of a line would be a macro.
        text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }

    mutating func section(_ title: String) { line(".SH \(title)") }

    /// What must be known exactly, under headings of their own.
    mutating func reference(of command: Command) {
        for (title, paragraphs) in command.reference {
            line(".SS \(title)")
            for (index, paragraph) in paragraphs.enumerated() {
                if index > 0 { line(".PP") }
                text(escaped(paragraph))
            }
        }
        for record in command.jsonRecords {
            line(".SS JSON: \(record.title.prefix(1).lowercased() + record.title.dropFirst())")
            for field in record.fields { tagged(field.path, sentence(field.meaning)) }
        }
        line(".SS Exit status of peel \(command.name)")
        for (status, meaning) in command.exitStatus { tagged(status, sentence(meaning)) }
    }

    mutating func tagged(_ tag: String, _ words: String) {
        line(".TP")
        line(".B \(escaped(tag))")
        text(escaped(words))
    }
}
