import Foundation

/// The program between the tests and the browser. One for all tests.
actor Driver {
    static let shared = Driver()
    private var start: Task<(client: HTTPClient, process: ChildProcess), any Error>?
    private var logRead = 0

    func client() async throws -> HTTPClient {
        try await running().client
    }

    /// What it and the browsers that it started wrote since this was last asked.
    func output() async throws -> Substring {
        let text = try await running().process.output
        defer { logRead = text.utf8.count }
        return Substring(text.utf8.dropFirst(logRead))
    }

    private func running() async throws -> (client: HTTPClient, process: ChildProcess) {
        if let start { return try await start.value }
        let task = Task { () async throws -> (client: HTTPClient, process: ChildProcess) in
            let (program, arguments) = try BrowserEngine.tested.driver
            let port = try HTTPClient.freePort()
            // Browsers keep their profiles in TMPDIR, and leave them there when they are killed.
            let process = try ChildProcess(
                program, ["--port=\(port)"] + arguments, environment: ["TMPDIR": ScratchFolder.shared.url.path],
                log: ScratchFolder.shared.file("driver.log"))
            let client = HTTPClient(port: port)
            try await eventually("\(program) answers; it says: \(process.output)") {
                guard process.isRunning else { throw WebDriverError("ended early", process.output) }
                return try await (try? client.send("GET", "/status"))?.json["value"]["ready"].isTruthy ?? false
            }
            return (client, process)
        }
        start = task
        return try await task.value
    }
}

/// A folder for this run, removed at its end.
final class ScratchFolder: Sendable {
    static let shared = ScratchFolder()
    let url: URL

    private init() {
        url = FileManager.default.temporaryDirectory.appending(path: "peel-browser-\(getpid())")
        atexit { try? FileManager.default.removeItem(at: ScratchFolder.shared.url) }
    }

    func file(_ name: String) throws -> URL {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url.appending(path: name)
    }

    /// A new, empty folder.
    func folder(_ name: String) throws -> URL {
        let folder = try file("\(name)-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
