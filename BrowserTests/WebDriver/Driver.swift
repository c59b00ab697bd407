import Foundation
import Synchronization

/// The program between the tests and a browser. One for each browser: those of Firefox and WebKit drive no second one.
final class Driver: Sendable {
    let client: HTTPClient
    private let process: ChildProcess
    private let logRead = Mutex(0)

    private init(client: HTTPClient, process: ChildProcess) {
        self.client = client
        self.process = process
    }

    static func start() async throws -> Driver {
        let (program, arguments) = try BrowserEngine.tested.driver
        let port = try HTTPClient.freePort()
        // Browsers keep their profiles in TMPDIR, and leave them there when they are killed.
        let process = try ChildProcess(
            program, ["--port=\(port)"] + arguments, environment: ["TMPDIR": ScratchFolder.shared.url.path],
            log: ScratchFolder.shared.folder("driver").appending(path: "driver.log"))
        let client = HTTPClient(port: port)
        try await eventually("\(program) answers; it says: \(process.output)") {
            guard process.isRunning else { throw WebDriverError("ended early", process.output) }
            return try await (try? client.send("GET", "/status"))?.json["value"]["ready"].isTruthy ?? false
        }
        return Driver(client: client, process: process)
    }

    /// What it and its browser wrote since this was last asked.
    func output() -> Substring {
        let text = process.output
        return logRead.withLock { read in
            defer { read = text.utf8.count }
            return Substring(text.utf8.dropFirst(read))
        }
    }

    /// At once: its browser has ended, or ends now, and geckodriver waits otherwise.
    func end() async throws {
        try await process.end(SIGKILL)
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
