import Files
import FoundationEssentials
import Glibc
import HTTPMessages
import HTTPSending
import Imaging
import TestSupport
import Testing

@testable import ImageLoading

@Suite(.timeLimit(.minutes(10))) struct LoadingTests {
    @Test func anImageIsLoadedAndDecoded() async throws {
        let bench = LoaderBench { _ in Samples.ok }
        let bitmap = try await bench.loader.loadImage(from: Samples.url("1"))
        #expect(bitmap.size == PixelSize(width: 3, height: 2))
        #expect(bench.transport.requests[0].fields["User-Agent"] == "Peel")
        await bench.untilIdle()
    }

    @Test func theFragmentStaysHereTheQueryGoesOutAndOutOfErrorMessages() async throws {
        let bench = LoaderBench { _ in .init(status: 404) }
        let url = try #require(URL(string: "http://user:secret@pictures.test:8080/a%20b.png?api_key=secret#top"))
        let error = await bench.loader.bytes(ImageRequest(url))
        #expect(bench.transport.addresses == ["http://user:secret@pictures.test:8080/a%20b.png?api_key=secret"])
        guard case .failure(let error) = error else {
            Issue.record("it is another case")
            return
        }
        #expect(error.url == url)
        #expect(
            error.description == "cannot load http://pictures.test:8080/a%20b.png: the server answered with status 404")
    }

    @Test(
        arguments: [
            (.init(status: 404), .http(404)), (.init(status: 500), .http(500)),
            (.init(body: Array("<html>no picture</html>".utf8)), .incorrectImageData), (.init(), .incorrectImageData),
            (.init(body: Array(Samples.png().dropLast(20))), .incorrectImageData),
            (.init(fields: ["Content-Length": "9999"], body: Samples.png()), .connectionLost),
            (.init(fields: ["Content-Length": "999999999"]), .tooLarge),
            (.init(error: TransportError(.unreachable)), .unreachable),
            (.init(error: TransportError(.insecure)), .insecure),
            (.init(error: TransportError(.tooManyRedirects)), .tooManyRedirects),
            (.init(error: TransportError(.addressRefused)), .addressRefused),
            (.init(error: TransportError(.badResponse)), .badResponse),
        ] as [(FakeTransport.Reply, ImageLoaderError.Code)])
    func everyFailureHasItsOwnCodeWithTheAddress(
        _ reply: FakeTransport.Reply, _ code: ImageLoaderError.Code
    ) async {
        let bench = LoaderBench { _ in reply }
        let url = Samples.url("1")
        let result = await bench.loader.image(ImageRequest(url))
        guard case .failure(let error) = result else {
            Issue.record("it fails")
            return
        }
        #expect(error.code == code && error.url == url)
        await bench.untilIdle()
    }

    @Test func anErrorsAnswerCanBeRead() async {
        let body = Array(#"{"code":404,"msg":"No data"}"#.utf8)
        let bench = LoaderBench { _ in .init(status: 404, fields: ["X-RateLimit-Remaining": "7"], body: body) }
        guard case .failure(let error) = await bench.loader.bytes(ImageRequest(Samples.url("1"))) else {
            Issue.record("it fails")
            return
        }
        #expect(error.code == .http(404) && error.response?.body == body)
        #expect(error.response?.fields["x-ratelimit-remaining"] == "7")
    }

    @Test func tooManyPixelsAreRefusedBeforeTheyAreDecoded() async {
        let bench = LoaderBench(
            { _ in .init(body: Samples.png(100, 100)) }, configure: { $0.imageLimits.pixels = 9999 })
        let result = await bench.loader.image(ImageRequest(Samples.url("1")))
        #expect(result.failureCode == .tooLarge)
    }

    @Test func schemesThatAreNotAllowedAndAddressesWithoutAHostStartNothing() async throws {
        let bench = LoaderBench({ _ in Samples.ok }, configure: { $0.allowedSchemes = ["http"] })
        for text in [
            "ftp://a/b", "file:///etc/hostname", "http:///x", "relative", "https://a/b", "HTTP:x", "javascript:1",
        ] {
            let url = try #require(URL(string: text))
            let result = await bench.loader.bytes(ImageRequest(url))
            #expect(result.failureCode == .unsupportedURL)
        }
        #expect(bench.transport.requests.isEmpty)
    }

    @Test func noBytesAreFineAsData() async throws {
        let bench = LoaderBench { _ in .init() }
        #expect(try await bench.loader.data(from: Samples.url("1")).isEmpty)
    }

    @Test func aLargePictureIsDecodedAtTheSizeThatIsNeeded() async throws {
        let bench = LoaderBench { _ in .init(body: Samples.png(400, 300)) }
        let small = try await bench.loader.loadImage(ImageRequest(Samples.url("1"), longestSide: 50))
        #expect(small.size == PixelSize(width: 50, height: 38))
        let whole = try await bench.loader.loadImage(ImageRequest(Samples.url("1")))
        #expect(whole.size == PixelSize(width: 400, height: 300))
        for side in [Int.min, -1, 0, 1, Int.max] {
            let bitmap = try await bench.loader.loadImage(ImageRequest(Samples.url("1"), longestSide: side))
            #expect((1...400).contains(bitmap.size.longestSide))
        }
    }

    @Test func aPhotoThatIsStoredLyingStandsUprightOnceWholeOrShrunk() async throws {
        // Stored under orientation 6; upright, red rises to the right and green down.
        let folder = FilePath(#filePath).parent.parent.parent.appending("ImagingTests/near")
        let photo = try Fixtures.bytes("orientation/6.jpg", near: folder.description)
        let bench = LoaderBench { _ in .init(body: photo) }
        let whole = try await bench.loader.loadImage(from: Samples.url("1"))
        let small = try await bench.loader.loadImage(ImageRequest(Samples.url("1"), longestSide: 40))
        #expect(small.size.longestSide < whole.size.longestSide)
        for bitmap in [whole, small] {
            let (right, bottom) = (bitmap.width - 1, bitmap.height - 1)
            #expect((bitmap.width > bitmap.height) == (whole.width > whole.height))
            #expect(Int(bitmap[right, 0].red) > Int(bitmap[0, 0].red) + 50)
            #expect(Int(bitmap[0, bottom].green) > Int(bitmap[0, 0].green) + 50)
            #expect(abs(Int(bitmap[0, bottom].red) - Int(bitmap[0, 0].red)) < 15)
        }
    }

    @Test func dataAddressesAndFilesNeedNoTransport() async throws {
        let temporary = TemporaryFolder()
        let bench = LoaderBench()
        let file = try temporary.write(Samples.png(), to: "a b%.png")
        let url = URL(filePath: file.description)
        #expect(try await bench.loader.loadImage(from: url).width == 3)
        let text = "data:image/png;base64," + Data(Samples.png()).base64EncodedString()
        #expect(try await bench.loader.loadImage(from: try #require(URL(string: text))).width == 3)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test func filesThatAreNotFilesAreRefusedAndNoneBlocks() async throws {
        let temporary = TemporaryFolder()
        let bench = LoaderBench { _ in nil }
        try temporary.write([UInt8](repeating: 0, count: 10), to: "ten")
        let pipe = temporary.path.appending("pipe")
        _ = pipe.withCString { mkfifo($0, 0o600) }
        for (address, code) in [
            (temporary.path.description, .unreadableFile), (pipe.description, .unreadableFile),
            (temporary.path.appending("none").description, .unreadableFile), ("/dev/zero", .unreadableFile),
            (temporary.path.appending("ten").description, .incorrectImageData),
        ] as [(String, ImageLoaderError.Code)] {
            let result = await bench.loader.image(ImageRequest(URL(filePath: address)))
            #expect(result.failureCode == code)
        }
        let elsewhere = try #require(URL(string: "file://server/share/a.png"))
        let result = await bench.loader.image(ImageRequest(elsewhere))
        #expect(result.failureCode == .unsupportedURL)
        let limited = LoaderBench(configure: { $0.imageLimits.bytes = 9 })
        let large = await limited.loader.bytes(ImageRequest(URL(filePath: temporary.path.appending("ten").description)))
        #expect(large.failureCode == .tooLarge)
    }

    @Test func aNameThatIsNotUTF8IsFound() throws {
        let url = try #require(URL(string: "file:///tmp/%FF%20x"))
        #expect(url.localPath?.bytes == Array("/tmp/".utf8) + [0xFF, 0x20, 0x78])
        #expect(try #require(URL(string: "file:///tmp/%00")).localPath == nil)
    }
}
