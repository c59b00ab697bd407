/// Runs an operation for each input in a task group, at most `limit` at a time, and passes the results on as they come.
///
/// It returns when all child tasks have returned. `inputs` is read, and `receive` called, in the caller's isolation. An
/// input is read only when a place is free, and a place is free only when its result was received. After a cancellation
/// or a failure no further child task starts; running ones finish, and their results are received.
///
/// - Parameters:
///   - limit: at least 1.
///   - executor: where the operations run; `nil` for where child tasks of the caller do.
/// - Throws: the first failure, when no child runs any more.
public func forEachConcurrently<Input: Sendable, Output: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ inputs: some Sequence<Input>, atMost limit: Int,
    on executor: (any TaskExecutor)? = nil,
    operation: @escaping @Sendable (Input) async throws(Failure) -> Output, receive: (Output) async -> Void
) async throws(Failure) {
    precondition(limit >= 1, "limit must be at least 1")
    typealias Outcome = Result<Output, Failure>
    let failure = await withTaskGroup(of: Outcome.self, returning: Failure?.self, isolation: isolation) { group in
        var iterator = inputs.makeIterator()
        var running = 0
        var failure: Failure?
        func startNext() {
            guard failure == nil, !Task.isCancelled, let input = iterator.next() else { return }
            let isStarted = group.addTaskUnlessCancelled(executorPreference: executor) {
                await Outcome(awaiting: { () async throws(Failure) in try await operation(input) })
            }
            if isStarted { running += 1 }
        }
        while running < limit {
            let before = running
            startNext()
            if running == before { break }
        }
        while let outcome = await group.next(isolation: isolation) {
            running -= 1
            switch outcome {
            case .success(let output): await receive(output)
            case .failure(let error): failure = failure ?? error
            }
            startNext()
        }
        return failure
    }
    if let failure { throw failure }
}
