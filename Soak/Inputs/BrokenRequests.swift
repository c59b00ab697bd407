import Files
import Glibc
import HTTPTestClient
import TestSupport
import WebTestSupport

/// Sends requests to a real server that are broken within their heads, addresses and bodies.
struct BrokenRequests {
    let options: SoakOptions
    let faults: FaultList
    /// The number of clients at once.
    private static let clients = 6

    func run(_ count: Int) async throws {
        let folder = TemporaryFolder()
        var random = SeededGenerator(seed: options.seed)
        let picture = try SoakPhotos(options.photos).piece(&random, longestSide: 96)
        let service = APODServer(pictures: [picture])
        defer { service.close() }
        let studio = try await StudioProcess.start(
            options.program, in: folder.path,
            ["--limit", "64M", "--apod-url", FilePath(service.url), "--trust-proxy", "127.0.0.1"], base: "/peel")
        let whole = Self.seeds(studio.api, picture)
        let mutator = Mutator(seeds: whole)
        let start = ContinuousClock.now
        // Files that are opened on first use are open before anything is measured.
        try await send(0..<whole.count * Self.clients, to: studio) { whole[$0 / Self.clients] }
        let broken = { @Sendable [seed = options.seed] (number: Int) in
            var random = SeededGenerator(seed: seed &* 0x1_0000_0003 &+ UInt64(number))
            return mutator.input(&random)
        }
        try await send(0..<count / 5, to: studio, broken)
        try await studio.stopWork()
        let warm = try await studio.calmFacts()
        try await send(count / 5..<count, to: studio, broken)
        try await studio.stopWork()
        let last = try await studio.calmFacts()
        report(
            "request: \(count) inputs in \(Int((ContinuousClock.now - start) / .seconds(1))) s; resident "
                + "\(warm.residentBytes >> 20) MiB after a fifth, \(last.residentBytes >> 20) at the end; descriptors "
                + "\(warm.descriptors.count), \(last.descriptors.count)")
        for growth in ProcessFacts.growth(from: [warm], to: [last], sockets: Self.clients) {
            faults.add("request: \(growth)")
        }
        let output = try await studio.end(SIGTERM)
        if output.exit != .exited(0) { faults.add("request: the server's end: \(output.exit) \(output.errorText)") }
    }

    /// A request of each kind that the API has, a third of them also as a trusted proxy would pass them on. None names
    /// an address outside of this machine.
    private static func seeds(_ api: StudioAPI, _ picture: [UInt8]) -> [[UInt8]] {
        let id = SHA256Digest(of: picture).hex
        let bodies: [(String, String, String)] = [
            ("PUT", "/api/v1/photos/\(id)/style", ##"{"borderWidth":0.02,"borderColor":"#ffffff","instances":[1]}"##),
            ("POST", "/api/v1/photos/\(id)/strokes", #"{"mode":"keep","radius":0.03,"points":[[0.5,0.5],[0.6,0.6]]}"#),
            ("PUT", "/api/v1/order", "{\"ids\":[\"\(id)\"]}"), ("POST", "/api/v1/process", ""),
            ("POST", "/api/v1/catalog/update", #"{"feed":"apod","dates":["2025-06-16","2025-06-12"]}"#),
            ("POST", "/api/v1/catalog/save", #"{"id":"apod:2025-06-16"}"#),
            ("POST", "/api/v1/stickers.zip", "format=png&ids=\(id)"),
            ("POST", "/api/v1/photos/remove", "{\"ids\":[\"\(id)\"]}"),
        ]
        let paths = [
            "/", "/health", "/api/v1/state", "/api/v1/photos/\(id)", "/api/v1/photos/\(id)/preview?side=64",
            "/api/v1/photos/\(id)/sticker.png?r=1", "/api/v1/stickers.zip?format=webp&ids=\(id)",
            "/api/v1/photos/\(id)/original",
        ]
        let own = "http://127.0.0.1:\(api.port)"
        let forwarded =
            "Origin: \(own)\r\nX-Forwarded-Host: localhost, 127.0.0.1:\(api.port)\r\n"
            + "X-Forwarded-Proto: https, http\r\nX-Forwarded-Prefix: /a/peel\r\nX-Forwarded-For: 192.0.2.1\r\n"
        let plain = paths.map { api.head("GET", $0) } + bodies.map { api.head($0, $1, $2.utf8.count) + $2 }
        let passedOn = plain.enumerated().filter { $0.offset % 3 == 0 }.map { request in
            request.element.replacing("Connection: close\r\n", with: "\(forwarded)Connection: close\r\n")
        }
        let part = api.head("GET", "/api/v1/photos").replacing("Connection: close", with: "Range: bytes=0-5")
        let uploads = ["/api/v1/photos?name=cat%20one", "/api/v1/cut?size=64&border=0.1"].map { path in
            Array(api.head("POST", path, picture.count, type: "image/png").utf8) + picture
        }
        return uploads + (plain + passedOn + [part]).map { Array($0.utf8) }
    }

    private func send(
        _ numbers: Range<Int>, to studio: StudioProcess, _ request: @escaping @Sendable (Int) -> [UInt8]
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<Self.clients {
                group.addTask { [faults, port = studio.port] in
                    try await blocking {
                        for number in stride(
                            from: numbers.lowerBound + client, to: numbers.upperBound, by: Self.clients)
                        {
                            try Self.send(request(number), number: number, to: port, faults)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func send(_ request: [UInt8], number: Int, to port: Int, _ faults: FaultList) throws {
        let connection: RawClient
        do {
            connection = try RawClient(port: port, patience: 30)
        } catch {
            faults.add("request \(number): the server is gone: \(error)")
            throw error
        }
        defer { connection.close() }
        // A client that is refused early may find the connection closed.
        try? connection.send(request)
        // Nothing more follows an incomplete request.
        shutdown(connection.socket, CInt(SHUT_WR))
        do {
            let answer = try connection.readToEnd()
            let line = String(decoding: answer.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            if status >= 500, ![501, 502, 503, 505, 507].contains(status) { faults.add("request \(number): \(line)") }
        } catch let failure as RawClient.Failure {
            // A reset is an answer, too. Only silence until the time limit is a fault.
            if failure.reason.hasSuffix("\(EAGAIN)") { faults.add("request \(number): no answer and no end") }
        }
    }
}
