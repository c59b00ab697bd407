import Files
import Glibc
import HTTPTestClient
import TestSupport
import WebTestSupport

/// Serves a studio to clients of all kinds at once for `options.size` minutes, in rounds. After each round the clients
/// leave, everything that they made is removed, and what the process still holds is measured.
func soakStudio(_ options: SoakOptions) async throws -> [String] {
    let faults = FaultList()
    let folder = TemporaryFolder()
    let photos = try SoakPhotos(options.photos)
    var random = SeededGenerator(seed: options.seed)
    let service = APODServer(pictures: try (0..<8).map { _ in try photos.piece(&random) })
    defer { service.close() }
    let clips = try await photos.clips(4, &random)
    let studio = try await StudioProcess.start(
        options.program, in: folder.path, ["--limit", "256M", "--apod-url", FilePath(service.url)])
    let soak = StudioSoak(studio: studio, in: folder.path, photos: photos, clips: clips, faults: faults)

    let rounds = max(3, options.size / 5)
    let end = ContinuousClock.now + .seconds(60 * options.size)
    for round in 1...rounds {
        let left = end - .now
        try await soak.round(round, lasting: left / (rounds - round + 1), &random)
    }
    soak.judge()
    try await soak.endOrderly()
    return faults.all
}

private final class StudioSoak {
    private let studio: StudioProcess
    private let api: StudioAPI
    private let folder: FilePath
    private let photos: SoakPhotos
    private let clips: [[UInt8]]
    private let log: ClientLog
    private let start = ContinuousClock.now
    /// What the process held after each round.
    private var calm: [ProcessFacts] = []

    /// - Parameter folder: that the studio was started in.
    init(studio: StudioProcess, in folder: FilePath, photos: SoakPhotos, clips: [[UInt8]], faults: FaultList) {
        self.studio = studio
        api = studio.api
        self.folder = folder
        self.photos = photos
        self.clips = clips
        log = ClientLog(faults)
    }

    /// The number of clients of each kind, and the longest pause of each.
    private static let clients: [(SimulatedClient.Kind, Int, Duration)] = [
        (.uploader, 2, .seconds(4)), (.editor, 3, .seconds(4)), (.viewer, 3, .seconds(3)), (.worker, 3, .seconds(4)),
        (.catalogReader, 2, .seconds(5)), (.eventReader, 3, .seconds(2)), (.slowReader, 3, .seconds(2)),
        (.misbehaving, 3, .seconds(3)), (.healthCheck, 1, .seconds(2)), (.photographer, 1, .seconds(4)),
        (.clipEditor, 1, .seconds(5)), (.packMaker, 2, .seconds(6)),
    ]

    func round(_ number: Int, lasting duration: Duration, _ random: inout SeededGenerator) async throws {
        log.isOver = false
        let end = ContinuousClock.now + duration
        let seeds = Self.clients.flatMap { kind, count, pause in
            (0..<count).map { _ in (kind, pause, SeededGenerator(seed: random.next())) }
        }
        try await withThrowingTaskGroup(of: Void.self) { [api, log, photos, clips] group in
            for (kind, pause, seed) in seeds {
                group.addTask {
                    try await blocking {
                        var client = SimulatedClient(
                            kind: kind, api: api, log: log, photos: photos, clips: clips, random: seed, pause: pause)
                        client.run()
                    }
                }
            }
            // The last half minute of a round is for the clients to finish.
            try await Task.sleep(for: max(.seconds(5), end - .now - .seconds(30)))
            log.isOver = true
            try await group.waitForAll()
        }
        try await clearUp()
        let facts = try await studio.calmFacts()
        let files = folder.scratchFiles()
        if !files.isEmpty { log.faults.add("temporary files are left after all clients: \(files)") }
        calm.append(facts)
        report(
            "round \(number), \(Int((ContinuousClock.now - start) / .seconds(60))) min: \(log.requestCount) requests, "
                + "\(facts.residentBytes >> 20) MiB resident, \(facts.anonymousBytes >> 20) MiB of its own, "
                + "\(facts.descriptors.count) descriptors, \(facts.threads) threads; \(log.healthSummary)")
    }

    /// Waits until nothing is in work, checks every original, empties the trash, and removes all else that was made.
    private func clearUp() async throws {
        let (api, log) = (api, log)
        try await studio.stopWork()
        let ids = try api.state().photos.map(\.id)
        if Set(ids).count != ids.count { log.faults.add("a photo stands twice in the selection") }
        for id in ids {
            let answer = try api.ask("GET", "/api/v1/photos/\(id)/original")
            if answer.status != 200 || SHA256Digest(of: answer.body).hex != log.digest(of: id) {
                log.faults.add("the original of \(id): \(answer.status), \(answer.body.count) bytes")
            }
        }
        try demand(200, "POST", "photos/remove", json: #"{"all":true}"#)
        try demand(200, "POST", "trash/empty", json: #"{"all":true}"#)
        if try !api.state().photos.isEmpty { log.faults.add("photos are left after all were removed") }
        log.ids = []
        try clearCamera()
        try clearPacks()
    }

    private func clearCamera() throws {
        try demand(200, "POST", "camera/stop")
        let camera = try api.camera()
        for picture in camera.pictures { try demand(204, "DELETE", "camera/pictures/\(picture.id)") }
        for movie in camera.movies { try demand(204, "DELETE", "camera/movies/\(movie.id)") }
        let left = try api.camera()
        if left.state != "off" || !left.pictures.isEmpty || !left.movies.isEmpty {
            log.faults.add("the camera is not empty after all was removed: \(left)")
        }
    }

    private func clearPacks() throws {
        for pack in try api.packs() { try demand(204, "DELETE", "library/packs/\(pack.id)") }
        if try !api.packs().isEmpty { log.faults.add("packs are left after all were removed") }
        // The newest pack and sheet of a page are kept until it asks for others, which cannot be made without photos.
        let page = SimulatedClient.page
        try demand(404, "POST", "packs", json: #"{"targets":["png"],"client":"\#(page)"}"#)
        try demand(404, "POST", "sheets", json: #"{"client":"\#(page)"}"#)
    }

    private func demand(_ status: Int, _ method: String, _ path: String, json: String? = nil) throws {
        let answer = try api.ask(method, "/api/v1/\(path)", json.map { Array($0.utf8) })
        if answer.status != status { log.faults.add("\(method) \(path): \(answer.status) \(answer.text)") }
    }

    /// Compares the last quarter of the rounds with the second, when everything that is made once exists. Memory counts
    /// in forty minutes and more, since caches fill for twenty.
    func judge() {
        report(log.summary.joined(separator: "\n"))
        let quarter = max(1, calm.count / 4)
        let settled = calm.dropFirst(quarter).prefix(quarter)
        let (last, judgesMemory) = (calm.suffix(quarter), calm.count >= 8)
        for growth in ProcessFacts.growth(from: settled, to: last, memory: judgesMemory) { log.faults.add(growth) }
    }

    func endOrderly() async throws {
        let output = try await studio.end(SIGTERM)
        if output.exit != .exited(0) { log.faults.add("the studio ended with \(output.exit): \(output.errorText)") }
        let left = folder.leftovers()
        if !left.isEmpty { log.faults.add("the studio left \(left)") }
    }
}
