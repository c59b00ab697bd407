import Files
import HTTPMessages
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Imaging
@testable import Studio

/// Packs that are not wanted any more, or whose stickers change, while they are made.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PackStopTests {
    /// The only thread that makes packs is busy until the test says so.
    private struct Held {
        let bench: StudioBench
        let routes: StudioRoutes
        private let thread = HeldExecutor()

        @MainActor
        init(_ cutouts: RealCutout...) async throws {
            bench = try await StudioBench(holds: false)
            for cutout in cutouts {
                _ = try await bench.add(cutout.rawValue)
                bench.model.startProcessing()
                await bench.model.processingEnded()
                try await bench.setSticker(bench.model.selection.count - 1, to: cutout)
            }
            await thread.hold()
            routes = try bench.routes(images: StudioImages(scratch: RunFolder(), executor: thread.executor))
        }

        /// Asked for, and waiting for the thread.
        @MainActor
        func ask(_ number: Int = 1, client: String? = nil) async throws -> Task<HTTPResponse, Never> {
            let (service, request) = (routes.described, try Self.request(client))
            let answer = Task { await service.answer(request) }
            await thread.untilWaiting(number)
            return answer
        }

        static func request(_ client: String? = nil) throws -> HTTPRequest {
            let body = #"{"targets":["png"]\#(client.map { #","client":"\#($0)""# } ?? "")}"#
            return try HTTPRequest(
                .post, "/api/v1/packs", fields: ["Host": "localhost"], body: Array(body.utf8))
        }

        func goOn() { thread.release() }

        func isScratchEmpty() throws -> Bool { try routes.images.scratch.path.isEmptyFolder() }

        /// Of the ZIP.
        @MainActor
        func bytes(of answer: HTTPResponse) async throws -> [UInt8] {
            guard case .bytes(let json) = answer.body else { return [] }
            let text = String(decoding: json, as: UTF8.self)
            let id = try #require(text.firstMatch(of: /"id":"(\w+)"/)?.1)
            return try #require(routes.packs.packs[String(id)]).files.zip.readBytes()
        }
    }

    @Test func whoLeavesEndsTheWork() async throws {
        let held = try await Held(.coffee)
        let answer = try await held.ask()
        answer.cancel()
        held.goOn()
        #expect(await answer.value.status == .serviceUnavailable)
        #expect(try held.isScratchEmpty())
        #expect(await held.routes.described.answer(try Held.request()).status == .ok, "its place is free again")
    }

    @Test func aPageHearsHowFarItsPackIs() async throws {
        let held = try await Held(.coffee, .chelsea)
        func said() async throws -> String {
            let request = try HTTPRequest(.get, "/api/v1/packs/progress/page", fields: ["Host": "localhost"])
            guard case .bytes(let bytes) = await held.routes.described.answer(request).body else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        let answer = try await held.ask(client: "page")
        #expect(try await said() == #"{"done":0,"total":2}"#)
        held.routes.packs.progress.advance(1, to: 1, for: "page")
        held.routes.packs.progress.advance(1, to: 7, for: "another")
        #expect(try await said() == #"{"done":1,"total":2}"#)
        held.goOn()
        #expect(await answer.value.status == .ok)
        #expect(try await said() == #"{"done":0,"total":0}"#)
    }

    @Test func aPackThatIsStoppedLateDoesNotCountInTheNextOne() {
        let progress = PackProgress()
        let first = progress.begin(2, for: "page")
        let second = progress.begin(3, for: "page")
        progress.advance(first, to: 2, for: "page")
        progress.end(first, for: "page")
        #expect(progress["page"] == PackProgress.Count(done: 0, total: 3))
        progress.advance(second, to: 1, for: "page")
        #expect(progress["page"] == PackProgress.Count(done: 1, total: 3))
        progress.end(second, for: "page")
        #expect(progress["page"] == PackProgress.Count())
    }

    @Test func whoComesWhileOthersWaitIsToldToComeBack() async throws {
        let held = try await Held(.coffee)
        let first = try await held.ask(1)
        let second = try await held.ask(2)
        let third = await held.routes.described.answer(try Held.request())
        #expect(third.status == .serviceUnavailable && third.fields["Retry-After"] == "1")
        guard case .bytes(let bytes) = third.body else {
            Issue.record("the refusal has words")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""code":"busy""#))
        held.goOn()
        for answer in [first, second] { #expect(await answer.value.status == .ok) }
    }

    @Test func aStickerThatIsMadeAnewMeanwhileIsInIt() async throws {
        let held = try await Held(.coffee, .chelsea)
        let answer = try await held.ask()
        // Its files are looked up by now.
        try await held.bench.setSticker(0, to: .astronaut)
        held.goOn()
        let old = await answer.value
        #expect(old.status == .ok)
        let new = await held.routes.described.answer(try Held.request())
        let (oldBytes, newBytes) = (try await held.bytes(of: old), try await held.bytes(of: new))
        #expect(!oldBytes.isEmpty && oldBytes == newBytes)
    }

    @Test func aStudioThatStopsWaitsUntilNothingIsLeftOfAPack() async throws {
        let held = try await Held(.coffee)
        let answer = try await held.ask()
        let gate = held.routes.packs.gate
        let closing = Task.immediate { await gate.close() }
        #expect(gate.isClosed)
        #expect(await held.routes.described.answer(try Held.request()).status == .serviceUnavailable)
        held.goOn()
        await closing.value
        #expect(try held.isScratchEmpty())
        #expect(await answer.value.status == .serviceUnavailable)
        await gate.close()
    }

    /// What a request that is inside makes while the studio stops is gone when it has stopped.
    @Test func aStoppedStudioLeavesNoFolder() async throws {
        let folder = TemporaryFolder()
        let studio = try await Studio(
            StudioAudienceTests.settings(in: folder.path),
            network: NetworkLoading { () async throws(StickerError) in throw StickerError(.model, "there is none") })
        studio.start()
        let (gate, scratch, entered, closed) = (studio.packGate, studio.scratch, Gate(), Gate())
        let inside = Task {
            try await gate.pass { () async throws(HTTPError) in
                entered.open()
                await closed.wait()
                try? AtomicFile.write([1], to: scratch.newPath())
                return (try? scratch.path.names().count) ?? 0
            }
        }
        await entered.wait()
        let stopping = Task.immediate { await studio.stop() }
        #expect(gate.isClosed)
        closed.open()
        await stopping.value
        #expect(try await inside.value == 1)
        #expect((try? scratch.path.status()) == nil)
    }
}
