/// A task with a typed error; `Task` itself has only `any Error`.
package typealias TypedTask<Value: Sendable, Failure: Error> = Task<Result<Value, Failure>, Never>

extension Task where Failure == Never {
    /// Awaits the task's value; `nil` as soon as the caller is cancelled. The task goes on for its other waiters.
    package func valueUnlessCancelled() async -> Success? {
        let first = Promise<Success?>()
        let task = self
        Task<Void, Never> { first.set(await task.value) }
        return await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            first.set(nil)
        }
    }

    /// Awaits the value of a ``TypedTask``; `nil` as soon as the caller is cancelled.
    ///
    /// - Throws: the task's error.
    package func typedValueUnlessCancelled<Value, TypedFailure>() async throws(TypedFailure) -> Value?
    where Success == Result<Value, TypedFailure> {
        let result: Success? = await valueUnlessCancelled()
        return try result?.get()
    }
}
