import Glibc
import Peel
import TestSupport

/// The program that was built with the tests: it stands beside them.
enum BuiltProgram {
    static let path: FilePath = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = FilePath(bytes: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) })
        return tests.parent.appending("peel")
    }()

    /// The compiled network of these tests stands beside the program, and leaves the user's cache alone.
    static func environment(_ changes: [String: String?] = [:]) -> [String: String] {
        let own: [String: String?] = [
            "XDG_CACHE_HOME": path.parent.description + "/peel-tests-cache", "NO_COLOR": nil,
            "SWIFT_BACKTRACE": "enable=no",
        ]
        return Subprocess.environment(adding: own.merging(changes) { $1 })
    }

    static func run(
        _ arguments: FilePath..., input: [UInt8] = [], environment: [String: String?] = [:],
        in folder: FilePath? = nil, terminalColumns: Int? = nil, onOutput: Subprocess.Listener? = nil
    ) async throws -> Subprocess.Output {
        try await run(
            arguments, input: input, environment: environment, in: folder, terminalColumns: terminalColumns,
            onOutput: onOutput)
    }

    static func run(
        _ arguments: [FilePath], input: [UInt8] = [], environment: [String: String?] = [:],
        in folder: FilePath? = nil, terminalColumns: Int? = nil, onOutput: Subprocess.Listener? = nil
    ) async throws -> Subprocess.Output {
        try await Subprocess(
            path, arguments, environment: self.environment(environment), standardInput: input,
            workingDirectory: folder, terminalColumns: terminalColumns
        ).run(onOutput: onOutput)
    }
}
