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

    static func run(
        _ arguments: FilePath..., input: [UInt8] = [], environment: [String: String?] = [:],
        in folder: FilePath? = nil, terminalColumns: Int? = nil, onOutput: Subprocess.Listener? = nil
    ) async throws -> Subprocess.Output {
        try await Subprocess(
            path, arguments, environment: Subprocess.environment(adding: environment), standardInput: input,
            workingDirectory: folder, terminalColumns: terminalColumns
        ).run(onOutput: onOutput)
    }
}
