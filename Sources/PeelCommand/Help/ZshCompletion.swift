/// What `peel help --completions zsh` prints.
func zshCompletion() -> String {
    var text = """
        #compdef peel
        # Completion of peel's commands and options for zsh. Made by: peel help --completions zsh

        _peel() {
            local context state state_descr line curcontext=$curcontext
            typeset -A opt_args
            local -a commands=(

        """
    for command in Command.all { text += "        '\(command.name):\(quoted(command.summary))'\n" }
    text += """
            )
            _arguments -C \\

        """
    text += OptionSpec.ofProgram.map { "        \(zshOption($0)) \\\n" }.joined()
    text += """
                '1:command:->command' \\
                '*::argument:->argument'
            case $state in
            command) _describe -t commands command commands ;;
            argument)
                case $words[1] in

        """
    for command in Command.all {
        text += "        \(command.name))\n            _arguments -s -S"
        for option in command.options { text += " \\\n                \(zshOption(option))" }
        text += zshOperands(command) + "\n            ;;\n"
    }
    text += """
                esac
                ;;
            esac
        }

        if [[ $funcstack[1] == _peel ]]; then _peel "$@"; else compdef _peel peel; fi

        """
    return text
}

private func zshOption(_ option: OptionSpec) -> String {
    let help = "[\(bracketed(option.help))]"
    let value = option.value.map { ":\(bracketed($0.placeholder)):\(zshValues($0))" } ?? ""
    // `+`: the value may follow a letter at once; `=`: after `--name`, behind an equals sign or as the next word.
    let long = option.typed + (option.value == nil ? "" : "=")
    // A star: it may be given again.
    let star = option.value?.addsUp == true ? "*" : ""
    guard let letter = option.letter else { return "'\(quoted(star + long + help + value))'" }
    let short = "-\(letter)" + (option.value == nil ? "" : "+")
    return "'(-\(letter) \(option.typed))'{\(short),\(long)}'\(quoted(help + value))'"
}

private func zshValues(_ value: OptionValueKind) -> String {
    switch value {
    case .file: "_files"
    case .folder: "_files -/"
    default:
        if value.suggestions.isEmpty {
            " "
        } else if value.takesFiles {
            "{_files || compadd \(value.listOfSuggestions)}"
        } else {
            "(\(value.listOfSuggestions))"
        }
    }
}

private func zshOperands(_ command: Command) -> String {
    func proposing(_ words: [String]) -> String {
        "(\(words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ")))"
    }
    let operands =
        switch command.operands {
        case .none: [String]()
        case .file(let what): ["1:\(what):_files"]
        case .files(let what): ["*:\(what):_files"]
        case .folders(let what): ["*:\(what):_files -/"]
        case .words(let what, let first, let other, let others):
            ["1:\(what):\(proposing(first))", "*:\(other):\(proposing(others))"]
        case .command: ["1:command:\(proposing(Command.all.map(\.name)))"]
        }
    return operands.map { " \\\n                '\($0)'" }.joined()
}

/// Text between single quotes.
private func quoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
}

/// Text in a specification of `_arguments`, where brackets and colons mean something.
private func bracketed(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
}
