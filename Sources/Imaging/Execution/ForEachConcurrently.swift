/// Runs an operation for each input in a task group, at most `limit` at once, and hands over the results as they come.
///
/// Structured: returns when all children have. `inputs` is read, and `receive` called, in the caller's isolation; an
/// input is only read when a place is free, and a place is only free when its result was received. After a cancellation
/// no further child is started.
///
/// - Parameters:
///   - limit: at least 1.
///   - executor: where the operations run.
public func forEachConcurrently<Input: Sendable, Output: Sendable>(
    _ inputs: some Sequence<Input>, atMost limit: Int, on executor: PhotoExecutor,
    operation: @escaping @Sendable (Input) async -> Output, receive: (Output) async -> Void
) async {
    precondition(limit >= 1, "something may run")
    await withTaskGroup(of: Output.self) { group in
        var iterator = inputs.makeIterator()
        var running = 0
        func startNext() {
            guard !Task.isCancelled, let input = iterator.next() else { return }
            let isStarted = group.addTaskUnlessCancelled(executorPreference: executor) { await operation(input) }
            if isStarted { running += 1 }
        }
        while running < limit {
            let before = running
            startNext()
            if running == before { break }
        }
        while let output = await group.next() {
            running -= 1
            await receive(output)
            startNext()
        }
    }
}
