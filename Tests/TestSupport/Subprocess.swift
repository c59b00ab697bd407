import Execution
public import Files
import Foundation
public import Glibc
import Synchronization

/// A program that a test runs to its end: bytes in, bytes out, exit status.
///
/// The waiting is done on a thread of its own, so that the tests beside it go on. A program that outlives its timeout,
/// or the task that waits for it, is killed.
public struct Subprocess: Sendable {
    /// Looked up in `PATH` when it has no slash.
    public var executable: FilePath
    /// Bytes rather than text: file names need not be UTF-8.
    public var arguments: [FilePath]
    /// All the variables the program gets; those of the tests when `nil`. See ``environment(adding:)``.
    public var environment: [String: String]?
    /// What the program can read before its standard input ends.
    public var standardInput: [UInt8]
    /// Where the program starts; where the tests run when `nil`.
    public var workingDirectory: FilePath?
    /// Gives the program a terminal of that many columns as its standard error, instead of a pipe.
    public var terminalColumns: Int?
    public var timeout: Duration

    public init(
        _ executable: FilePath, _ arguments: [FilePath] = [], environment: [String: String]? = nil,
        standardInput: [UInt8] = [], workingDirectory: FilePath? = nil, terminalColumns: Int? = nil,
        timeout: Duration = .seconds(600)
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.standardInput = standardInput
        self.workingDirectory = workingDirectory
        self.terminalColumns = terminalColumns
        self.timeout = timeout
    }

    public enum Exit: Hashable, Sendable {
        case exited(CInt)
        case signalled(CInt)
    }

    public struct Output: Hashable, Sendable {
        public var exit: Exit
        public var standardOutput: [UInt8] = []
        public var standardError: [UInt8] = []

        public var succeeded: Bool { exit == .exited(0) }
        public var outputText: String { String(decoding: standardOutput, as: UTF8.self) }
        public var errorText: String { String(decoding: standardError, as: UTF8.self) }
    }

    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public enum Code: Hashable, Sendable {
            case notStarted
            case timedOut
            case cancelled
        }

        public let code: Code
        public let description: String
    }

    /// The variables of the tests with `changes` on top; a `nil` value removes the variable.
    public static func environment(adding changes: [String: String?]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in changes { environment[name] = value }
        return environment
    }

    public typealias Listener =
        @Sendable (_ standardOutput: [UInt8], _ standardError: [UInt8], _ program: RunningProgram) -> Void

    /// Runs the program and returns what it wrote once it has ended and closed its outputs.
    ///
    /// - Parameter onOutput: Called on the waiting thread each time something arrives, with all that the program has
    ///   written so far. It may signal the program, which is how a test interrupts it at a known point.
    /// - Throws: ``Failure`` when the program cannot be started, outlives the timeout, or the task is cancelled. Not
    ///   when the program fails: that is in ``Output/exit``.
    @concurrent
    public func run(
        onOutput: Listener? = nil
    ) async throws(Failure) -> Output {
        let program = RunningProgram()
        return try await withTypedCancellationHandler { () async throws(Failure) in
            try await OwnThread.run { () throws(Failure) in try wait(program, onOutput) }
        } onCancel: {
            program.cancel()
        }
    }
}

/// A program between its start and its end, to be signalled.
public final class RunningProgram: Sendable {
    private struct State {
        var processID: pid_t?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Does nothing once the program has ended.
    public func send(_ signal: CInt) {
        state.withLock { state in
            if let processID = state.processID { _ = kill(processID, signal) }
        }
    }

    /// `nil` before the start and after the end.
    public var processID: pid_t? { state.withLock { $0.processID } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    fileprivate func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let processID = state.processID { _ = kill(processID, SIGKILL) }
        }
    }

    func started(_ processID: pid_t) {
        state.withLock { state in
            state.processID = processID
            if state.isCancelled { _ = kill(processID, SIGKILL) }
        }
    }

    /// The exit of a program that has ended or has been killed. Its number may belong to another one from then on, so
    /// it is forgotten under the lock that guards signalling.
    func reap() -> Subprocess.Exit? {
        state.withLock { state in
            guard let processID = state.processID else { return nil }
            var status: CInt = 0
            guard waitpid(processID, &status, 0) == processID else { return nil }
            state.processID = nil
            let signal = status & 0x7f
            return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
        }
    }
}
