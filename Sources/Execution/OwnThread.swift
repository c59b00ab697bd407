/// Runs one blocking call, such as a write that waits for the disk, on a thread of its own, so that no thread of
/// Swift's shared pool blocks.
package enum OwnThread {
    /// Runs `body` on a new thread, and returns its value or throws its error.
    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = Promise<Result<Value, Failure>>()
        let isStarted = SystemThread.start(name: "peel-waiting") {
            result.set(Result { () throws(Failure) in try body() })
        }
        precondition(isStarted, "the system has no thread left")
        return try await result.value.get()
    }
}
