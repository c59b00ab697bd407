import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPTestSupport
@testable import Studio

@MainActor
struct NetworkLoadingTests {
    private func routes(
        _ bench: StudioBench, _ network: NetworkLoading, patience: @escaping @Sendable () async -> Void = {}
    ) throws -> StudioRoutes {
        try bench.routes(maker: StickerMaker(network: network), patience: patience)
    }

    /// No photo is looked at before.
    @Test(arguments: [
        ("/api/v1/cut", HTTPStatus.unsupportedMediaType),
        ("/api/v1/photos/{id}/strokes/preview", .unprocessableContent),
    ])
    func aRequestInTheFirstMomentsWaitsForTheNetwork(_ path: String, _ status: HTTPStatus) async throws {
        let bench = try await StudioBench()
        let id = try await bench.add("a")[0].text
        let gate = Gate()
        let network = NetworkLoading { () async throws(StickerError) in
            await gate.wait()
            return try SubjectSegmenter()
        }
        let router = try routes(bench, network) {
            gate.open()
            // Until it is cancelled.
            for await _ in AsyncStream<Void>.makeStream().stream {}
        }.described
        let stroke = #"{"mode":"keep","radius":0.03,"points":[[0.5,0.5]]}"#
        let request = try HTTPRequest(.post, path.replacing("{id}", with: id), body: Array(stroke.utf8))
        #expect(await router.answer(request).status == status)
    }

    @Test(arguments: Transport.allCases) func theStudioIsNotReadyUntilTheNetworkIsLoaded(_ transport: Transport)
        async throws
    {
        let bench = try await StudioBench()
        let gate = Gate()
        let network = NetworkLoading { () async throws(StickerError) in
            await gate.wait()
            return try SubjectSegmenter()
        }
        try await transport.with(try routes(bench, network).described) { ask in
            let early = try await ask("GET", "/ready", [:], [])
            #expect(early.status == 503 && early.fields["Retry-After"] == "1")
            #expect(early.text.contains(#""code":"notReady""#))
            #expect(try await ask("POST", "/api/v1/cut", [:], [1]).status == 503)
            #expect(try await ask("GET", "/health", [:], []).status == 200)
            #expect(try await ask("GET", "/", [:], []).status == 200)
            gate.open()
            _ = try await network.segmenter()
            #expect(try await ask("GET", "/ready", [:], []).status == 200)
            #expect(try await ask("POST", "/api/v1/cut", [:], [1]).status == 415)
        }
    }

    @Test func aNetworkThatCannotBeLoadedIsNeverReadyAndSaysWhy() async throws {
        let bench = try await StudioBench()
        let network = NetworkLoading { () async throws(StickerError) in throw StickerError(.model, "no such device") }
        let error = await #expect(throws: StickerError.self) { try await network.segmenter() }
        #expect(error?.code == .model)
        let router = try routes(bench, network).described
        #expect(await router.answer(try HTTPRequest(.get, "/ready")).status == .serviceUnavailable)
        let maker = StickerMaker(network: network)
        let failure = await #expect(throws: StickerError.self) {
            try await maker.make([1], subject: nil, style: StudioStyle(), strokes: [], isAwaited: false)
        }
        #expect(failure?.code == .model)
    }

    @Test func whoIsCancelledDoesNotWaitForTheNetwork() async throws {
        let gate = Gate()
        let network = NetworkLoading { () async throws(StickerError) in
            await gate.wait()
            throw StickerError(.model, "late")
        }
        let maker = StickerMaker(network: network)
        let photo = Task {
            try? await maker.make([1], subject: nil, style: StudioStyle(), strokes: [], isAwaited: false)
        }
        photo.cancel()
        #expect(await photo.value == nil)
        gate.open()
    }
}
