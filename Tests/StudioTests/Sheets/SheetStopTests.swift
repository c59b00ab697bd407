import Files
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Imaging
@testable import Studio

/// Sheets that are not wanted any more, for which there is no thread, no memory or no room on the disk.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SheetStopTests {
    private let bench: StudioBench
    private let thread = HeldExecutor()
    private let scratch: RunFolder

    init() async throws {
        bench = try await StudioBench(holds: false)
        try await bench.addDone(.coffee)
        scratch = try RunFolder()
    }

    private func request(_ path: String = "", _ json: String = "{}") throws -> HTTPRequest {
        try HTTPRequest(.post, "/api/v1/sheets\(path)", fields: ["Host": "localhost"], body: Array(json.utf8))
    }

    private func text(_ answer: HTTPResponse) -> String {
        if case .bytes(let bytes) = answer.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    private func laidOut(_ routes: StudioRoutes) async throws -> String {
        let answer = await routes.described.answer(try request())
        return String(try #require(text(answer).firstMatch(of: /"id":"(\w+)"/)?.1, "\(text(answer))"))
    }

    /// Calls `body` while the only thread is held.
    private func whileBusy(_ body: () async throws -> Void) async throws {
        await thread.hold()
        try await body()
        thread.release()
    }

    /// A request that waits for the thread.
    private func asked(_ request: HTTPRequest, _ routes: StudioRoutes, number: Int = 1) async -> Task<
        HTTPResponse, Never
    > {
        let service = routes.described
        let answer = Task { await service.answer(request) }
        await thread.untilWaiting(number)
        return answer
    }

    @Test func whoLeavesEndsTheWork() async throws {
        let routes = try bench.routes(images: StudioImages(scratch: scratch, executor: thread.executor))
        let id = try await laidOut(routes)
        for path in ["", "/\(id)/files/pdf", "/\(id)/files/png"] {
            var answer: Task<HTTPResponse, Never>?
            try await whileBusy {
                answer = await asked(try request(path), routes)
                answer?.cancel()
            }
            let refused = try #require(await answer?.value)
            #expect(refused.status == .serviceUnavailable && text(refused).contains("cancelled"), "\(text(refused))")
            #expect(try scratch.path.isEmptyFolder())
        }
        #expect(await routes.described.answer(try request()).status == .ok, "its place is free again")
    }

    @Test func whoComesWhileOthersWaitIsToldToComeBack() async throws {
        let routes = try bench.routes(images: StudioImages(scratch: scratch, executor: thread.executor))
        var answers: [Task<HTTPResponse, Never>] = []
        try await whileBusy {
            answers.append(await asked(try request(), routes, number: 1))
            answers.append(await asked(try request(), routes, number: 2))
            let third = await routes.described.answer(try request())
            #expect(third.status == .serviceUnavailable && third.fields["Retry-After"] == "1")
            #expect(text(third).contains(#""code":"busy""#))
        }
        for answer in answers { #expect(await answer.value.status == .ok) }
    }

    @Test func aStudioThatStopsWaitsUntilNothingIsLeftOfASheet() async throws {
        let routes = try bench.routes(images: StudioImages(scratch: scratch, executor: thread.executor))
        let id = try await laidOut(routes)
        var answer: Task<HTTPResponse, Never>?
        var closing: Task<Void, Never>?
        let gate = routes.sheets.sheetGate
        try await whileBusy {
            answer = await asked(try request("/\(id)/files/pdf"), routes)
            closing = Task.immediate { await gate.close() }
            #expect(gate.isClosed)
            #expect(await routes.described.answer(try request()).status == .serviceUnavailable)
        }
        await closing?.value
        #expect(try scratch.path.isEmptyFolder())
        #expect(await answer?.value.status == .serviceUnavailable)
    }

    @Test func aDiskWithoutRoomIsSaidBeforeAnythingIsWritten() async throws {
        let free = Atomic(0)
        let images = StudioImages(scratch: scratch) { _ in free.load(ordering: .relaxed) }
        let routes = try bench.routes(images: images)
        let id = try await laidOut(routes)
        for format in ["pdf", "png", "svg", "lines"] {
            let refused = await routes.described.answer(try request("/\(id)/files/\(format)"))
            #expect(refused.status == .insufficientStorage)
            #expect(text(refused).contains("noRoom") && text(refused).contains("TMPDIR"), "\(text(refused))")
        }
        #expect(try scratch.path.isEmptyFolder())
        free.store(1 << 30, ordering: .relaxed)
        #expect(await routes.described.answer(try request("/\(id)/files/png")).status == .ok)
    }

    @Test func aPageForWhichThereIsNoMemoryIsRefused() async throws {
        // A4 at 300 dots an inch takes 35 MB, and twice that while it is encoded.
        let budget = MemoryBudget(bytes: 40 << 20)
        let images = StudioImages(scratch: scratch, limits: ImageLimits(memory: budget))
        let routes = try bench.routes(images: images)
        let id = try await laidOut(routes)
        let refused = await routes.described.answer(try request("/\(id)/files/png"))
        #expect(
            refused.status == .insufficientStorage && text(refused).contains(#""code":"memory""#), "\(text(refused))")
        #expect(try scratch.path.isEmptyFolder())
        #expect(await routes.described.answer(try request("/\(id)/files/pdf")).status == .ok)
        #expect(budget.reservedBytes == 0)
    }
}
