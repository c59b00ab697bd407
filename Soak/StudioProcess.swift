import Files
import Foundation
import Glibc
import TestSupport

/// A process of `peel serve` on the loopback interface.
final class StudioProcess: Sendable {
    let port: Int
    let processID: pid_t
    let api: StudioAPI
    private let program: RunningProgram
    private let end: Task<Subprocess.Output, any Error>

    private init(api: StudioAPI, program: RunningProgram, end: Task<Subprocess.Output, any Error>) {
        self.api = api
        port = api.port
        processID = program.processID ?? 0
        self.program = program
        self.end = end
    }

    /// The command that serves the library `folder/library` until the process is ended, or for `timeout`.
    static func command(
        _ program: FilePath, in folder: FilePath, _ arguments: [FilePath], timeout: Duration
    ) -> Subprocess {
        let library = folder.appending("library")
        return .peel(program, ["serve", "--port", "0", "--library", library] + arguments, in: folder, timeout: timeout)
    }

    /// Starts the process, and returns when it listens.
    ///
    /// - Parameter base: the folder in which it shows the studio.
    static func start(
        _ program: FilePath, in folder: FilePath, _ arguments: [FilePath] = [], base: String = ""
    ) async throws -> StudioProcess {
        let (starts, started) = AsyncStream.makeStream(of: (Int, RunningProgram).self)
        let place: [FilePath] = base.isEmpty ? [] : ["--base-path", FilePath(base)]
        let command = command(program, in: folder, arguments + place, timeout: .seconds(86_400))
        let end = Task {
            defer { started.finish() }
            return try await command.run { output, _, program in
                if let port = port(in: output) { started.yield((port, program)) }
            }
        }
        for await (port, program) in starts {
            return StudioProcess(api: StudioAPI(port: port, base: base), program: program, end: end)
        }
        throw SoakError("peel serve did not start: \(try await end.value.errorText)")
    }

    /// The port in `The studio is at http://127.0.0.1:PORT/`.
    static func port(in output: [UInt8]) -> Int? {
        let text = String(decoding: output, as: UTF8.self)
        guard let address = text.range(of: "The studio is at http://127.0.0.1:") else { return nil }
        let digits = text[address.upperBound...].prefix { $0.isNumber }
        // The character after the digits must have come, too.
        return digits.endIndex < text.endIndex ? Int(digits) : nil
    }

    /// Measures what the process holds once it has noticed that its clients closed their connections, which happens at
    /// the next connection, and given back what photos left behind, which is after five seconds without work.
    func calmFacts() async throws -> ProcessFacts {
        let end = ContinuousClock.now + .seconds(120)
        var same = 0
        var descriptors = 0
        // Until it is the same for ten seconds.
        while same < 20, .now < end {
            _ = try api.ask("GET", "/health")
            let now = ProcessFacts(processID)?.descriptors.count ?? 0
            same = now == descriptors ? same + 1 : 0
            descriptors = now
            try await Task.sleep(for: .milliseconds(500))
        }
        guard let facts = ProcessFacts(processID) else { throw SoakError("the studio has ended") }
        return facts
    }

    /// Stops all work, and waits for its end.
    func stopWork() async throws {
        let end = ContinuousClock.now + .seconds(120)
        _ = try api.ask("DELETE", "/api/v1/process")
        while try api.state().isAtWork {
            guard .now < end else { throw SoakError("the studio's work does not end") }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Sends a signal, and waits for the process' end.
    func end(_ signal: CInt) async throws -> Subprocess.Output {
        program.send(signal)
        return try await end.value
    }
}
