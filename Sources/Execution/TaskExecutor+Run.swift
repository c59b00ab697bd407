extension TaskExecutor {
    /// Runs `body` on these threads and waits for it. The caller's task may be on any executor.
    ///
    /// `body` runs in a child task, so that cancelling the caller cancels it. `withTaskExecutorPreference` is not used:
    /// traces showed closures that it got through a function on the threads of Swift's shared pool.
    public func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        typealias Outcome = Result<Value, Failure>
        let outcomes = await withTaskGroup(of: Outcome.self, returning: [Outcome].self) { group in
            group.addTask(executorPreference: self) { await Outcome(awaiting: body) }
            var outcomes: [Outcome] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        return try outcomes[0].get()
    }
}
