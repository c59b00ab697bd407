import Files
import HTTPServing
import Imaging
import Stickers
import TestSupport
import Testing

@testable import HTTPTestClient
@testable import HTTPTestSupport
@testable import Studio

/// How many bytes a file may have that is uploaded.
@Suite(.timeLimit(.minutes(1))) @MainActor
struct UploadLimitTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [(1 << 20, 2 << 20, 413), (1 << 30, 300 << 20, 100)])
    func itIsThatOfTheSettings(limit: Int, byteCount: Int, status: Int) async throws {
        var settings = StudioAudienceTests.settings(in: folder.path)
        settings.imageLimits.bytes = limit
        let studio = try await Studio(
            settings, network: NetworkLoading { () async throws(StickerError) in throw StickerError(.model, "none") })
        studio.start()
        let port = Int(studio.server.address.port)
        let answered = try await blocking {
            let client = try RawClient(port: port)
            defer { client.close() }
            try client.send(
                "POST /api/v1/photos?name=a HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(byteCount)\r\n"
                    + "Expect: 100-continue\r\n\r\n")
            return try client.readAnswer().status
        }
        #expect(answered == status)
        await studio.stop()
    }

    /// A clip is no exception.
    @Test func aClipHasTheLimitToo() async throws {
        let made = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=10:duration=0.4", "-c:v",
                "libx264", "-pix_fmt", "yuv420p", folder.path.appending("a.mp4"),
            ]
        ).run()
        try #require(made.succeeded, "\(made.errorText)")
        let bytes = try folder.path.appending("a.mp4").readBytes()
        func maker(_ limit: Int) -> StickerMaker {
            var limits = ImageLimits()
            limits.bytes = limit
            return StickerMaker(
                network: NetworkLoading { () async throws(StickerError) in throw StickerError(.model, "none") },
                limits: limits, executor: .shared)
        }
        #expect(try await maker(bytes.count).kind(of: bytes) == .clip)
        let error = await #expect(throws: StickerError.self) { try await maker(bytes.count - 1).kind(of: bytes) }
        #expect(error?.code == .imaging(.tooManyBytes))
    }
}
