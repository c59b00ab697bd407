import Execution

/// Spans around the steps of a photo's work.
///
/// The code that starts the work says where to record it. The steps find that in their task, wherever they run:
///
///     await Trace.recording(to: file) {
///         Trace.span("decode") { … }
///     }
///
/// Without a recording, a span is the look-up of a task-local value that is not there.
public enum Trace {
    @TaskLocal static var current: TracedTask?

    /// The file in which the current task records; `nil` for none.
    package static var file: TraceFile? { current?.file }

    /// Runs `body` in the caller's isolation and records what it, and every task that is its child, does.
    ///
    /// - Parameter file: with `nil`, `body` just runs.
    public static func recording<Value, Failure: Error>(
        to file: TraceFile?, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let file else { return try await body() }
        return try await run(as: TracedTask(of: file), body)
    }

    /// Records all work on one photo, in the caller's isolation, as a bar that includes all waiting. The task gets a
    /// number, which its spans carry.
    package static func photo<Value, Failure: Error>(
        _ name: String, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let current else { return try await body() }
        return try await run("photo", TracedTask(of: current.file, subject: .photo(name)), body)
    }

    /// Records all work on the answer to one request, like ``photo(_:_:)``.
    package static func request<Value, Failure: Error>(
        _ name: String, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let current else { return try await body() }
        return try await run("request", TracedTask(of: current.file, subject: .request(name)), body)
    }

    /// Records what a child task does for its parent's photo, in the caller's isolation. The child calls it first of
    /// all. It gets a number of its own, and arrows show where it began and ended.
    package static func task<Value, Failure: Error>(
        _ name: StaticString, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let parent = current else { return try await body() }
        let child = TracedTask(childOf: parent)
        defer { parent.joined(by: child) }
        return try await run("\(name)", child, body)
    }

    private static func run<Value, Failure: Error>(
        _ name: String, _ task: TracedTask, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        task.begin(name)
        defer { task.end(name) }
        return try await run(as: task, body)
    }

    private static func run<Value, Failure: Error>(
        as task: TracedTask, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await $current.withValue(task) { await Result(awaiting: body) }.get()
    }

    /// Records one step, which stays on its thread from beginning to end. Steps may contain steps.
    public static func span<Result, Failure: Error>(
        _ name: StaticString, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let task = current else { return try body() }
        let span = task.beginSpan()
        defer { task.endSpan("\(name)", span) }
        return try body()
    }

    /// Records an event of the photo at this moment.
    ///
    /// - Parameter reason: made only when something is recorded.
    package static func mark(_ name: StaticString, _ reason: @autoclosure () -> String) {
        current?.mark("\(name)", reason())
    }
}
