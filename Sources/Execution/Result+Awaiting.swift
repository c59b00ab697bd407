/// `async let`, task groups, task-local values and continuations know `any Error` and no typed one. Where an error has
/// to cross one of them, it crosses as a `Result`, made and opened here and nowhere else.
///
/// The isolation is handed on by name. Without that, `withTaskCancellationHandler` and its like leave the caller's
/// actor: in a function that runs in its caller's isolation, `#isolation` stands for none.
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
