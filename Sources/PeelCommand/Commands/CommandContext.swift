import Peel

/// Everything a command touches that is not its own: tests put their own here.
@MainActor
struct CommandContext {
    var output: OutputSink
    var errors: OutputSink
    var terminal: TerminalFacts
    /// All of standard input, at most that many bytes. Blocks.
    var readInput: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
    var stop: StopRequest
    var now: () -> ContinuousClock.Instant
    var backend: any CommandBackend

    /// Says on standard error what went wrong.
    func complain(_ text: String) {
        errors.line("peel: \(terminalText(text))")
    }
}

/// Runs a command line and returns how it ended.
@MainActor
func run(_ arguments: [FilePath], in context: CommandContext) async -> ExitCode {
    if arguments.isEmpty {
        context.errors.write(programHelp())
        return .wrongUsage
    }
    let request: Request
    do throws(UsageError) {
        request = try Request(arguments: arguments)
    } catch {
        context.complainAboutUsage(error)
        return .wrongUsage
    }
    var status: ExitCode
    do throws(UsageError) {
        status = try await run(request, in: context)
    } catch {
        context.complainAboutUsage(error)
        status = .wrongUsage
    }
    if let failure = context.output.failure {
        context.complain(failure.description)
        if status == .done { status = .someFailed }
    }
    return status
}

@MainActor
private func run(_ request: Request, in context: CommandContext) async throws(UsageError) -> ExitCode {
    switch request {
    case .make(let request): return await make(request, in: context)
    case .split(let request): return await split(request, in: context)
    case .worker(let request): return try await worker(request, in: context)
    case .merge(let request): return await merge(request, in: context)
    case .check(let request): return await check(request, in: context)
    case .upload(let request): return await upload(request, in: context)
    case .cut(let request): return try await cut(request, in: context)
    case .clip(let request): return try await cut(request, in: context)
    case .cutSession(let request): return await cutSession(request, in: context)
    case .sheet(let request): return await sheet(request, in: context)
    case .scan(let request): return try await scan(request, in: context)
    case .colors(let request): return await colors(request, in: context)
    case .catalog(let request): return await catalog(request, in: context)
    case .serve(let request): return await serve(request, in: context)
    case .doctor(let request): return await doctor(request, in: context)
    case .help(let document): context.output.write(document.text)
    case .version: context.output.line("peel \(peelVersion)")
    }
    return .done
}

extension CommandContext {
    fileprivate func complainAboutUsage(_ error: UsageError) {
        let command = error.command.map { " \($0.rawValue)" } ?? ""
        errors.line("peel\(command): \(terminalText(error.description))\nTry 'peel help\(command)'.")
    }
}

/// How a command ended, as the shell sees it.
enum ExitCode: Int32, Sendable {
    case done = 0
    case someFailed = 1
    case wrongUsage = 2
    /// Of `split`, `worker` and `merge`: `EX_DATAERR` of sysexits(3).
    case badPhotos = 65
    /// The run could not go on: `EX_IOERR` of sysexits(3).
    case stopped = 74
    /// The same command may succeed later: `EX_TEMPFAIL` of sysexits(3).
    case tryAgain = 75
    case interrupted = 130

    /// Of a failure that ends a command, as a full disk does.
    ///
    /// - Parameter other: of a failure that stays until a person does something.
    init(endedBy failure: CommandFailure, else other: ExitCode = .someFailed) {
        self = failure.isTemporary ? .tryAgain : other
    }
}
