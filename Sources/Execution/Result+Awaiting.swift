/// `async let`, task groups, task-local values and continuations have only `any Error`. A typed error crosses them as a
/// `Result`, which is made and opened here alone.
///
/// The isolation is passed on by name. Otherwise `withTaskCancellationHandler` and its like leave the caller's actor:
/// in a function that runs in its caller's isolation, `#isolation` is `nil`.
extension Result {
    /// Awaits `body`, in the caller's isolation.
    package init(
        isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws(Failure) -> Success
    ) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// Suspends like `withCheckedContinuation`, with a typed error. `body` runs in the caller's isolation.
package func withTypedContinuation<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: (CheckedContinuation<Result<Value, Failure>, Never>) -> Void
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation(isolation: isolation) { body($0) }
    return try result.get()
}

/// Suspends like the function above, and calls `onCancel` at once if the task is or gets cancelled.
package func withTypedContinuation<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: (CheckedContinuation<Result<Value, Failure>, Never>) -> Void,
    onCancel: @Sendable () -> Void
) async throws(Failure) -> Value {
    try await withTypedCancellationHandler(isolation: isolation) { () async throws(Failure) in
        try await withTypedContinuation(isolation: isolation, body)
    } onCancel: {
        onCancel()
    }
}

/// Runs `withTaskCancellationHandler` with a typed error.
package func withTypedCancellationHandler<Value, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value,
    onCancel: @Sendable () -> Void
) async throws(Failure) -> Value {
    try await withTaskCancellationHandler(
        operation: { await Result(isolation: isolation, awaiting: body) }, onCancel: onCancel, isolation: isolation
    ).get()
}
