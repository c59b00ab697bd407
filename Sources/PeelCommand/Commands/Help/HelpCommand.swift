import Peel

extension OptionName {
    static let man = Self("man")
    static let completions = Self("completions")
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "show help for a command",
        synopsis: "peel help [COMMAND]",
        operands: .command,
        options: [
            OptionSpec(.man, "print the man page", in: .report),
            OptionSpec(
                .completions, .words(["bash", "zsh", "fish"]), "print the completion script for a shell", in: .report),
            .help,
        ],
        paragraphs: ["Shows what a command does and its options; without a command, what commands there are."],
        exitStatus: ["0": "printed", "2": Status.wrongUsage, "75": Status.diskIsFull],
        examples: [
            "peel help make": "the options of peel make",
            "peel help --completions bash > ~/.local/share/bash-completion/completions/peel":
                "completion of commands and options in bash",
        ],
        request: { try Document($0, $1) })
}

/// What `peel help` and its like print.
enum Document: CommandRequest {
    case program
    case version
    case command(Command)
    case man
    case completions(String)

    init(_ operands: [FilePath], _ values: OptionValues) throws {
        try values.requireAtMostOne(of: [.man, .completions], because: "each prints a file")
        if values.has(.man) {
            self = .man
        } else if let shell = values.word(.completions) {
            self = .completions(shell)
        } else if let name = operands.first?.description {
            guard let command = Command.all.first(where: { $0.name == name }) else {
                let hint = Command.likelyName(name).map { "did you mean '\($0)'?" } ?? "there are \(Command.allNames)"
                throw UsageError("'\(name)' is not a command; \(hint)")
            }
            self = .command(command)
        } else {
            self = .program
            return
        }
        if operands.count > 1 || (operands.count == 1 && (values.has(.man) || values.has(.completions))) {
            throw UsageError("one thing at a time")
        }
    }

    func run(in context: CommandContext) -> ExitCode {
        context.output.write(text)
        return .done
    }

    /// The whole document, as it is printed.
    var text: String {
        switch self {
        case .program: programHelp()
        case .version: "peel \(peelVersion)\n"
        case .command(let command): commandHelp(command)
        case .man: manPage()
        case .completions("zsh"): zshCompletion()
        case .completions("fish"): fishCompletion()
        case .completions: bashCompletion()
        }
    }
}
