import Foundation

/// `peel serve`, and its API as a script would use it.
final class StudioServer: Sendable {
    /// With a slash at its end.
    let url: String
    let port: Int
    /// Where the address printed for a phone leads, token and all.
    let openingURL: String
    let library: URL
    private let arguments: [String]
    private let process: ChildProcess
    private let api: HTTPClient

    private init(
        url: String, port: Int, openingURL: String, library: URL, arguments: [String], process: ChildProcess
    ) {
        self.url = url
        self.port = port
        self.openingURL = openingURL
        self.library = library
        self.arguments = arguments
        self.process = process
        api = HTTPClient(port: UInt16(port), folder: URL(string: url).map { $0.path == "/" ? "" : $0.path } ?? "")
    }

    /// - Parameters:
    ///   - catalog: the service that it asks for pictures; one of the tests' own when nothing is said.
    ///   - arguments: more of them, as `--host`.
    static func start(
        library: URL, port: Int = 0, catalog: String? = nil, arguments: [String] = []
    ) async throws -> StudioServer {
        let service = if let catalog { catalog } else { try await CatalogService.shared.url }
        return try await start(library: library, port: port, ["--apod-url", service] + arguments)
    }

    private static func start(library: URL, port: Int, _ arguments: [String]) async throws -> StudioServer {
        let log = try ScratchFolder.shared.folder("server").appending(path: "peel.log")
        let cache = library.appendingPathExtension("cache")
        try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
        try CompiledNetworks.give(to: cache)
        let process = try ChildProcess(
            Checkout.program, ["serve", "--library", library.path, "--port", String(port)] + arguments,
            environment: ["XDG_CONFIG_HOME": ScratchFolder.shared.url.path, "XDG_CACHE_HOME": cache.path], log: log)
        let openingURL = try await process.said(/The studio is at (\S+)/)
        let url = openingURL.prefix { $0 != "?" }
        guard let address = URL(string: String(url)), let port = address.port else {
            throw WebDriverError("not an address", openingURL)
        }
        return StudioServer(
            url: String(url), port: port, openingURL: openingURL, library: library, arguments: arguments,
            process: process)
    }

    /// The same library at the same address, with the same arguments.
    func startedAgain() async throws -> StudioServer {
        try await Self.start(library: library, port: port, arguments)
    }

    var output: String { process.output }

    func stop() async throws {
        try await process.end()
        try CompiledNetworks.keep(from: library.appendingPathExtension("cache"))
    }

    /// As when the power fails.
    func killAtOnce() async throws {
        try await process.end(SIGKILL)
    }

    var state: JSON { get async throws { try await api.send("GET", "/api/v1/state").json } }
    var photos: [JSON] { get async throws { try await state["photos"].list } }
    var names: [String] { get async throws { try await photos.map { $0["name"].text ?? "" } } }

    func photo(_ name: String) async throws -> JSON {
        try await photos.first { $0["name"].text == name } ?? .null
    }

    @discardableResult
    func add(_ photo: PhotoFile) async throws -> JSON {
        let name = photo.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "photo"
        let answer = try await api.send("POST", "/api/v1/photos?name=\(name)", body: photo.bytes, type: photo.type)
        guard answer.status < 300 else { throw WebDriverError("refused", String(decoding: answer.body, as: UTF8.self)) }
        return try answer.json
    }

    func add(_ photos: [PhotoFile]) async throws {
        for photo in photos { try await add(photo) }
    }

    @discardableResult
    func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        let answer = try await api.send(method, "/api/v1\(path)", body: body.map { try $0.data })
        return answer.body.isEmpty ? .null : try answer.json
    }

    func processAll() async throws {
        try await send("POST", "/process")
        try await eventually("all photos are processed") { try await !state["progress"]["running"].isTruthy }
    }

    func file(_ path: String) async throws -> Data {
        try await api.send("GET", "/api/v1\(path)").body
    }
}

/// What one server has compiled, all that start later have: for the rest, each has a cache of its own.
private enum CompiledNetworks {
    private static var shared: URL { ScratchFolder.shared.url.appending(path: "networks") }

    static func keep(from cache: URL) throws {
        guard !FileManager.default.fileExists(atPath: shared.path) else { return }
        let made = try networks(in: cache.appending(path: "peel"))
        guard !made.isEmpty else { return }
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        try copy(made, to: shared)
    }

    static func give(to cache: URL) throws {
        let folder = cache.appending(path: "peel")
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        let kept = try networks(in: shared)
        guard !kept.isEmpty else { return }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try copy(kept, to: folder)
    }

    private static func networks(in folder: URL) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "network" }
    }

    private static func copy(_ files: [URL], to folder: URL) throws {
        for file in files {
            try FileManager.default.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
        }
    }
}

/// Libraries to start with.
enum Library {
    case empty
    /// Cat, coffee, astronaut, rocket: all done.
    case stickers

    func folder() async throws -> URL {
        let folder = try ScratchFolder.shared.folder("library")
        guard self == .stickers else { return folder }
        let made = try await LibraryTemplate.shared.folder()
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.copyItem(at: made, to: folder)
        return folder
    }
}

/// The library that many tests start with, made once.
private actor LibraryTemplate {
    static let shared = LibraryTemplate()
    private var making: Task<URL, any Error>?

    func folder() async throws -> URL {
        if let making { return try await making.value }
        let task = Task {
            let folder = try ScratchFolder.shared.folder("template")
            let server = try await StudioServer.start(library: folder)
            try await server.add(Photos.all)
            try await server.processAll()
            try await server.stop()
            return folder
        }
        making = task
        return try await task.value
    }
}
