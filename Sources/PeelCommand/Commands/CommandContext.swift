import Peel

/// Everything a command touches that is not its own: tests put their own here.
@MainActor
struct CommandContext {
    var output: OutputSink
    var errors: OutputSink
    var terminal: TerminalFacts
    /// All of standard input, at most that many bytes. Blocks.
    var readInput: @Sendable (_ limit: Int) throws -> [UInt8]
    var stop: StopRequest
    var now: () -> ContinuousClock.Instant
    private var replaced: [ObjectIdentifier: any Replaceable] = [:]

    init(
        output: OutputSink, errors: OutputSink, terminal: TerminalFacts,
        readInput: @escaping @Sendable (_ limit: Int) throws -> [UInt8], stop: StopRequest,
        now: @escaping () -> ContinuousClock.Instant
    ) {
        self.output = output
        self.errors = errors
        self.terminal = terminal
        self.readInput = readInput
        self.stop = stop
        self.now = now
    }

    /// What a command has done for it: by the library, or by what a test has put in its place.
    subscript<Work: Replaceable>(_ kind: Work.Type) -> Work {
        get { replaced[ObjectIdentifier(kind)] as? Work ?? .standard }
        set { replaced[ObjectIdentifier(kind)] = newValue }
    }

    /// Says on standard error what went wrong.
    func complain(_ text: String) {
        errors.line("peel: \(terminalText(text))")
    }

    func complain(_ error: any Error) {
        complain(CommandFailure(error).description)
    }

    /// Says what ends a command.
    ///
    /// - Parameter other: how it ends by a failure that stays until a person does something.
    func ended(by error: any Error, else other: ExitCode = .someFailed) -> ExitCode {
        complain(error)
        return ExitCode(endedBy: error, else: other)
    }
}

/// Work of a command that takes a network or a device, which a test may replace.
protocol Replaceable: Sendable {
    /// What the program does.
    static var standard: Self { get }
}
