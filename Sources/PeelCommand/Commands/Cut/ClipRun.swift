import Peel

extension ClipRequest: CommandRequest {
    /// - Throws: ``UsageError`` for an output that is the movie itself.
    func run(in context: CommandContext) async throws -> ExitCode {
        if await isSameFile(clip, output) {
            throw UsageError("\(output) is the movie itself: the result needs another name")
        }
        FreedMemory.keepForNextFrame()
        let display = ProgressDisplay(total: 0, in: context, isQuiet: isQuiet)
        let (steps, continuation) = AsyncStream.makeStream(of: (Int, Int?).self, bufferingPolicy: .bufferingNewest(1))
        let cutting = Task {
            defer { continuation.finish() }
            return await Result(awaiting: { try await ClipCutting(self).run { continuation.yield(($0, $1)) } })
        }
        context.stop.beginWork { cutting.cancel() }
        defer { context.stop.endWork() }
        for await (done, total) in steps { display.show(done, of: total ?? done, "frames") }
        display.finish()
        switch await cutting.value {
        case .success(let made):
            if let loss = made.loss { context.complain("\(clip): \(loss)") }
            if made.subjectCount < made.frameCount, !isQuiet {
                let without = made.frameCount - made.subjectCount
                context.complain("\(clip): \(without) of its \(made.frameCount) frames show no subject and are empty")
            }
            return .done
        case .failure(let failure):
            if context.stop.isRequested { return .interrupted }
            throw failure
        }
    }
}
