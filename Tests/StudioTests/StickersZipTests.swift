import Files
import HTTPMessages
import PhotoLibrary
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Imaging
@testable import Studio

/// A ZIP of stickers that change while it is made.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct StickersZipTests {
    @Test func aStickerThatIsMadeAnewMeanwhileIsInIt() async throws {
        let bench = try await StudioBench(holds: false)
        let ids = try await bench.add("a", "b")
        bench.model.startProcessing()
        await bench.model.processingEnded()
        // The only thread that writes ZIPs is busy until the test says so.
        let thread = HeldExecutor()
        await thread.hold()
        let routes = try bench.routes(images: StudioImages(scratch: RunFolder(), executor: thread.executor)).described
        let request = try HTTPRequest(.get, "/api/v1/stickers.zip?format=webp", fields: ["Host": "localhost"], body: [])
        let answer = Task { await routes.answer(request) }
        // Its files are looked up by now.
        await thread.untilWaiting()
        let photo = try #require(bench.model.photo(ids[0]))
        _ = try await bench.library.setResult(
            of: ids[0], revision: photo.revision + 1,
            blobs: ["sticker.webp": [UInt8]("new".utf8), "sticker.png": [1]], state: nil, details: nil)
        thread.release()
        let zip = await answer.value
        #expect(zip.status == .ok)
        guard case .file(let file) = zip.body else {
            Issue.record("the ZIP is a file")
            return
        }
        #expect(file.readBytes().firstRange(of: Array("new".utf8)) != nil)
    }
}
