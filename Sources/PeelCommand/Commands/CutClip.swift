import Peel

/// `peel cut` of a movie.
///
/// - Throws: ``UsageError`` for an output that is the movie itself.
@MainActor
func cut(_ request: ClipRequest, in context: CommandContext) async throws(UsageError) -> ExitCode {
    if await isSameFile(request.clip, request.output) {
        throw UsageError("\(request.output) is the movie itself: the result needs another name", command: .cut)
    }
    let display = ProgressDisplay(total: 0, in: context, isQuiet: request.isQuiet)
    let (steps, continuation) = AsyncStream.makeStream(of: (Int, Int?).self, bufferingPolicy: .bufferingNewest(1))
    let backend = context.backend
    let cutting = Task {
        defer { continuation.finish() }
        return await Result(awaiting: { () async throws(CommandFailure) in
            try await backend.cutClip(request) { continuation.yield(($0, $1)) }
        })
    }
    context.stop.beginWork { cutting.cancel() }
    defer { context.stop.endWork() }
    for await (done, total) in steps { display.show(done, of: total ?? done, "frames") }
    display.finish()
    switch await cutting.value {
    case .success(let made):
        if let loss = made.loss { context.complain("\(request.clip): \(loss)") }
        if made.subjectCount < made.frameCount, !request.isQuiet {
            let without = made.frameCount - made.subjectCount
            context.complain(
                "\(request.clip): \(without) of its \(made.frameCount) frames show no subject and are empty")
        }
        return .done
    case .failure(let failure):
        if context.stop.isRequested { return .interrupted }
        context.complain(failure.description)
        return ExitCode(endedBy: failure)
    }
}
