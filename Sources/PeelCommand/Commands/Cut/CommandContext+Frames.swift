import Peel

extension CommandContext {
    /// Makes a file of a movie, and shows how many of its frames are done.
    ///
    /// - Parameter work: calls what it is given with how many frames are done, of how many if that is known.
    /// - Returns: `nil` if the command is interrupted.
    /// - Throws: ``UsageError`` for an output that is the movie itself.
    func showingFrames<Made: Sendable>(
        of clip: FilePath, to output: FilePath, isQuiet: Bool,
        _ work: @escaping (@escaping @Sendable (_ done: Int, _ total: Int?) -> Void) async throws -> Made
    ) async throws -> Made? {
        if await isSameFile(clip, output) {
            throw UsageError("\(output) is the movie itself: the result needs another name")
        }
        let display = ProgressDisplay(total: 0, in: self, isQuiet: isQuiet)
        let (steps, continuation) = AsyncStream.makeStream(of: (Int, Int?).self, bufferingPolicy: .bufferingNewest(1))
        let making = Task {
            defer { continuation.finish() }
            return await Result(awaiting: { try await work { continuation.yield(($0, $1)) } })
        }
        stop.beginWork { making.cancel() }
        defer { stop.endWork() }
        for await (done, total) in steps { display.show(done, of: total ?? done, "frames") }
        display.finish()
        switch await making.value {
        case .success(let made): return made
        case .failure(let failure):
            if stop.isRequested { return nil }
            throw failure
        }
    }
}
