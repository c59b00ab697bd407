import Files
import Synchronization
import TestSupport

/// What a program did until it was killed or ended by itself.
struct KilledRun: Sendable {
    /// The exit status; `nil` if it was killed.
    let exit: Subprocess.Exit?
    let standardOutput: [UInt8]
    let standardError: String

    var wasKilled: Bool { exit == nil }

    /// Runs a program, and kills it with SIGKILL after a while.
    static func run(
        _ command: Subprocess, killedAfter delay: Duration, onOutput: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) async throws -> KilledRun {
        var command = command
        command.timeout = delay
        let heard = Heard()
        do throws(Subprocess.Failure) {
            let output = try await command.run { output, _, _ in
                heard.set(output)
                onOutput(output)
            }
            return KilledRun(
                exit: output.exit, standardOutput: output.standardOutput, standardError: output.errorText)
        } catch {
            guard error.code == .timedOut else { throw error }
            return KilledRun(exit: nil, standardOutput: heard.bytes, standardError: "")
        }
    }

    private final class Heard: Sendable {
        private let output = Mutex<[UInt8]>([])
        var bytes: [UInt8] { output.withLock { $0 } }
        func set(_ bytes: [UInt8]) { output.withLock { $0 = bytes } }
    }
}

extension FilePath {
    /// Returns the SHA-256 of every file below the folder by its relative path, including partial and hidden files.
    func digestsOfFiles() throws -> [String: String] {
        var digests: [String: String] = [:]
        for name in try names() {
            let path = appending(name)
            if try path.status(followingLinks: false).kind == .folder {
                for (inner, digest) in try path.digestsOfFiles() { digests["\(name)/\(inner)"] = digest }
            } else {
                digests["\(name)"] = try SHA256Digest(ofFileAt: path).hex
            }
        }
        return digests
    }
}
