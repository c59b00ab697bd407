import Foundation
import Synchronization

/// A program that runs beside the tests, its output in a file. Whatever still runs when the tests end is ended then.
final class ChildProcess: Sendable {
    let id: pid_t
    let log: URL
    private let status = Mutex<CInt?>(nil)

    /// - Parameter environment: what is added to this process' own.
    init(_ program: String, _ arguments: [String], environment: [String: String] = [:], log: URL) throws {
        self.log = log
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, program, &actions, nil, &words, &settings)
        guard failure == 0 else { throw WebDriverError("cannot start \(program)", String(cString: strerror(failure))) }
        id = process
        RunningProcesses.add(process)
    }

    var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    var isRunning: Bool {
        status.withLock { status in
            if status != nil { return false }
            var code: CInt = 0
            guard waitpid(id, &code, WNOHANG) == id else { return true }
            status = code
            RunningProcesses.remove(id)
            return false
        }
    }

    /// Its exit code once it has ended; `nil` when a signal ended it.
    var exitCode: CInt? {
        status.withLock { status in status.flatMap { $0 & 0x7f == 0 ? ($0 >> 8) & 0xff : nil } }
    }

    /// Waits until it writes what matches, and answers the match's first group.
    func said(_ pattern: Regex<(Substring, Substring)>) async throws -> String {
        var found: Substring?
        try await eventually("\(log.lastPathComponent) says what is waited for; it says: \(output)") {
            found = output.firstMatch(of: pattern)?.1
            guard found == nil, !isRunning else { return found != nil }
            throw WebDriverError("ended early", output)
        }
        return found.map(String.init) ?? ""
    }

    /// Sends a signal and waits for the end.
    func end(_ signal: CInt = SIGTERM) async throws {
        guard isRunning else { return }
        kill(id, signal)
        try await eventually("process \(id) ends") { !isRunning }
    }
}

/// What is ended, by its process id, when the tests end before they ended it themselves. Should they crash, the script
/// around them does it.
enum RunningProcesses {
    private static let ids = Mutex<Set<pid_t>>([])
    private static let endsThemAtExit: Bool = {
        atexit { RunningProcesses.endAll() }
        return true
    }()

    static func add(_ id: pid_t) {
        precondition(endsThemAtExit)
        ids.withLock { _ = $0.insert(id) }
    }

    static func remove(_ id: pid_t) {
        ids.withLock { _ = $0.remove(id) }
    }

    private static func endAll() {
        ids.withLock { for id in $0 { kill(id, SIGKILL) } }
    }
}

/// Waits until `condition` holds, and throws when it does not within `seconds`.
func eventually(
    _ what: @autoclosure () -> String, within seconds: Double = 30, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
        if try await condition() { return }
        guard ContinuousClock.now < deadline else { throw WebDriverError(WebDriverError.inVain, what()) }
        try await Task.sleep(for: .milliseconds(20))
    }
}
