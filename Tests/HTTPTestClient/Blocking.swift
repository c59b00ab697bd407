import Execution

/// Runs what blocks on a thread of its own: the tests' tasks and the server's handlers share few threads.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await OwnThread.run { () throws(any Error) in try body() }
}
