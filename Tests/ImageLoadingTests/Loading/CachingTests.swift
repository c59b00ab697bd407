import Files
import FoundationEssentials
import Glibc
import HTTPMessages
import HTTPSending
import TestSupport
import Testing

@testable import ImageLoading

/// The rules of HTTP, from the server to the disk and back.
@Suite(.timeLimit(.minutes(10))) struct CachingTests {
    let temporary = TemporaryFolder()

    private func bench(
        _ automatic: (@Sendable (TransportRequest) -> FakeTransport.Reply?)? = nil
    ) -> LoaderBench {
        LoaderBench(automatic, configure: { $0.diskCache = DiskCache(folder: temporary.path) })
    }

    private func request(_ policy: CachePolicy = .standard) -> ImageRequest {
        ImageRequest(Samples.url("1"), cachePolicy: policy)
    }

    private static func fresh(_ fields: HTTPFields) -> FakeTransport.Reply {
        .init(fields: fields, body: Samples.png())
    }

    /// Answers with the picture, and with 304 who has it.
    private static let server: @Sendable (TransportRequest) -> FakeTransport.Reply? = { request in
        let fields: HTTPFields = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]
        return request.fields["If-None-Match"] == "\"1\"" ? .init(status: 304, fields: fields) : fresh(fields)
    }

    @Test func freshComesFromTheDiskAlsoInTheNextProgram() async throws {
        let one = bench(Self.server)
        #expect(try await one.loader.data(request()).origin == .network)
        #expect(try await one.loader.data(request()).origin == .disk)
        await one.loader.finishWriting()
        let other = bench(Self.server)
        #expect(try await other.loader.data(request()).origin == .disk)
        #expect(one.transport.requests.count == 1 && other.transport.requests.isEmpty)
        await one.untilIdle()
    }

    @Test func whoAsksBeforeTheDiskHasItGetsItAllTheSame() async throws {
        let bench = bench(Self.server)
        for number in 0..<50 {
            let request = ImageRequest(Samples.url("\(number)"))
            _ = try await bench.loader.data(request)
            #expect(try await bench.loader.data(request).origin == .disk)
        }
        #expect(bench.transport.requests.count == 50)
        await bench.loader.finishWriting()
        await bench.untilIdle()
    }

    @Test func whatIsNoLongerFreshIsAskedAboutAnd304MakesItFreshAgain() async throws {
        let bench = bench(Self.server)
        _ = try await bench.loader.data(request())
        bench.time.now += 61
        let again = try await bench.loader.data(request())
        #expect(again.origin == .revalidated && again.bytes == Samples.png())
        #expect(bench.transport.requests[1].fields["If-None-Match"] == "\"1\"")
        bench.time.now += 59
        #expect(try await bench.loader.data(request()).origin == .disk)
        #expect(bench.transport.requests.count == 2)
    }

    @Test func lastModifiedServesWhereThereIsNoTag() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let bench = bench { _ in Self.fresh(["Last-Modified": date, "Cache-Control": "max-age=0"]) }
        _ = try await bench.loader.data(request())
        #expect(try await bench.loader.data(request()).origin == .network)
        #expect(bench.transport.requests[1].fields["If-Modified-Since"] == date)
    }

    @Test func anImageStaysInMemoryAsLongAsItIsFresh() async throws {
        let bench = bench(Self.server)
        _ = try await bench.loader.loadImage(request())
        bench.time.now += 59
        #expect(bench.loader.cachedImage(request()) != nil)
        bench.time.now += 2
        #expect(bench.loader.cachedImage(request()) == nil)
        _ = try await bench.loader.loadImage(request())
        #expect(bench.transport.requests.count == 2 && bench.decodings.count == 2)
    }

    @Test func noStoreIsStoredNowhere() async throws {
        let bench = bench { _ in Self.fresh(["Cache-Control": "no-store, max-age=60"]) }
        _ = try await bench.loader.loadImage(request())
        _ = try await bench.loader.loadImage(request())
        await bench.loader.finishWriting()
        #expect(bench.transport.requests.count == 2)
        #expect(try temporary.path.names().isEmpty)
    }

    @Test func noCacheIsStoredAndAskedAboutEachTime() async throws {
        let bench = bench { request in
            request.fields["If-None-Match"] == nil
                ? Self.fresh(["Cache-Control": "no-cache", "ETag": "\"1\""]) : .init(status: 304)
        }
        _ = try await bench.loader.loadImage(request())
        #expect(try await bench.loader.data(request()).origin == .revalidated)
        #expect(bench.loader.cachedImage(request()) == nil)
    }

    @Test func varyKeepsAnswersToOtherRequestsApart() async throws {
        let bench = bench { _ in Self.fresh(["Cache-Control": "max-age=60", "Vary": "X-Theme, Accept"]) }
        var dark = request()
        dark.fields = ["X-Theme": "dark"]
        _ = try await bench.loader.data(request())
        #expect(try await bench.loader.data(request()).origin == .disk)
        #expect(try await bench.loader.data(dark).origin == .network)
        #expect(try await bench.loader.data(dark).origin == .disk)
    }

    @Test func reloadAsksInAnyCaseAndStoresWhatItGets() async throws {
        let bench = bench(Self.server)
        _ = try await bench.loader.data(request())
        #expect(try await bench.loader.data(request(.reload)).origin == .network)
        #expect(bench.transport.requests[1].fields["If-None-Match"] == nil)
    }

    @Test func cacheOnlyNeverAsks() async throws {
        let bench = bench(Self.server)
        #expect(await bench.loader.bytes(request(.cacheOnly)).failureCode == .notCached)
        _ = try await bench.loader.data(request())
        #expect(try await bench.loader.data(request(.cacheOnly)).origin == .disk)
        bench.time.now += 1000
        #expect(try await bench.loader.data(request(.cacheOnly)).origin == .staleDisk)
        #expect(bench.transport.requests.count == 1)
        let bare = LoaderBench { _ in Samples.ok }
        #expect(await bare.loader.bytes(request(.cacheOnly)).failureCode == .notCached)
    }

    @Test(
        arguments: [
            (.init(error: TransportError(.unreachable)), true), (.init(error: TransportError(.connectionLost)), true),
            (.init(status: 503), true), (.init(status: 404), false), (.init(error: TransportError(.insecure)), false),
        ] as [(FakeTransport.Reply, Bool)])
    func withoutAServerWhatWasLoadedBeforeWillDoWhereThatIsAskedForMarkedAsSuch(
        _ reply: FakeTransport.Reply, _ isServed: Bool
    ) async throws {
        let first = bench(Self.server)
        _ = try await first.loader.data(request())
        await first.loader.finishWriting()
        let bench = bench { _ in reply }
        bench.time.now += 1000
        let result = await bench.loader.bytes(request(.staleIfUnreachable))
        #expect((try? result.get())?.origin == (isServed ? .staleDisk : nil))
        #expect(await bench.loader.bytes(request()).failureCode != nil, "by the rules it would not")
        let image = try? await bench.loader.collectImages([request(.staleIfUnreachable)])
        #expect(image?.first?.origin == (isServed ? .staleDisk : nil))
    }

    @Test func whatMustBeRevalidatedIsNeverServedStale() async throws {
        let first = bench { _ in Self.fresh(["Cache-Control": "max-age=1, must-revalidate"]) }
        _ = try await first.loader.data(request())
        await first.loader.finishWriting()
        let bench = bench { _ in .init(error: TransportError(.unreachable)) }
        bench.time.now += 1000
        #expect(await bench.loader.bytes(request(.staleIfUnreachable)).failureCode == .unreachable)
    }

    @Test func whatIsNotAPictureIsNotKeptInMemoryAndAnErrorIsNotStored() async throws {
        let bench = bench { _ in .init(status: 404, fields: ["Cache-Control": "max-age=60"]) }
        _ = await bench.loader.image(request())
        await bench.loader.finishWriting()
        #expect(try temporary.path.names().isEmpty)
    }

    @Test func aDamagedFileOnTheDiskIsDownloadedAgain() async throws {
        let bench = bench(Self.server)
        _ = try await bench.loader.data(request())
        await bench.loader.finishWriting()
        let file = temporary.path.appending(try #require(try temporary.path.names().first))
        _ = file.withCString { truncate($0, 100) }
        #expect(try await bench.loader.data(request()).origin == .network)
    }
}
