/// A thread for one call that blocks, such as a write that waits for the disk, so that none of Swift's shared pool
/// does.
package enum OwnThread {
    /// Returns what `body` does, or throws its error.
    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = FirstValue<Result<Value, Failure>>()
        let isStarted = SystemThread.start(name: "peel-waiting") {
            result.set(Result { () throws(Failure) in try body() })
        }
        precondition(isStarted, "the system gives a thread")
        return try await result.value.get()
    }
}
