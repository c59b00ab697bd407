import Clips
import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import Movies
import PhotoLibrary
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// Stickers that move, as platforms take them.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LivingPackRoutesTests {
    /// A sticker of half a second, and three still ones.
    private func with(
        _ body: (StudioBench, StudioRoutes, @escaping Transport.Ask) async throws -> Void
    ) async throws {
        let bench = try await StudioBench(holds: false)
        try await bench.add("m", "a", "b", "c")
        await bench.model.processAllPhotos()
        let cutout = try RealCutout.allCases[0].bitmap()
        let sticker = LivingSticker(
            (0..<10).map { number in
                LivingSticker.Frame(
                    cutout.transformed(by: .moving(x: Double(2 * number), y: 0), onto: cutout.size),
                    duration: 50_000_000)
            })
        let moving = try await LivingEncoder.packed(sticker, named: "m.webp", executor: .shared)
        try await bench.setFiles(0, [MadeSticker.name(in: .webp): moving])
        for (index, cutout) in zip(1..., RealCutout.allCases.prefix(3)) {
            try await bench.setSticker(index, to: cutout)
        }
        let routes = try bench.routes()
        try await Transport.memory.with(routes.described) { ask in try await body(bench, routes, ask) }
    }

    private func packs(_ targets: String, _ ask: Transport.Ask) async throws -> [JSONValue] {
        let body = Array(#"{"targets":[\#(targets)],"title":"Both"}"#.utf8)
        let answer = try await ask("POST", "/api/v1/packs", [:], body)
        try #require(answer.status == 200, "\(answer.text)")
        guard case .object(let pack) = try JSONReading.value(JSONValue.self, from: answer.body),
            case .array(let targets)? = pack["targets"]
        else { return [] }
        return targets
    }

    private func member(_ name: String, of target: JSONValue) -> JSONValue? {
        if case .object(let members) = target { members[name] } else { nil }
    }

    @Test func telegramTakesBothKindsAndOthersSayWhatTheyLeaveOut() async throws {
        try await with { bench, routes, ask in
            let made = try await packs(#""telegram","whatsapp","png""#, ask)
            try #require(made.count == 3)
            #expect(made.map { member("stickers", of: $0) } == [.number(4), .number(3), .number(3)])
            #expect(made.map { member("written", of: $0) } == [.bool(true), .bool(true), .bool(true)], "\(made)")
            #expect(
                made.map { member("ofOtherKind", of: $0) } == [
                    .array([]), .array([.string("m.webp")]), .array([.string("m.webp")]),
                ])
            // Another title encodes none of them again.
            let before = routes.images.packPictures.foundCount
            _ = try await packs(#""telegram""#, ask)
            #expect(routes.images.packPictures.foundCount == before + 4)
        }
    }

    @Test func aSingleOneComesInTheFormatOfEachPlatform() async throws {
        try await with { bench, _, ask in
            let id = bench.model.selection[0].id
            for (target, type, codec) in [
                ("telegram", "video/webm", "vp9"), ("whatsapp", "image/webp", ""), ("slack", "image/gif", "gif"),
            ] {
                let answer = try await ask("GET", "/api/v1/photos/\(id)/for/\(target)", [:], [])
                try #require(answer.status == 200, "\(target): \(answer.text)")
                #expect(answer.fields["Content-Type"] == type)
                #expect(answer.fields["Content-Disposition"]?.contains("filename=\"m-\(target).") == true)
                #expect(answer.body.count <= PackTarget(rawValue: target)?.rules.living?.byteLimit ?? 0)
                if codec.isEmpty {
                    #expect(MovingPicture(answer.body)?.size == PixelSize(width: 512, height: 512))
                } else {
                    #expect(try MovieFacts(answer.body).codec == codec)
                }
            }
            #expect(try await ask("GET", "/api/v1/photos/\(id)/for/viber", [:], []).status == 404)
            let still = bench.model.selection[1].id
            let refused = try await ask("GET", "/api/v1/photos/\(still)/for/telegram", [:], [])
            #expect(refused.status == 409 && refused.text.contains("a.jpg is not animated"), "\(refused.text)")
        }
    }

    @Test func oneThatIsMadeAnewMeanwhileIsLookedUpAgain() async throws {
        try await with { bench, _, _ in
            let id = bench.model.selection[0].id
            let name = MadeSticker.name(in: .webp)
            let sticker = try await bench.library.blob(name, of: id)
            // The only thread that encodes is busy until the test says so.
            let thread = HeldExecutor()
            await thread.hold()
            let service = try bench.routes(images: StudioImages(scratch: RunFolder(), executor: thread.executor))
                .described
            let request = try HTTPRequest(
                .get, "/api/v1/photos/\(id)/for/whatsapp", fields: ["Host": "localhost"], body: [])
            let answer = Task { await service.answer(request) }
            // Its file is looked up by now.
            await thread.untilWaiting()
            try await bench.setFiles(0, [name: try #require(sticker)])
            thread.release()
            #expect(await answer.value.status == .ok)
        }
    }

    @Test func aSheetPrintsItsFirstPicture() async throws {
        try await with { bench, _, ask in
            try await bench.setFiles(
                0, [MadeSticker.name(in: .png): try ImageEncoder(.png()).encode(RealCutout.allCases[0].bitmap())])
            let answer = try await ask("POST", "/api/v1/sheets", [:], Array(#"{"page":"a6","size":40}"#.utf8))
            #expect(answer.status == 200 && answer.text.contains(#""stickers":4"#), "\(answer.text)")
        }
    }
}
