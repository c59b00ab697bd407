extension PhotoExecutor {
    /// Runs `body` on these threads and waits for it; the caller's task may be on any executor.
    ///
    /// A child task, so that cancelling the caller cancels it. Where `withTaskExecutorPreference` was handed a closure
    /// through a function, traces showed the closure on the threads of Swift's shared pool.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let values = await withTaskGroup(of: Value.self, returning: [Value].self) { group in
            group.addTask(executorPreference: self) { await body() }
            var values: [Value] = []
            for await value in group { values.append(value) }
            return values
        }
        return values[0]
    }
}
