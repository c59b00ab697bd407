import Peel

extension LivingClipRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let living = try await context.showingFrames(of: clip, to: output, isQuiet: isQuiet) { progress in
            try await LivingClip(self).write { progress($0, $1) }
        }
        guard let made = living else { return .interrupted }
        if let loss = made.loss { context.complain("\(clip): \(loss)") }
        if isQuiet { return .done }
        if let found = made.found {
            func seconds(_ time: Int64) -> String { "\((Double(time) / 1e7).rounded() / 100)" }
            context.complain(
                "\(clip): the sticker shows \(seconds(found.lowerBound)) to \(seconds(found.upperBound)) s; choose "
                    + "another part with --start and --end")
        }
        if let (count, whole) = made.kept, count < whole {
            context.complain("\(output): has \(count) of \(whole) frames, to stay within the platform's limit")
        }
        if made.isTextCut { context.complain(CutRequest.textIsCut) }
        return .done
    }
}
