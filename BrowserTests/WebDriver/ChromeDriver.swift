import Foundation

/// The program between the tests and Chromium. One for all tests.
actor ChromeDriver {
    static let shared = ChromeDriver()
    private var start: Task<HTTPClient, any Error>?

    func client() async throws -> HTTPClient {
        if let start { return try await start.value }
        let task = Task {
            let log = try ScratchFolder.shared.file("chromedriver.log")
            // Browsers keep their profiles in TMPDIR, and leave them there when they are killed.
            let process = try ChildProcess(
                "chromedriver", ["--port=0"], environment: ["TMPDIR": ScratchFolder.shared.url.path], log: log)
            let port = try await process.said(/started successfully on port (\d+)/)
            return HTTPClient(port: UInt16(port) ?? 0)
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
