import Glibc
import Peel
import Synchronization
import TestSupport

@testable import HTTPTestSupport

extension BuiltProgram {
    /// Runs the studio on a library in `folder` until `ask` has had its answers; it gets SIGTERM then.
    static func serve(
        _ arguments: [FilePath] = [], environment: [String: String?] = [:], in folder: FilePath,
        _ ask: @escaping @Sendable (RawClient) throws -> Void
    ) async throws -> Subprocess.Output {
        let isAsked = Mutex(false)
        let failure = Mutex<(any Error)?>(nil)
        let own: [String: String?] = ["XDG_CONFIG_HOME": "/nowhere"]
        let output = try await run(
            ["serve", "--port", "0", "--library", "library"] + arguments,
            environment: own.merging(environment) { $1 }, in: folder
        ) { output, _, program in
            guard let port = port(in: output) else { return }
            let wasAsked = isAsked.withLock { isAsked in
                defer { isAsked = true }
                return isAsked
            }
            if wasAsked { return }
            do {
                try ask(try RawClient(port: port))
            } catch {
                failure.withLock { $0 = error }
            }
            program.send(SIGTERM)
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return output
    }

    private static func port(in output: [UInt8]) -> Int? {
        let text = String(decoding: output, as: UTF8.self)
        guard text.contains("are kept in"), let url = text.split(separator: " ").first(where: { $0.contains("://") })
        else { return nil }
        return url.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }
}
