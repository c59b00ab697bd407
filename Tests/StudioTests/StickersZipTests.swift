import Dispatch
import Execution
import Files
import HTTPMessages
import PhotoLibrary
import Testing

@testable import HTTPServing
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
        let executor = PhotoExecutor(threadCount: 1)
        let turn = DispatchSemaphore(value: 0)
        let busy = Task { await executor.run { block(until: turn) } }
        let routes = try bench.routes(images: StudioImages(scratch: RunFolder(), executor: executor)).described
        let request = try HTTPRequest(.get, "/api/v1/stickers.zip?format=webp", fields: ["Host": "localhost"], body: [])
        let answer = Task { await routes.answer(request) }
        // Its files are looked up by now.
        while executor.waitingJobs == 0 { await Task.yield() }
        let photo = try #require(bench.model.photo(ids[0]))
        _ = try await bench.library.setResult(
            of: ids[0], revision: photo.revision + 1,
            blobs: ["sticker.webp": [UInt8]("new".utf8), "sticker.png": [1]], state: nil, details: nil)
        turn.signal()
        await busy.value
        let zip = await answer.value
        #expect(zip.status == .ok)
        guard case .file(let file) = zip.body else {
            Issue.record("the ZIP is a file")
            return
        }
        #expect(file.readBytes().firstRange(of: Array("new".utf8)) != nil)
    }
}

/// On a thread that may wait.
private nonisolated func block(until turn: DispatchSemaphore) { turn.wait() }
