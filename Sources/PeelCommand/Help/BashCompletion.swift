/// What `peel help --completions bash` prints.
func bashCompletion() -> String {
    let commands = Command.all.map(\.name).joined(separator: " ")
    var text = """
        # Completion of peel's commands and options for bash. Made by: peel help --completions bash

        _peel() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
            COMPREPLY=()
            if ((COMP_CWORD == 1)); then
                mapfile -t COMPREPLY < <(compgen -W "\(commands) \(words(of: OptionSpec.ofProgram))" -- "$current")
                return
            fi
            # --size=o is three words for bash, the equals sign being one of them.
            [[ $current == = ]] && current=''
            [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
            local values='' kind=''
            case ${COMP_WORDS[1]} in

        """
    for command in Command.all {
        text += "    \(command.name))\n        case $previous in\n"
        for option in command.options {
            guard let value = option.value else { continue }
            let names = ([option.typed] + (option.letter.map { ["-\($0)"] } ?? [])).joined(separator: " | ")
            text += "        \(names)) \(bashValues(value)) ;;\n"
        }
        text += "        *)\n            \(bashOperands(command))\n            ;;\n        esac\n        ;;\n"
    }
    text += """
            esac
            # A family of fonts has spaces in its name.
            [[ $kind == *words* ]] && mapfile -t COMPREPLY < <(
                compgen -W "$values" -- "${current//\\\\/}" | while IFS= read -r word; do printf '%q\\n' "$word"; done)
            [[ $kind == *files* ]] && compopt -o filenames && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
            [[ $kind == *folders* ]] && compopt -o filenames && mapfile -t COMPREPLY < <(compgen -d -- "$current")
        } && complete -F _peel peel

        """
    return text
}

private func words(of options: [OptionSpec]) -> String {
    options.flatMap { [$0.typed] + ($0.letter.map { ["-\($0)"] } ?? []) }.joined(separator: " ")
}

private func bashValues(_ value: OptionValueKind) -> String {
    switch value {
    case .file: "kind=files"
    case .folder: "kind=folders"
    default:
        "kind=words\(value.takesFiles ? "+files" : "") values='\(value.listOfSuggestions)'"
    }
}

private func bashOperands(_ command: Command) -> String {
    let options = "if [[ $current == -?* ]]; then kind=words values='\(words(of: command.options))'"
    if case .none = command.operands { return options + "; fi" }
    guard let words = command.operands.words else { return options + "; else kind=files; fi" }
    return options + "; else kind=words values='\(words.joined(separator: " "))'; fi"
}

extension Command.Operands {
    /// What may stand there; `nil` where no list has it.
    var words: [String]? {
        switch self {
        case .words(_, let first, _, let others): first + others
        case .command: Command.all.map(\.name)
        case .none, .file, .files, .folders: nil
        }
    }
}
