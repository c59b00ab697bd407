import Files
import FoundationEssentials
import Glibc
import HTTPMessages
import HTTPSending
import Imaging
import Synchronization
import TestSupport
import Testing
import WebTestSupport

@testable import ImageLoading

/// The whole of it: loader, libcurl, sockets, a server.
@Suite(.timeLimit(.minutes(10))) struct LoadingOverCurlTests {
    private let temporary = TemporaryFolder()

    /// - Parameters:
    ///   - changes: of what the loader is doing.
    ///   - ends: counts the ends of threads, the transport's too.
    static func loader(
        changes: Changes = Changes(), ends: ThreadEnds = ThreadEnds(),
        _ change: (inout ImageLoader.Configuration) -> Void = { _ in }
    ) -> ImageLoader {
        var options = CurlTransport.Options()
        options.usesProxies = false
        var configuration = ImageLoader.Configuration()
        configuration.retry = RetryPolicy(attempts: 3, delay: .milliseconds(1), longestDelay: .milliseconds(4))
        change(&configuration)
        var dependencies = ImageLoader.Dependencies()
        dependencies.didChange = { changes.note() }
        let transport = ThreadWatch(transport: CurlTransport(options), ends: ends)
        return ImageLoader(configuration, transport: transport, dependencies: dependencies)
    }

    private func request(_ server: LoopbackServer, _ path: String) -> ImageRequest {
        ImageRequest(URL(string: server.url(path)) ?? Samples.url("none"))
    }

    private static let png = Samples.png(40, 30)

    /// Serves one picture with tags and ranges, and breaks off each first answer of a path that says so.
    private static func server() -> LoopbackServer {
        let broken = Mutex<Set<String>>([])
        return LoopbackServer { request, connection in
            let fields = ["ETag": "\"1\"", "Cache-Control": "max-age=0", "Accept-Ranges": "bytes"]
            if request.fields["if-none-match"] == "\"1\"" {
                connection.answer("304 Not Modified", ["ETag": "\"1\""])
                return true
            }
            if let range = request.fields["range"], request.fields["if-range"] == "\"1\"" {
                let start = Int(range.split { $0 == "=" || $0 == "-" }[1]) ?? 0
                let place = ["Content-Range": "bytes \(start)-\(png.count - 1)/\(png.count)"]
                connection.answer("206 Partial Content", fields.merging(place) { $1 }, Array(png[start...]))
                return true
            }
            if request.path.hasPrefix("broken"), broken.withLock({ $0.insert(request.path).inserted }) {
                connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(png.count)\r\n\r\n")
                connection.send(Array(png[..<30]))
                return false
            }
            switch request.path {
            case "html": connection.answer("200 OK", ["Content-Type": "image/png"], Array("<html>".utf8))
            case "empty": connection.answer()
            case "429": connection.answer("429 Too Many Requests", ["Retry-After": "0"])
            case "silent":
                connection.waitForClient()
                return false
            default: connection.answer("200 OK", fields, png)
            }
            return true
        }
    }

    @Test func aDownloadThatBreaksOffIsContinuedNotBegunAgain() async throws {
        let server = Self.server()
        defer { server.close() }
        let bitmap = try await Self.loader().loadImage(request(server, "broken"))
        #expect(bitmap.size == PixelSize(width: 40, height: 30))
        #expect(server.requests.map { $0.fields["range"] } == [nil, "bytes=30-"])
    }

    @Test func status304BringsThePictureFromTheDisk() async throws {
        let server = Self.server()
        defer { server.close() }
        let loader = Self.loader { $0.diskCache = DiskCache(folder: temporary.path) }
        #expect(try await loader.data(request(server, "a")).origin == .network)
        let again = try await loader.data(request(server, "a"))
        #expect(again.origin == .revalidated && again.bytes == Self.png)
        await loader.finishWriting()
    }

    @Test(
        arguments: [("html", .incorrectImageData), ("empty", .incorrectImageData), ("429", .http(429))]
            as [(
                String, ImageLoaderError.Code
            )])
    func errorsOfServersHaveTheirCodes(_ path: String, _ code: ImageLoaderError.Code) async {
        let server = Self.server()
        defer { server.close() }
        #expect(await Self.loader().image(request(server, path)).failureCode == code)
        #expect(server.requests.count == (path == "429" ? 3 : 1))
    }

    /// As services for a random picture do: each picture stays for ever, and the address leads to another one each
    /// time.
    @Test func aRedirectThatHoldsForNowIsFollowedEachTime() async throws {
        let count = Atomic(0)
        let server = LoopbackServer { request, connection in
            if let side = Int(request.path) {
                connection.answer("200 OK", ["Cache-Control": "max-age=2592000"], Samples.png(side, side))
            } else {
                let side = 2 + count.add(1, ordering: .relaxed).newValue
                connection.answer("302 Found", ["Location": "/\(side)"])
            }
            return true
        }
        defer { server.close() }
        let loader = Self.loader { $0.diskCache = nil }
        var sides: [Int] = []
        for _ in 0..<3 { sides.append(try await loader.loadImage(request(server, "random")).width) }
        #expect(sides == [3, 4, 5])
    }

    @Test func aServerThatSaysNothingIsLeftAfterTheIdleLimitAndItsConnectionClosed() async {
        let server = Self.server()
        defer { server.close() }
        var silent = request(server, "silent")
        silent.idleLimit = .milliseconds(50)
        #expect(await Self.loader().image(silent).failureCode == .timedOut)
        await server.untilNoneIsOpen()
    }

    @Test func aCancelledGroupMakesNotOneRequestMore() async {
        let server = LoopbackServer { _, connection in
            connection.waitForClient()
            return false
        }
        defer { server.close() }
        let changes = Changes()
        let loader = Self.loader(changes: changes) { $0.transfersPerHost = 4 }
        let urls = (0..<200).compactMap { URL(string: server.url("\($0)")) }
        let task = Task { try await loader.collectImages(from: urls, atOnce: 4) }
        await server.until { server.requests.count == 4 }
        task.cancel()
        await #expect(throws: ImageLoaderError.self) { try await task.value }
        await changes.until { loader.engine.isIdle }
        await server.untilNoneIsOpen()
        #expect(server.requests.count == 4 && server.connectionCount == 4)
    }

    /// In a process of its own, where nobody else opens files. It leaves by `exit`, so this one removes its folder.
    @Test func aThousandCancellationsInRandomPlacesLeaveNoTaskConnectionFileOrThreadBehind() async {
        await #expect(processExitsWith: .success) { [folder = temporary.path.description as String] in
            let server = LoopbackServer { request, connection in
                if request.path.hashValue % 3 == 0 { usleep(500) }
                connection.answer("200 OK", ["Cache-Control": "max-age=9"], Samples.png())
                return true
            }
            var generator = SeededGenerator(seed: 7)
            // What is opened once and stays: by libcurl, libvips, the system's own threads.
            let first = URL(string: server.url("first")) ?? Samples.url("0")
            let (changes, ends) = (Changes(), ThreadEnds())
            _ = await LoadingOverCurlTests.loader(ends: ends).image(ImageRequest(first))
            await ends.wait(for: 1)
            await server.untilNoneIsOpen()
            let before = leastOpenFiles()
            var cancelled = 0
            do {
                let loader = LoadingOverCurlTests.loader(changes: changes, ends: ends) {
                    $0.diskCache = DiskCache(folder: FilePath(folder))
                }
                await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<1000 {
                        // From before anything is started to after everything has come.
                        let yields = 1 << Int.random(in: 0...9, using: &generator)
                        let request = ImageRequest(URL(string: server.url("\(number % 300)")) ?? Samples.url("0"))
                        if number >= 20, await group.next() == true { cancelled += 1 }
                        group.addTask {
                            let load = Task { await loader.image(request).failureCode }
                            await Task.yield(times: yields)
                            load.cancel()
                            return await load.value == .cancelled
                        }
                    }
                    for await isCancelled in group where isCancelled { cancelled += 1 }
                }
                await changes.until { loader.engine.isIdle }
            }
            await ends.wait(for: 2)
            if cancelled < 100 { exit(2) }
            // The server may only now be told of a connection that was given up while it was made.
            server.close()
            await server.until { server.isClosed && server.openCount == 0 }
            exit(leastOpenFiles() < before ? 0 : 3)
        }
    }

    @Test func thousandsOfImagesPassInBoundedMemory() async {
        await #expect(processExitsWith: .success) {
            // Decoded they are 360 MB.
            let png = Samples.png(200, 150)
            let server = LoopbackServer { request, connection in
                connection.answer("200 OK", ["Cache-Control": "max-age=9"], png)
                return true
            }
            let loader = LoadingOverCurlTests.loader { $0.memoryLimit = 16 << 20 }
            let urls = (0..<3000).compactMap { URL(string: server.url("\($0)")) }
            var count = 0
            for try await image in loader.loadImages(from: urls) where image.bitmap?.width == 200 { count += 1 }
            if count != 3000 { exit(2) }
            let isBounded = try SystemAbilities.isSanitized || PeakMemory.bytes() < 150 << 20
            exit(isBounded ? 0 : 3)
        }
    }

    @Test func aTaskThatIsCancelledAlreadyAsksNoServer() async throws {
        let server = LoopbackServer { _, connection in
            connection.answer()
            return true
        }
        defer { server.close() }
        let loader = Self.loader()
        let url = try #require(URL(string: server.url("a")))
        let task = Task { () -> [ImageLoaderError.Code?] in
            await untilCancelled()
            return [
                await loader.image(ImageRequest(url)).failureCode, await loader.bytes(ImageRequest(url)).failureCode,
            ]
        }
        task.cancel()
        #expect(await task.value == [.cancelled, .cancelled])
        #expect(server.connectionCount == 0)
    }
}

/// How many files this process has open: the least of some looks, since a sanitizer opens files of its own now and
/// then.
private func leastOpenFiles() -> Int {
    (0..<20).map { _ in ((try? FilePath("/proc/self/fd").names()) ?? []).count }.min() ?? 0
}

/// Counts the end of the thread on which a transport hands over what it receives.
private final class ThreadWatch: HTTPTransport {
    private let transport: CurlTransport
    private let ends: ThreadEnds
    private let isWatched = Atomic(false)

    init(transport: CurlTransport, ends: ThreadEnds) {
        self.transport = transport
        self.ends = ends
    }

    func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError) {
        try await transport.send(request) { [self] event in
            if !isWatched.exchange(true, ordering: .relaxed) { ends.watchThisThread() }
            return receive(event)
        }
    }
}
