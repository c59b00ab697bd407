import Peel

extension LivingClipRequest: CommandRequest {
    /// - Throws: ``UsageError`` for an output that is the movie itself.
    func run(in context: CommandContext) async throws -> ExitCode {
        if await isSameFile(clip, output) {
            throw UsageError("\(output) is the movie itself: the result needs another name")
        }
        let display = ProgressDisplay(total: 0, in: context, isQuiet: isQuiet)
        let (steps, continuation) = AsyncStream.makeStream(of: (Int, Int).self, bufferingPolicy: .bufferingNewest(1))
        let making = Task {
            defer { continuation.finish() }
            return await Result(awaiting: { try await LivingClip(self).write { continuation.yield(($0, $1)) } })
        }
        context.stop.beginWork { making.cancel() }
        defer { context.stop.endWork() }
        for await (done, total) in steps { display.show(done, of: total, "frames") }
        display.finish()
        switch await making.value {
        case .success(let made):
            if let loss = made.loss { context.complain("\(clip): \(loss)") }
            if isQuiet { return .done }
            if let (count, whole) = made.kept, count < whole {
                context.complain("\(output): has \(count) of \(whole) frames, so that the platform takes it")
            }
            if made.isTextCut { context.complain(CutRequest.textIsCut) }
            return .done
        case .failure(let failure):
            if context.stop.isRequested { return .interrupted }
            throw failure
        }
    }
}
