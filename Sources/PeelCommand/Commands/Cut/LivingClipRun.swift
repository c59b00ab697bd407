import Peel

extension LivingClipRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        let living = try await context.showingFrames(of: clip, to: output, isQuiet: isQuiet) { progress in
            try await LivingClip(self).write { progress($0, $1) }
        }
        guard let made = living else { return .interrupted }
        if let loss = made.loss { context.complain("\(clip): \(loss)") }
        if isQuiet { return .done }
        if let (count, whole) = made.kept, count < whole {
            context.complain("\(output): has \(count) of \(whole) frames, to stay within the platform's limit")
        }
        if made.isTextCut { context.complain(CutRequest.textIsCut) }
        return .done
    }
}
