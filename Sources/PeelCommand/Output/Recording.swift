import Peel

/// Runs `body` with a trace in the file that was named, if one was, and ends the trace after it.
///
/// - Parameter failing: the status where the trace cannot be written and the work did not fail.
@MainActor
func recording(
    to path: FilePath?, in context: CommandContext, failing: ExitCode = .someFailed,
    _ body: (TraceFile?) async -> ExitCode
) async -> ExitCode {
    guard let path else { return await body(nil) }
    var status = ExitCode.done
    do {
        let trace = try await open(path)
        status = await Trace.recording(to: trace) { await body(trace) }
        try await close(trace)
        return status
    } catch {
        let failed = context.ended(by: error, else: failing)
        return status == .done ? failed : status
    }
}

@concurrent
private func open(_ path: FilePath) async throws -> TraceFile {
    try TraceFile(at: path)
}

@concurrent
private func close(_ trace: TraceFile) async throws {
    try trace.close()
}

extension ResponsivenessMonitor {
    /// Notes hangs of the main actor in a trace, if there is one, until it is stopped.
    static func started(_ trace: TraceFile?) -> ResponsivenessMonitor? {
        guard let trace else { return nil }
        let monitor = ResponsivenessMonitor(trace: trace)
        monitor.start()
        return monitor
    }
}
