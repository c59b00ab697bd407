/// What `peel help --completions fish` prints.
func fishCompletion() -> String {
    var text = """
        # Completion of peel's commands and options for fish. Made by: peel help --completions fish

        complete -c peel -n __fish_use_subcommand -f

        """
    for command in Command.all {
        text += "complete -c peel -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'\n"
    }
    for option in OptionSpec.ofProgram { text += fishOption(option, when: "__fish_use_subcommand") }
    for command in Command.all {
        let condition = "'__fish_seen_subcommand_from \(command.name)'"
        text += "\n"
        if case .none = command.operands {
            text += "complete -c peel -n \(condition) -f\n"
        } else if let words = command.operands.words {
            text += "complete -c peel -n \(condition) -f -a '\(words.joined(separator: " "))'\n"
        } else {
            text += "complete -c peel -n \(condition) -F\n"
        }
        for option in command.options { text += fishOption(option, when: condition) }
    }
    return text
}

private func fishOption(_ option: OptionSpec, when condition: String) -> String {
    var line = "complete -c peel -n \(condition) -l \(option.name.rawValue)"
    if let letter = option.letter { line += " -s \(letter)" }
    switch option.value {
    case nil: break
    case .file: line += " -r -F"
    case .folder: line += " -x -a '(__fish_complete_directories)'"
    case let value?:
        line += value.takesFiles ? " -r -F" : " -x"
        if !value.suggestions.isEmpty { line += " -a '\(value.listOfSuggestions)'" }
    }
    return line + " -d '\(quoted(option.help))'\n"
}

/// Text between fish's single quotes.
private func quoted(_ text: String) -> String {
    text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
}
