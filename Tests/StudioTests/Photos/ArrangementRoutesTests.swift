import Execution
import Files
import HTTPMessages
import Imaging
import PhotoLibrary
import Stickers
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import Studio

/// What scripts ask for when they arrange a sticker, made of a real file by the real network.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ArrangementRoutesTests {
    private static let executor = PhotoExecutor(threadCount: 1)
    /// A ball of 1140 pixels: no sticker of it is enlarged.
    private static let photo = Result {
        try SyntheticPhoto(
            size: PixelSize(width: 400, height: 300),
            balls: [.init(x: 200, y: 150, radius: 95, color: SyntheticPhoto.red)], enlargedBy: 6
        ).png()
    }

    private static func maker() throws -> StickerMaker {
        StickerMaker(network: NetworkLoading(try SharedSegmenter.segmenter()), executor: executor)
    }

    private func with(_ body: (StudioBench, PhotoID, @escaping Transport.Ask) async throws -> Void) async throws {
        let bench = try await StudioBench(real: Self.maker())
        let id = try await bench.model.add(Self.photo.get(), named: "ball.png").photo.id
        await bench.model.loadPhoto(id)
        let images = StudioImages(scratch: try RunFolder(), executor: Self.executor)
        let routes = try bench.routes(images: images, maker: Self.maker())
        try await Transport.memory.with(routes.described) { ask in try await body(bench, id, ask) }
    }

    private func picture(_ id: PhotoID, _ name: String, _ ask: Transport.Ask) async throws -> Bitmap {
        let answer = try await ask("GET", "/api/v1/photos/\(id)/\(name)", [:], [])
        try #require(answer.status == 200, "\(answer.text)")
        return try ImageSource(answer.body).decode()
    }

    private func arrange(
        _ id: PhotoID, _ json: String, in bench: StudioBench, by ask: Transport.Ask
    ) async throws -> Transport.Answer {
        let answer = try await ask("PUT", "/api/v1/photos/\(id)/style", [:], Array("{\"arrangement\":\(json)}".utf8))
        await bench.ended(id)
        return answer
    }

    @Test func aStickerIsMadeAsItIsArrangedAndAsItWasWithoutThat() async throws {
        try await with { bench, id, ask in
            let before = try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], [])
            let loose = try await picture(id, "unplaced.webp", ask)
            #expect(try loose.size == ImageSource(before.body).size)

            let asked = #"{"x":0.25,"y":0.125,"turn":90,"scale":0.5}"#
            let answer = try await arrange(id, asked, in: bench, by: ask)
            #expect(answer.status == 200 && answer.text.contains(#""arrangement":{"#), "\(answer.text)")
            #expect(bench.model.selection[0].style.arrangement.turn == 90)
            #expect(bench.model.selection[0].editFailure == nil)
            for (name, side) in [("sticker.png", 1024), ("sticker.webp", 1024), ("sticker.png?size=512", 512)] {
                let picture = try await picture(id, name, ask)
                #expect(picture.size == PixelSize(width: side, height: side))
                let box = try #require(picture.alphaBox(above: 10))
                let (x, y) = (Double(2 * box.x + box.width) / 2, Double(2 * box.y + box.height) / 2)
                #expect(abs(x / Double(side) - 0.75) < 0.01 && abs(y / Double(side) - 0.625) < 0.01, "\(name): \(box)")
                #expect(abs(Double(box.size.longestSide) / Double(side) - 0.5) < 0.03, "\(name): \(box)")
            }
            // What is moved stays as it is.
            #expect(try await picture(id, "unplaced.webp", ask) == loose)

            let reset = try await arrange(id, "null", in: bench, by: ask)
            #expect(!reset.text.contains("arrangement"))
            #expect(try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], []).body == before.body)
        }
    }

    @Test func aLookIsShownSmallAndLeavesTheStickerAlone() async throws {
        try await with { bench, id, ask in
            let before = try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], []).body
            func look(_ style: String, _ rest: String = "&side=96") async throws -> Transport.Answer {
                let style = style.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                return try await ask("GET", "/api/v1/photos/\(id)/look.webp?style=\(style)\(rest)", [:], [])
            }
            var pictures: Set<[UInt8]> = []
            for style in [
                #"{"borderWidth":0}"#, #"{"borderWidth":0.1}"#, ##"{"background":"#ff0000"}"##, #"{"effect":"comic"}"#,
                #"{"effect":"glow","text":{"words":"Hi"}}"#,
            ] {
                let answer = try await look(style)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(try ImageSource(answer.body).size.longestSide == 96)
                pictures.insert(answer.body)
            }
            #expect(pictures.count == 5)
            #expect(try await look(#"{"borderWidth":7}"#).status == 422)
            #expect(try await look(#"{"border":0}"#).status == 400)
            #expect(try await look(#"{"borderWidth":0}"#, "&side=5000").status == 400)
            let kept = try await look(#"{"borderWidth":0}"#, "&key=1")
            #expect(kept.fields["Cache-Control"]?.contains("max-age=3600") == true)
            #expect(try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], []).body == before)
            #expect(bench.model.selection[0].style.borderWidth == StudioStyle().borderWidth)
        }
    }

    @Test func wordsAreShownAloneAndLeftOutForWhoMovesThem() async throws {
        try await with { bench, id, ask in
            let body = #"{"text":{"words":"Hi","place":"point","x":0.5,"y":0.5,"size":0.3,"bend":40}}"#
            let answer = try await ask("PUT", "/api/v1/photos/\(id)/style", [:], Array(body.utf8))
            #expect(answer.status == 200, "\(answer.text)")
            await bench.ended(id)
            let whole = try await picture(id, "sticker.png", ask)
            let (words, wordless) = (
                try await picture(id, "words.webp", ask), try await picture(id, "wordless.webp", ask)
            )
            #expect(words.size == whole.size && wordless.size == whole.size)
            let box = try #require(words.alphaBox(above: 10))
            #expect(box.width < whole.width / 2 && wordless.alphaBox(above: 10) == whole.alphaBox(above: 10))
            guard case .done(let facts) = bench.model.selection[0].state else {
                Issue.record("no sticker")
                return
            }
            let place = try #require(facts.text)
            #expect(abs(place.middle[0] * Double(whole.width) - Double(2 * box.x + box.width) / 2) < 4)
            try await bench.restart()
            guard case .done(let kept) = bench.model.selection[0].state else {
                Issue.record("no sticker")
                return
            }
            #expect(kept.text == place)
        }
    }

    @Test func aFontIsListedShownAndTakenByName() async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        let family = try #require(StickerText.Font.installed().max { $0.count < $1.count })
        let images = StudioImages(scratch: try RunFolder(), executor: Self.executor)
        try await Transport.memory.with(bench.routes(images: images).described) { ask in
            let list = try await ask("GET", "/api/v1/fonts", [:], [])
            #expect(list.status == 200 && list.text.contains("\"name\":\"\(family)\""))
            #expect(list.text.contains(#"{"kind":"generic","name":"sans"}"#))
            let sample = try await ask("GET", "/api/v1/fonts/sample.png?name=serif", [:], [])
            let picture = try ImageSource(sample.body).decode()
            #expect(sample.status == 200 && picture.width > picture.height && picture.alphaBox(above: 200) != nil)
            func set(_ font: String) async throws -> Transport.Answer {
                try await ask(
                    "PUT", "/api/v1/photos/\(id)/style", [:],
                    Array("{\"text\":{\"words\":\"Hi\",\"font\":\"\(font)\"}}".utf8))
            }
            #expect(try await set(family.uppercased()).status == 200)
            #expect(bench.model.selection[0].style.text?.font == .family(family))
            let refused = try await set(family + "q")
            #expect(refused.status == 400 && refused.text.contains("did you mean '\(family)'?"), "\(refused.text)")
            #expect(try await ask("GET", "/api/v1/fonts/sample.png?name=zzzzzz", [:], []).status == 400)
        }
    }

    @Test func aCropIsOfThePhotoAndSurvivesAStart() async throws {
        try await with { bench, id, ask in
            let whole = try await picture(id, "sticker.png", ask)
            // The upper half of the ball.
            _ = try await arrange(id, #"{"crop":{"x":0,"y":0,"width":1,"height":0.5}}"#, in: bench, by: ask)
            let half = try await picture(id, "sticker.png", ask)
            #expect(abs(whole.width - whole.height) < 30 && half.width == 1024)
            #expect(abs(Double(half.height) / 1024 - 0.52) < 0.03, "\(half.size)")
            #expect(try await picture(id, "unplaced.webp", ask).size == half.size)
            try await bench.restart()
            #expect(bench.model.selection[0].style.arrangement.crop?.height == 0.5)
            #expect(!bench.model.selection[0].isRendering)
        }
    }

    @Test(arguments: [
        (#"{"scale":9}"#, "arrangement: scale is 9.0; it must be 0.25 to 4.0"),
        (#"{"x":1.5}"#, "arrangement: x is 1.5"), (#"{"turn":-181}"#, "arrangement: turn is -181.0"),
        (#"{"crop":{"x":0.5,"y":0,"width":0.6,"height":1}}"#, "arrangement.crop: crop is 0.6 × 1.0 at 0.5, 0.0"),
        (#"{"angle":3}"#, "arrangement: unknown name angle"),
        (#"{"crop":{"x":0,"y":0,"width":1,"height":1,"z":1}}"#, "arrangement.crop: unknown name z"),
        (#""left""#, "the body must be JSON like"),
    ]) func whatBreaksARuleIsRefusedByIt(_ json: String, _ words: String) async throws {
        let bench = try await StudioBench(holds: false)
        let id = try await bench.add("a")[0]
        try await Transport.memory.with(bench.routes().described) { ask in
            let answer = try await arrange(id, json, in: bench, by: ask)
            #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
            #expect(bench.model.selection[0].style.arrangement == .identity)
        }
    }

    @Test func whereNothingWouldBeLeftTheStickerStaysAndItIsSaid() async throws {
        try await with { bench, id, ask in
            let before = try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], [])
            _ = try await arrange(id, #"{"x":1,"y":1}"#, in: bench, by: ask)
            #expect(bench.model.selection[0].editFailure?.code == "arrangement")
            #expect(try await ask("GET", "/api/v1/photos/\(id)/sticker.png", [:], []).body == before.body)
        }
    }
}
