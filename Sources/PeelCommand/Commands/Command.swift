import Peel

/// Something that `peel` does, the first word of its command line: all that parsing, help, man page and completions say
/// of it.
struct Command: Sendable {
    /// What stands on the command line without being an option or its value. A text says what it is, for completions.
    enum Operands: Sendable {
        case none
        case file(String)
        case files(String)
        case folders(String)
        /// One of some words, then any of others.
        case words(String, [String], then: String, [String])
        case command
    }

    let name: String
    /// What it does, in one line.
    let summary: String
    /// How it is called, without its options.
    let synopsis: String
    let operands: Operands
    let options: [OptionSpec]
    /// What it does, in paragraphs.
    let paragraphs: [String]
    /// Headings, and under them what must be known exactly: what is read, and what counts as the same photo.
    var reference: KeyValuePairs<String, [String]> = [:]
    /// What it prints with `--json`.
    var jsonRecords: [JSONRecord] = []
    /// How it ends, as the shell sees it, and what that means.
    let exitStatus: KeyValuePairs<String, String>
    /// Command lines, and what they are good for.
    let examples: KeyValuePairs<String, String>
    /// What the operands and options ask for.
    let request: @Sendable (_ operands: [FilePath], _ values: OptionValues) throws -> any CommandRequest
}

/// What a command line asks for, understood.
protocol CommandRequest: Equatable, Sendable {
    /// How it ends by a failure that stays until a person does something.
    static var failing: ExitCode { get }

    /// Does it.
    ///
    /// - Throws: what ends the command; it is printed, and says how the command ends.
    @MainActor func run(in context: CommandContext) async throws -> ExitCode
}

extension CommandRequest {
    static var failing: ExitCode { .someFailed }
}

extension Command: Equatable, CustomStringConvertible {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    var description: String { name }
}

extension Command {
    /// Meanings of an exit status that several commands have.
    enum Status {
        static let wrongUsage = "the command line is wrong; nothing was done"
        static let diskIsFull = "try again: the disk is full or does not answer"
        static let stopped = "stopped by Ctrl-C before the end; what was finished is kept"
    }
}
