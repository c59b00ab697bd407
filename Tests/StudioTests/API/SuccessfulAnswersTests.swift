import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// Routes that other tests only see refuse: what they answer when all is well is held against the description here.
@MainActor
struct SuccessfulAnswersTests {
    private static let api = "/api/v1"

    @Test func aRetryTheEndOfProcessingAndTheDescription() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("n")[0]
        await bench.model.loadPhoto(id)
        try await Transport.memory.with(bench.routes().described) { ask in
            #expect(try await ask("POST", "\(Self.api)/photos/\(id)/retry", [:], []).status == 202)
            await bench.ended(id)
            #expect(bench.maker.calls.count == 2)
            bench.maker.hold()
            try await bench.add("a")
            #expect(try await ask("POST", "\(Self.api)/process", [:], []).text.contains(#""running":true"#))
            let ended = try await ask("DELETE", "\(Self.api)/process", [:], [])
            #expect(ended.status == 202 && ended.text.contains(#""running":false"#))
            bench.maker.release()
            #expect(try await ask("GET", "\(Self.api)/openapi.json", [:], []).status == 200)
        }
    }

    @Test func aPreviewOfARemovedPhoto() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.model.add(StudioBench.picture, named: "p.png").photo.id
        try await bench.model.remove([id])
        try await Transport.memory.with(bench.routes().described) { ask in
            let preview = try await ask("GET", "\(Self.api)/trash/\(id)/preview", [:], [])
            #expect(preview.status == 200)
            #expect(try ImageSource(preview.body).format == .webp)
        }
    }

    /// Of a real photo, by the network.
    @Test func aCutACutOutAndSubjects() async throws {
        let executor = PhotoExecutor(threadCount: 1)
        let maker = StickerMaker(network: NetworkLoading(try SharedSegmenter.segmenter()), executor: executor)
        let bench = try await StudioBench(real: maker)
        let ball = try SyntheticPhoto.ball().png()
        let id = try await bench.model.add(ball, named: "ball.png").photo.id
        bench.model.startProcessing()
        await bench.model.processingEnded()
        try await Transport.memory.with(bench.routes(maker: maker).described) { ask in
            let cut = try await ask("POST", "\(Self.api)/cut?size=64", [:], ball)
            #expect(cut.status == 200)
            #expect(try ImageSource(cut.body).size.longestSide == 64)
            let cutout = try await ask("GET", "\(Self.api)/photos/\(id)/cutout.webp", [:], [])
            #expect(cutout.status == 200)
            #expect(try ImageSource(cutout.body).decode().hasTransparency)
            let subjects = try await ask("GET", "\(Self.api)/photos/\(id)/subjects", [:], [])
            #expect(subjects.status == 200, "\(subjects.text)")
            try await expectStrokesAreShown(of: id, ask, bench)
        }
    }

    /// Before they are drawn, and before the sticker has them.
    private func expectStrokesAreShown(of id: PhotoID, _ ask: Transport.Ask, _ bench: StudioBench) async throws {
        func path(_ mode: String, _ tool: String) async throws -> String {
            let stroke = #"{"mode":"\#(mode)","tool":"\#(tool)","radius":0.04,"points":[[0.06,0.06],[0.1,0.08]]}"#
            let answer = try await ask("POST", "\(Self.api)/photos/\(id)/strokes/preview", [:], Array(stroke.utf8))
            #expect(answer.status == 200, "\(answer.text)")
            guard case .object(let members) = try JSONReading.value(JSONValue.self, from: answer.body),
                case .string(let path)? = members["path"]
            else { return "no path" }
            return path
        }
        for tool in ["brush", "smart"] {
            #expect(try await path("keep", tool).hasPrefix("M"))
            #expect(try await path("remove", tool) == "", "there is nothing to take")
        }
        #expect(bench.model.details[id]?.strokes.isEmpty == true)
        let stroke = Array(#"{"mode":"keep","radius":0.04,"points":[[0.06,0.06]]}"#.utf8)
        #expect(try await ask("POST", "\(Self.api)/photos/\(id)/strokes", [:], stroke).status == 200)
        let drawn = try await ask("GET", "\(Self.api)/photos/\(id)/cutout.webp?drawn=1", [:], [])
        let picture = try ImageSource(drawn.body).decode()
        let (x, y) = (picture.width * 6 / 100, picture.height * 6 / 100)
        #expect(picture.pixels[4 * (y * picture.width + x) + 3] > 200)
        await bench.model.works[id]?.value
    }

    @Test func aScanAndAMovieThatBeginAndEnd() async throws {
        let bench = try await CameraBench()
        try await bench.startBrowser()
        #expect(try await bench.ask("POST", "/scan").status == 200)
        #expect(try await bench.ask("POST", "/recording", json: "{}").status == 200)
        _ = try await bench.ask("POST", "/frames", CameraBench.frames(0..<4))
        _ = try await bench.wait { $0.frames == 4 }
        let scan = try await bench.ask("DELETE", "/scan")
        #expect(scan.status == 200, "\(scan.text)")
        let movie = try await bench.ask("DELETE", "/recording")
        #expect(movie.status == 200, "\(movie.text)")
        await bench.camera.stop()
    }
}
