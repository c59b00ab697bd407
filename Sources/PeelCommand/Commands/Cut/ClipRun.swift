import Peel

extension ClipRequest: CommandRequest {
    func run(in context: CommandContext) async throws -> ExitCode {
        FreedMemory.keepForAllThreads(megabytes: 64)
        let cut = try await context.showingFrames(of: clip, to: output, isQuiet: isQuiet) { progress in
            try await ClipCutting(self).run { progress($0, $1) }
        }
        guard let made = cut else { return .interrupted }
        if let loss = made.loss { context.complain("\(clip): \(loss)") }
        if made.subjectCount < made.frameCount, !isQuiet {
            let without = made.frameCount - made.subjectCount
            context.complain("\(clip): \(without) of its \(made.frameCount) frames show no subject and are empty")
        }
        return .done
    }
}
