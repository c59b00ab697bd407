import Peel

extension Command {
    /// The command that a command line names, without the program's name; `nil` where an option of `peel` itself stands
    /// there.
    ///
    /// - Throws: ``UsageError`` for what is none.
    static func named(in arguments: [FilePath]) throws -> Command? {
        guard let first = arguments.first else { throw UsageError("say what to do: \(allNames)") }
        if first.bytes.first == UInt8(ascii: "-"), first != "-" { return nil }
        guard let command = all.first(where: { $0.name == first.description }) else { throw unknown(first) }
        return command
    }

    /// Understands what follows the command's name.
    ///
    /// - Throws: ``UsageError`` for the first thing that is wrong with it.
    func understood(_ arguments: [FilePath]) throws -> any CommandRequest {
        let read = try readArguments(arguments, options: options)
        if read.options.contains(where: { $0.option.name == .help }) { return Document.command(self) }
        return try request(read.operands, OptionValues(read.options))
    }

    /// Other names that people try.
    private static let otherWords = [
        "studio": "serve", "app": "serve", "web": "serve", "pack": "make", "sticker": "cut", "stickers": "make",
        "print": "sheet", "send": "upload", "telegram": "upload", "sheets": "sheet", "camera": "scan", "video": "scan",
        "palette": "colors",
    ]

    /// The name of the command that was probably meant.
    static func likelyName(_ typed: String) -> String? {
        let word = typed.lowercased()
        return otherWords[word] ?? nearest(to: word, among: all.map(\.name))
    }

    private static func unknown(_ typed: FilePath) -> UsageError {
        let text = typed.description
        if ImageFormat.pathExtensions.contains(typed.pathExtension) {
            return UsageError("'\(text)' is not a command; for one photo: peel cut \(text) -o sticker.png")
        }
        let hint = likelyName(text).map { "did you mean '\($0)'?" } ?? "there are \(allNames)"
        return UsageError("'\(text)' is not a command; \(hint)")
    }
}

/// What a command line without the program's name asks for.
///
/// - Throws: ``UsageError`` for the first thing that is wrong with it.
func understood(_ arguments: [FilePath]) throws -> any CommandRequest {
    if let command = try Command.named(in: arguments) { return try command.understood(Array(arguments.dropFirst())) }
    // Only what stands before a command: 'peel --version make' is as good as 'peel --version'.
    for given in try readArguments([arguments[0]], options: OptionSpec.ofProgram).options {
        if given.option.name == .version { return Document.version }
        if given.option.name == .help { return Document.program }
    }
    throw UsageError("say what to do: \(Command.allNames)")
}

/// Runs a command line and returns how it ended.
@MainActor
func run(_ arguments: [FilePath], in context: CommandContext) async -> ExitCode {
    if arguments.isEmpty {
        context.errors.write(programHelp())
        return .wrongUsage
    }
    var status: ExitCode
    var failing = ExitCode.someFailed
    do {
        let request = try understood(arguments)
        failing = type(of: request).failing
        status = try await request.run(in: context)
    } catch let error as UsageError {
        // A command that there is not has no help.
        let command = ((try? Command.named(in: arguments)) ?? nil).map { " \($0.name)" } ?? ""
        context.errors.line("peel\(command): \(terminalText(error.description))\nTry 'peel help\(command)'.")
        status = .wrongUsage
    } catch {
        status = context.ended(by: error, else: failing)
    }
    if let failure = context.output.failure {
        let failed = context.ended(by: failure, else: failing)
        if [.done, .someFailed, .badPhotos].contains(status) { status = failed }
    }
    return status
}
