import Peel

/// Makes the packs that platforms take, one after the other, and says what became of each.
@MainActor
struct PlatformPacks {
    let targets: [PackTarget]
    let printsJSON: Bool
    let isQuiet: Bool
    let context: CommandContext
    /// Whether nothing follows that Ctrl-C is to end in order.
    var endsWork = true

    /// - Returns: `nil` when it was stopped.
    typealias Export = (
        _ target: PackTarget, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> PackExport.Outcome?

    /// Makes none after Ctrl-C.
    ///
    /// - Returns: what the shell is told of it: some may not have been written.
    func make(_ export: Export) async -> ExitCode {
        context.stop.beginWork { [context] in
            Task { @MainActor in
                context.complain("no further pack for a platform is written; Ctrl-C once more ends at once")
            }
        }
        defer { if endsWork { context.stop.endWork() } }
        var status = ExitCode.done
        for target in targets {
            guard !context.stop.isRequested else { return status }
            let display = ProgressDisplay(total: 0, in: context, isQuiet: isQuiet)
            do {
                let made = try await export(target) { done, total in
                    Task { @MainActor in display.show(done, of: total, "stickers for \(target.displayName)") }
                }
                display.finish()
                guard let outcome = made else { return status }
                if printsJSON { context.output.line(json(outcome).text) }
                for line in outcome.lines(isTalking: !isQuiet && !printsJSON) { context.errors.line(line) }
                if !outcome.isWritten { status = .someFailed }
            } catch {
                display.finish()
                status = context.ended(by: error)
                if status == .tryAgain { return status }
            }
        }
        return status
    }
}
