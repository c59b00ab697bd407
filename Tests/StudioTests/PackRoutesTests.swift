import Files
import FoundationEssentials
import HTTPMessages
import Imaging
import PhotoLibrary
import StudioPages
import Synchronization
import TestSupport
import Testing

@testable import HTTPServing
@testable import HTTPTestSupport
@testable import StickerPacks
@testable import Studio

/// Packs for platforms, made of real stickers.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PackRoutesTests {
    /// What the API says of a pack.
    private struct Pack: Decodable {
        struct Target: Decodable {
            var target: String
            var kept: Bool
            var written: Bool
            var packs: Int
            var stickers: Int
            var shortenedEmoji: Int
            var leftOut: [String]
            var fewer: Int?
            var more: Int?
            var rules: [Rule]
        }

        struct Rule: Decodable {
            var rule: String
            var kept: Bool
            var value: String
            var remedy: String?
        }

        var id: String?
        var bytes: Int?
        var wastickersBytes: Int?
        var targets: [Target]

        init(_ answer: Transport.Answer) throws {
            try #require(answer.status == 200, "\(answer.text)")
            self = try JSONDecoder().decode(Self.self, from: Data(answer.body))
        }
    }

    private func with(
        _ transport: Transport = .memory, stickers: Int = 4,
        _ body: (StudioBench, StudioRoutes, @escaping Transport.Ask) async throws -> Void
    ) async throws {
        let bench = try await StudioBench(holds: false)
        for cutout in RealCutout.allCases.prefix(stickers) { try await bench.addDone(cutout) }
        let routes = try bench.routes()
        try await transport.with(routes.described) { ask in try await body(bench, routes, ask) }
    }

    private func body(_ json: String) -> [UInt8] { Array(json.utf8) }

    @Test func allPlatformsAreOffered() async throws {
        try await with(stickers: 0) { _, _, ask in
            struct Offered: Decodable {
                var target: String, name: String, fewest: Int, most: Int, text: Bool, howTo: String
                var livingPacks: String, fewestMoving: Int
            }
            let answer = try await ask("GET", "/api/v1/targets", [:], [])
            let offered = try JSONDecoder().decode([Offered].self, from: Data(answer.body))
            #expect(offered.map(\.target) == PackTarget.allCases.map(\.rawValue))
            #expect(offered[0].name == "WhatsApp" && offered[0].fewest == 3 && offered[0].most == 30)
            // The page's English says the same; its other languages translate it.
            let english = try #require(StudioPage.all.first { $0.path == "/languages/en.json" })
            let json = try LocatedJSON(parsing: english.bytes, valueLimit: 10_000)
            let texts = try #require(StickerPacks.JSONValue(json)?.object)
            for target in offered {
                let text = target.howTo.split(separator: "\n").joined(separator: " ")
                #expect(texts["packHowTo.\(target.target)"] == .string(text))
            }
            #expect(offered.prefix(3).map(\.livingPacks) == ["apart", "mixed", "mixed"])
            #expect(offered.filter { $0.fewestMoving != $0.fewest }.map(\.fewestMoving) == [24], "Kakao's")
            #expect(offered.filter(\.text).map(\.target) == ["whatsapp", "imessage", "discord"])
        }
    }

    @Test(arguments: Transport.allCases)
    func aPackIsCheckedAndComesAsAZIPThatKeepsTheRules(_ transport: Transport) async throws {
        try await with(transport) { _, routes, ask in
            let asked = body(#"{"targets":["whatsapp","telegram"],"title":"Félines & Co","author":"Ada","emoji":"🐱"}"#)
            let pack = try Pack(try await ask("POST", "/api/v1/packs", [:], asked))
            #expect(pack.targets.map(\.target) == ["whatsapp", "telegram"])
            for target in pack.targets {
                #expect(target.kept && target.written && target.packs == 1 && target.stickers == 4)
                #expect(target.rules.count > 5 && target.rules.allSatisfy { $0.kept && $0.remedy == nil })
            }
            let id = try #require(pack.id)
            let zip = try await ask("GET", "/api/v1/packs/\(id)/pack.zip", [:], [])
            #expect(zip.status == 200 && zip.body.count == pack.bytes)
            #expect(zip.fields["Content-Disposition"]?.contains("F%C3%A9lines%20%26%20Co.zip") == true)
            let folder = TemporaryFolder()
            try folder.write(zip.body, to: "pack.zip")
            let checked = try PackCheck(folder.path.appending("pack.zip")).run()
            #expect(checked.map(\.target) == [.whatsapp, .telegram])
            #expect(checked.allSatisfy { $0.report.isKept })
            let file = try await ask("GET", "/api/v1/packs/\(id)/pack.wastickers", [:], [])
            #expect(file.status == 200 && file.body.count == pack.wastickersBytes)
            #expect(file.fields["Content-Disposition"]?.contains("F%C3%A9lines%20%26%20Co.wastickers") == true)
            let inside = try ZipReader.files(of: file.body, path: "pack.wastickers").keys
            #expect(inside.contains("title.txt") && inside.count { $0.hasSuffix(".webp") } == 4)
            // What it was made of is gone.
            #expect(try routes.images.scratch.path.isEmptyFolder())
        }
    }

    @Test func aTitleChangesNothingElse() async throws {
        try await with { _, routes, ask in
            @MainActor
            func zip(_ title: String, _ targets: String = #""telegram""#) async throws -> [String: [UInt8]] {
                let asked = body(#"{"targets":[\#(targets)],"title":"\#(title)"}"#)
                let pack = try Pack(try await ask("POST", "/api/v1/packs", [:], asked))
                let answer = try await ask("GET", "/api/v1/packs/\(try #require(pack.id))/pack.zip", [:], [])
                return try ZipReader.files(of: answer.body, path: "pack.zip")
            }
            let first = try await zip("Cats")
            #expect(routes.images.packPictures.foundCount == 0)
            let second = try await zip("Dogs")
            #expect(routes.images.packPictures.foundCount == 4)
            let changed = first.filter { second[$0.key] != $0.value }.keys.sorted()
            #expect(changed == ["telegram/title.txt"] && first.count == second.count)
            // What is asked otherwise is encoded.
            _ = try await zip("Cats", #""png""#)
            #expect(routes.images.packPictures.foundCount == 4)
        }
    }

    @Test func anArrangedStickerStaysWhereItIsOnItsCanvas() async throws {
        try await with(stickers: 0) { bench, _, ask in
            let ids = try await bench.add("a", "b", "c")
            bench.model.startProcessing()
            await bench.model.processingEnded()
            let change = body(#"{"arrangement":{"x":-0.2,"scale":0.5}}"#)
            #expect(try await ask("PUT", "/api/v1/photos/\(ids[0])/style", [:], change).status == 200)
            await bench.ended(ids[0])
            var canvas = Bitmap(size: PixelSize(width: 1024, height: 1024))
            canvas.replace(x: 50, y: 350, with: try RealCutout.astronaut.bitmap())
            for id in ids { try await bench.setSticker(of: id, to: try ImageEncoder(.png()).encode(canvas)) }
            let pack = try Pack(
                try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["whatsapp"],"title":"Cats"}"#)))
            let zip = try await ask("GET", "/api/v1/packs/\(try #require(pack.id))/pack.zip", [:], [])
            let files = try ZipReader.files(of: zip.body, path: "pack.zip")
            let middles = try files.keys.filter { $0.hasSuffix(".webp") }.sorted().map { name in
                let box = try #require(try ImageSource(files[name] ?? []).decode().alphaBox(above: 10))
                return box.x + box.width / 2
            }
            // The first is arranged, the others are in the middle of WhatsApp's canvas.
            #expect(middles.count == 3 && middles[0] < 150, "\(middles)")
            #expect(middles.dropFirst().allSatisfy { abs($0 - 256) <= 2 }, "\(middles)")
        }
    }

    @Test func aPackThatBreaksARuleIsNotWrittenUnlessAsked() async throws {
        try await with(stickers: 1) { _, routes, ask in
            let refused = try Pack(
                try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["whatsapp","png"]}"#)))
            let (whatsapp, png) = (refused.targets[0], refused.targets[1])
            #expect(!whatsapp.kept && !whatsapp.written && png.kept && png.written)
            let broken = whatsapp.rules.filter { !$0.kept }
            #expect(broken.map(\.rule) == ["sticker-count"] && broken[0].value == "1")
            #expect(broken[0].remedy?.isEmpty == false)
            let id = try #require(refused.id)
            #expect(refused.wastickersBytes == nil)
            #expect(try await ask("GET", "/api/v1/packs/\(id)/pack.wastickers", [:], []).status == 404)
            let only = try Pack(try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["whatsapp"]}"#)))
            #expect(only.id == nil && only.bytes == nil)
            let forced = try Pack(
                try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["whatsapp"],"force":true}"#)))
            #expect(!forced.targets[0].kept && forced.targets[0].written && forced.id != nil)
            #expect(try routes.images.scratch.path.isEmptyFolder())
        }
    }

    @Test func theMostDoubtfulAreLeftOutWhenAskedAndTheNearestNumbersAreSaid() async throws {
        try await with(stickers: 0) { bench, _, ask in
            let ids = try await bench.add("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9")
            bench.model.startProcessing()
            await bench.model.processingEnded()
            for id in ids {
                try await bench.setSticker(of: id, to: try ImageEncoder(.png()).encode(RealCutout.coffee.bitmap()))
            }
            let json = #"{"targets":["line"],"title":"Cups""#
            let whole = try Pack(try await ask("POST", "/api/v1/packs", [:], body(json + "}"))).targets[0]
            #expect(!whole.written && whole.stickers == 9 && whole.leftOut == [])
            #expect(whole.fewer == 8 && whole.more == 16)
            let best = try Pack(try await ask("POST", "/api/v1/packs", [:], body(json + #","count":"best"}"#)))
            #expect(best.targets[0].kept && best.targets[0].stickers == 8 && best.targets[0].leftOut == ["a9.png"])
            #expect(best.targets[0].fewer == nil && best.targets[0].more == nil && best.id != nil)
            let worst = try await ask("POST", "/api/v1/packs", [:], body(json + #","count":"worst"}"#))
            #expect(worst.status == 400 && worst.text.contains("count"))
        }
    }

    @Test func onlyTheChosenStickersAreInIt() async throws {
        try await with { bench, _, ask in
            let ids = [bench.model.selection[2].id, bench.model.selection[0].id].map { "\"\($0.text)\"" }
            let asked = body(#"{"targets":["png"],"ids":[\#(ids.joined(separator: ","))]}"#)
            let pack = try Pack(try await ask("POST", "/api/v1/packs", [:], asked))
            #expect(pack.targets[0].stickers == 2)
            let zip = try await ask("GET", "/api/v1/packs/\(try #require(pack.id))/pack.zip", [:], [])
            #expect(zip.text.contains("png/01-astronaut.png") && zip.text.contains("png/02-coffee.png"))
            #expect(!zip.text.contains("chelsea"))
        }
    }

    @Test func eachStickerHasWhatIsSaidOfIt() async throws {
        try await with(stickers: 3) { bench, _, ask in
            let said = body(#"{"emoji":"😺🐈","title":"Mia","text":"A black cat asleep"}"#)
            let id = bench.model.selection[1].id
            #expect(try await ask("PUT", "/api/v1/photos/\(id)/metadata", [:], said).status == 200)
            let asked = body(#"{"targets":["whatsapp","telegram","discord"],"title":"Cats","emoji":"❤"}"#)
            let pack = try Pack(try await ask("POST", "/api/v1/packs", [:], asked))
            #expect(pack.targets.map(\.shortenedEmoji) == [0, 0, 1])
            let zip = try await ask("GET", "/api/v1/packs/\(try #require(pack.id))/pack.zip", [:], [])
            let files = try ZipReader.files(of: zip.body, path: "pack.zip")
            func json(_ name: String) throws -> StickerPacks.JSONValue {
                let bytes = try #require(files[name])
                let value = StickerPacks.JSONValue(try LocatedJSON(parsing: bytes, valueLimit: 1_000))
                return try #require(value)
            }
            let stickers = try json("whatsapp/contents.json").object?["sticker_packs"]?.array?[0].object?["stickers"]
            let whatsapp = (stickers?.array ?? []).compactMap(\.object)
            #expect(whatsapp.map { $0["emojis"]?.array?.count } == [1, 2, 1])
            #expect(whatsapp[0]["emojis"] == .array([.string("❤️")]))
            #expect(whatsapp[1]["emojis"] == .array([.string("😺"), .string("🐈")]))
            #expect(whatsapp[1]["accessibility_text"] == .string("A black cat asleep"))
            #expect(try json("telegram/emoji.txt").object?.values.contains(.string("😺🐈")) == true)
            #expect(try json("discord/details.json").array?[1].object?["name"] == .string("Mia"))
        }
    }

    @Test(arguments: [
        (#"{"targets":[]}"#, "at least one"), (#"{}"#, "like"), (#"{"targets":["myspace"]}"#, "whatsapp"),
        (#"{"targets":["png"],"emoji":"cat"}"#, "emoji"), (#"{"targets":["png"],"emoji":""}"#, "emoji"),
        (#"{"targets":["png"],"ids":["1"]}"#, "ids"), (#"{"targets":["png"],"colour":1}"#, "colour"),
        (#"{"targets":["png"],"title":"\#(String(repeating: "a", count: 2001))"}"#, "title"),
        (#"{"targets":["png"],"title":null}"#, "like"), (#"{"targets":["png"],"client":"a/b"}"#, "client"),
        (#"{"targets":["png"],"client":null}"#, "like"),
    ])
    func aRequestThatCannotBeIsRefused(_ json: String, _ word: String) async throws {
        try await with(stickers: 1) { _, _, ask in
            let answer = try await ask("POST", "/api/v1/packs", [:], body(json))
            #expect(answer.status == 400 && answer.text.contains(word), "\(answer.text)")
        }
    }

    @Test func whereThereIsNothingThereIsNoPack() async throws {
        try await with(stickers: 0) { bench, _, ask in
            try await bench.add("waiting")
            #expect(try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["png"]}"#)).status == 404)
            #expect(try await ask("GET", "/api/v1/packs/unknown/pack.zip", [:], []).status == 404)
        }
    }

    @Test func aDamagedStickerIsNamed() async throws {
        try await with(stickers: 0) { bench, routes, ask in
            let id = try await bench.add("broken")[0]
            bench.model.startProcessing()
            await bench.model.processingEnded()
            try await bench.setSticker(of: id, to: Array("no picture".utf8))
            let answer = try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["png"]}"#))
            #expect(answer.status == 500)
            #expect(answer.text.contains("archive") && answer.text.contains("sticker.png"), "\(answer.text)")
            #expect(try routes.images.scratch.path.isEmptyFolder())
        }
    }

    /// Two phones' photos may have one name.
    @Test func photosWithTheSameNameAreCountedAndToldApart() async throws {
        try await with(stickers: 0) { bench, routes, ask in
            for cutout in [RealCutout.chelsea, .coffee] {
                let id = try await bench.model.add(Array(cutout.rawValue.utf8), named: "IMG_0001.jpg").photo.id
                bench.model.startProcessing()
                await bench.model.processingEnded()
                try await bench.setSticker(of: id, to: try ImageEncoder(.png()).encode(cutout.bitmap()))
            }
            let pack = try Pack(try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["png","imessage"]}"#)))
            #expect(pack.targets.map(\.stickers) == [2, 2])
            let zip = try await ask("GET", "/api/v1/packs/\(try #require(pack.id))/pack.zip", [:], [])
            #expect(zip.text.contains("IMG_0001.png") && zip.text.contains("IMG_0001-2.png"))
        }
    }

    /// Signal takes 100 characters, which may have thousands of bytes.
    @Test func theLongestTitleOfAPlatformIsTaken() async throws {
        try await with(stickers: 1) { _, _, ask in
            let title = String(repeating: "👩‍❤️‍💋‍👩", count: 100)
            let pack = try Pack(
                try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["signal"],"title":"\#(title)"}"#)))
            #expect(pack.targets[0].kept, "\(pack.targets[0].rules.filter { !$0.kept }.map(\.rule))")
        }
    }

    @Test func theNewestPackOfAPageIsKept() async throws {
        try await with(stickers: 1) { _, _, ask in
            @MainActor func id(_ client: String) async throws -> String {
                let asked = body(#"{"targets":["png"]\#(client)}"#)
                return try #require(try Pack(try await ask("POST", "/api/v1/packs", [:], asked)).id)
            }
            let desktop = try await id(#","client":"desktop""#)
            var phone = ""
            for _ in 0..<9 { phone = try await id(#","client":"phone""#) }
            for id in [desktop, phone] {
                #expect(try await ask("GET", "/api/v1/packs/\(id)/pack.zip", [:], []).status == 200)
            }
            // What the page wants now takes the place of what it had, whatever comes of it.
            #expect(
                try await ask("POST", "/api/v1/packs", [:], body(#"{"targets":["png"],"ids":[],"client":"phone"}"#))
                    .status == 404)
            #expect(try await ask("GET", "/api/v1/packs/\(phone)/pack.zip", [:], []).status == 404)
        }
    }

    @Test(arguments: [("packs", #"{"targets":["png"]}"#), ("sheets", "{}")])
    func aMissingStickerIsNamed(_ route: String, _ asked: String) async throws {
        try await with(stickers: 2) { bench, routes, ask in
            let photo = bench.model.selection[0]
            let path = try #require(
                try await routes.photos.reader.open(MadeSticker.name(in: .png), of: photo.id) {
                    (path) throws(FileError) in
                    path
                })
            try path.opened.removeFile()
            let answer = try await ask("POST", "/api/v1/\(route)", [:], body(asked))
            #expect(answer.status == 409 && answer.text.contains(photo.name), "\(answer.text)")
            // Its photo waits to be processed again: the next one is of the others.
            #expect(bench.model.photo(photo.id)?.state.word == "waiting")
            let rest = try await ask("POST", "/api/v1/\(route)", [:], body(asked))
            #expect(rest.status == 200 && rest.text.contains(#""stickers":1"#), "\(rest.text)")
        }
    }

    @Test func aDiskWithoutRoomIsSaidBeforeAnythingIsWritten() async throws {
        let bench = try await StudioBench(holds: false)
        for cutout in RealCutout.allCases { try await bench.addDone(cutout) }
        let free = Atomic(0)
        let scratch = try RunFolder()
        let images = StudioImages(scratch: scratch) { _ in free.load(ordering: .relaxed) }
        let routes = try bench.routes(images: images).described
        let request = try HTTPRequest(
            .post, "/api/v1/packs", fields: ["Host": "localhost"], body: body(#"{"targets":["png"]}"#))
        let refused = await routes.answer(request)
        #expect(refused.status == .insufficientStorage)
        guard case .bytes(let bytes) = refused.body else {
            Issue.record("the refusal has words")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("TMPDIR"))
        #expect(try scratch.path.isEmptyFolder())
        // The folder and the ZIP have each picture twice at most.
        free.store(4 * 4 * 2_000_000 + 2 << 20, ordering: .relaxed)
        #expect(await routes.answer(request).status == .ok)
    }
}
