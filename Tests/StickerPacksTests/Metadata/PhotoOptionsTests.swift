import Files
import FoundationEssentials
import Imaging
import Stickers
import TestSupport
import Testing

@testable import StickerPacks

private let gold = SRGBColor(red: 255, green: 215, blue: 0)

/// Words that one photo has on its stickers, and the others not.
struct PhotoOptionsTests {
    private let fixture = PartFixture()
    private var root: FilePath { fixture.temporary.path }

    private func read(_ options: String) throws -> PhotoOptions? {
        let path = try fixture.temporary.write(
            "{\"stickers\": {\"a.jpg\": {\"title\": \"A\",\n\"options\": \(options)}}}", to: "stickers.json")
        return try PackMetadata(readingFrom: path).photos[0].options
    }

    @Test func theyAreReadInTheUnitsOfTheCommandLine() throws {
        #expect(try read(#"{"text":"Hi"}"#)?.text == StickerText("Hi"))
        let all = try read(
            #"{"text":"Hi\nyou","text-at":"29,-7.5","text-size":20,"text-color":"orange","text-font":"mono"}"#)
        #expect(
            try all?.text
                == StickerText(
                    "Hi\nyou", place: .point(x: 0.29, y: -0.075), size: 0.2, color: SRGBColor("orange"), font: .mono))
        #expect(try read("{}") == nil && read("null") == nil)
        let shouted = try read(#"{"effect":"Comic","outline":"TIGHT"}"#)
        #expect(shouted?.fingerprintParts == ["outline tight", "effect comic"])
        let lettered = try read(
            ##"""
            {"text":"Hi","text-turn":-8,"text-bend":90,"text-outline":"white","text-shadow":"#0008",
            "text-bubble":"gold","text-tail":"60,-25"}
            """##)
        let bubble = try StickerText.Bubble(color: #require(SRGBColor("gold")), tail: .point(x: 0.6, y: -0.25))
        #expect(
            lettered?.text?.lettering
                == StickerText.Lettering(
                    turn: -8, bend: 90, outline: .white, shadow: SRGBColor("#0008"), bubble: bubble))
    }

    @Test(arguments: [
        ("7", "options must be an object"),
        (#"{"txt":"Hi"}"#, "unknown name 'txt'; did you mean 'text'?"),
        (#"{"text-at":"top"}"#, "text-at needs a text: add text"),
        (#"{"text":7}"#, "text must be a text in double quotes"),
        (#"{"text":" "}"#, "a sticker's text has 1 to 80 characters"),
        (#"{"text":"Hi","text-at":"left"}"#, "text-at must be top, middle, bottom, or two numbers"),
        (#"{"text":"Hi","text-at":"0,151"}"#, "text-at must be top, middle, bottom, or two numbers"),
        (#"{"text":"Hi","text-size":"20"}"#, "text-size must be a number"),
        (#"{"text":"Hi","text-size":true}"#, "text-size must be a number"),
        (#"{"text":"Hi","text-size":41}"#, "text-size must be a number from 4 to 40"),
        (#"{"text":"Hi","text-color":"blu"}"#, "text-color must be a colour as CSS writes it"),
        (#"{"text":"Hi","text-font":"zzzzzz"}"#, "text-font: no font of the family 'zzzzzz' is installed"),
        (#"{"text":"Hi","text-bend":361}"#, "text-bend must be a number from -360 to 360"),
        (#"{"text":"Hi","text-turn":"9"}"#, "text-turn must be a number"),
        (#"{"text":"Hi","text-shadow":"blu"}"#, "text-shadow must be a colour as CSS writes it"),
        (#"{"text":"Hi","text-tail":"none"}"#, "text-tail needs a bubble: add text-bubble"),
        (#"{"text":"Hi","text-bubble":"white","text-tail":"up"}"#, "text-tail must be subject, none, or two numbers"),
        (#"{"text-bend":9}"#, "text-bend needs a text: add text"),
        (#"{"text":"Hi","text-bent":9}"#, "did you mean 'text-bend'?"),
        (#"{"border":5,"text-font":"mono"}"#, "text-font needs a text: add text"),
        (#"{"border":21}"#, "border must be a number from 0 to 20"),
        (#"{"margin":-1}"#, "margin must be a number from 0 to 20"),
        (#"{"strength":1.5}"#, "strength must be a number from -1 to 1"),
        (#"{"border":"5"}"#, "border must be a number"),
        (#"{"border-color":"blu"}"#, "border-color must be a colour as CSS writes it"),
        (#"{"outline":"round"}"#, "outline must be one of smooth, tight"),
        (#"{"effect":"none"}"#, "effect must be one of outline, comic, puffy, shiny, glow"),
        (#"{"effect":"comc"}"#, "shiny, glow; did you mean 'comic'?"),
        (#"{"shadow":1}"#, "shadow must be true or false"),
        (#"{"mirror":"yes"}"#, "mirror must be true or false"),
    ])
    func whatTheCommandLineWouldNotTakeIsRefusedWithItsLine(_ options: String, _ words: String) throws {
        let error = try #require(throws: PackError.self) { try read(options) }
        #expect(error.code == .badMetadata(line: 2) && error.description.contains(words), "\(error)")
    }

    @Test func aLineOfAPartHasThemAsTheyWere() throws {
        let given = try PhotoOptions([
            "text": .word("Hi"), "text-at": .word("29,57"), "text-size": .number(14.3), "text-color": .word("#F80"),
            "text-font": .word("serif"),
        ])
        let line = PackManifest.json(PartPhoto("a.jpg", options: given), [])
        let text = String(decoding: line, as: UTF8.self)
        let members = ##""text":"Hi","text-at":"29,57","text-color":"#F80","text-font":"serif","text-size":14.3"##
        #expect(text.contains("\"options\":{\(members)}"))
        #expect(try JSONDecoder().decode(PartPhoto.self, from: Data(line)).options == given)
        let bad = text.replacing("14.3", with: "99")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PartPhoto.self, from: Data(bad.utf8)) }
    }

    /// A worker may have a font that the machine which merges has not.
    @Test func aLineOfAPartHasItsLettering() throws {
        let lettering = StickerText.Lettering(
            turn: -8, bend: 90, outline: .white, shadow: .black,
            bubble: .init(color: .white, tail: .point(x: 0.6, y: 0.25)))
        let given = try PhotoOptions([
            "text": .word("Hi"), "text-font": .word("zzzzzz"), "text-turn": .number(-8), "text-bend": .number(90),
            "text-outline": .word("white"), "text-shadow": .word("black"), "text-bubble": .word("white"),
            "text-tail": .word("60,25"),
        ])
        let line = PackManifest.json(PartPhoto("a.jpg", options: given), [])
        let read = try JSONDecoder().decode(PartPhoto.self, from: Data(line)).options
        #expect(read == given && read?.text?.lettering == lettering && read?.text?.font == .family("zzzzzz"))
    }

    /// Options as they are written, and what they mean.
    struct Other: Sendable, CustomTestStringConvertible {
        let written: String
        let change: @Sendable (inout ProcessingOptions) -> Void
        var testDescription: String { written }

        init(_ written: String, _ change: @escaping @Sendable (inout ProcessingOptions) -> Void) {
            (self.written, self.change) = (written, change)
        }
    }

    // MARK: Packs

    /// Two photos of a ball; the second has these words.
    private func photos(_ words: String?) throws -> [PartPhoto] {
        var photos = try fixture.balls(2)
        photos[1].options = try words.map { try PhotoOptions(["text": .word($0), "text-size": .number(30)]) }
        return photos
    }

    private func makePack(_ photos: [PartPhoto], _ start: PackSettings.Start = .anew) async throws -> [PhotoReport] {
        let packPhotos = photos.map { photo in
            var packPhoto = PackPhoto(photo.photo, source: photo.source)
            packPhoto.options = photo.options
            return packPhoto
        }
        let maker = try await PackMaker(
            folder: root.appending("pack"), photos: packPhotos, processor: fixture.processor(),
            settings: PackSettings(encoder: ImageEncoder(.png()), start: start))
        var reports: [PhotoReport] = []
        try await maker.make { reports.append($0) }
        return reports.sorted { $0.source.description < $1.source.description }
    }

    private func stickers() throws -> [[UInt8]] {
        try PackFolder(root.appending("pack")).readManifest().stickers.map {
            try root.appending("pack").appending(FilePath($0.file)).readBytes()
        }
    }

    private func isKept(_ reports: [PhotoReport]) -> [Bool] {
        reports.map { if case .kept = $0.outcome { true } else { false } }
    }

    @Test func onlyThatPhotosStickerHasThem() async throws {
        _ = try await makePack(photos(nil))
        let plain = try stickers()
        _ = try await makePack(photos("Hi"))
        let worded = try stickers()
        #expect(worded[0] == plain[0] && worded[1] != plain[1])
        // They are drawn as those of all are.
        var options = try fixture.processor().options
        options.style.text = try StickerText("Hi", size: 0.3)
        let made = try await fixture.processor(options).process(data: photos(nil)[1].photo.readBytes())
        #expect(try worded[1] == ImageEncoder(.png()).encode(made.sticker))
        let entries = try PackFolder(root.appending("pack")).readManifest().stickers
        #expect(entries[0].options == nil && entries[0].settings != entries[1].settings)
        #expect(try entries[1].options == PhotoOptions(["text": .word("Hi"), "text-size": .number(30)]))
    }

    /// Each of them, and all at once: another sticker, known by another fingerprint, and that which such options of all
    /// make.
    @Test(arguments: [
        Other(#"{"border":9}"#) { $0.style.borderWidth = 0.09 },
        Other(#"{"border-color":"gold"}"#) { $0.style.borderColor = gold },
        Other(#"{"outline":"tight"}"#) { $0.style.outline = .tight },
        Other(#"{"effect":"puffy"}"#) { $0.style.effect = .puffy },
        Other(#"{"shadow":true}"#) { $0.style.hasShadow = true },
        Other(#"{"margin":8}"#) { $0.style.margin = 0.08 },
        Other(#"{"strength":-1}"#) { $0.strength = -1 },
        Other(#"{"mirror":true}"#) { $0.arrangement = $0.arrangement.mirrored(true) },
        Other(#"{"text":"Hi","text-bend":90}"#) {
            $0.style.text = try? StickerText("Hi", lettering: .init(bend: 90))
        },
        Other(#"{"text":"Hi","text-bubble":"gold"}"#) {
            $0.style.text = try? StickerText("Hi", lettering: .init(bubble: .init(color: gold)))
        },
        Other(#"{"border":9,"border-color":"gold","outline":"tight","shadow":true,"margin":8,"strength":-1}"#) {
            $0.style = StickerStyle(
                borderWidth: 0.09, borderColor: gold, outline: .tight, hasShadow: true, margin: 0.08)
            $0.strength = -1
        },
    ])
    func aPhotoMayBeMadeOtherwise(_ other: Other) async throws {
        let given = try #require(try read(other.written))
        var photos = try photos(nil)
        _ = try await makePack(photos)
        let plain = try stickers()
        photos[1].options = given
        #expect(try await isKept(makePack(photos, .resuming)) == [true, false])
        let made = try stickers()
        var options = try fixture.processor().options
        other.change(&options)
        let alone = try await fixture.processor(options).process(data: photos[1].photo.readBytes())
        #expect(try made[0] == plain[0] && made[1] == ImageEncoder(.png()).encode(alone.sticker))
        #expect(made[1] != plain[1])
        #expect(try await isKept(makePack(photos, .resuming)) == [true, true])
        // A worker makes the same of a line of a part.
        let line = try PartManifest.photos(in: PartManifest.bytes(of: photos), of: "part.jsonl")
        #expect(line == photos)
        try await fixture.worker(line, PackSettings(encoder: ImageEncoder(.png()))).run()
        _ = try await PartMerger([fixture.store], .listed(line), executor: fixture.executor)
            .merge(into: root.appending("merged"))
        let merged = try PackFolder(root.appending("merged")).readManifest()
        #expect(try merged == PackFolder(root.appending("pack")).readManifest())
    }

    /// What was made with words alone by an earlier version is not made again.
    @Test func wordsAloneAreKnownAsTheyAlwaysWere() throws {
        let run = try #require(SettingsFingerprint(hex: String(repeating: "ab", count: 32)))
        let known = try run.with(PhotoOptions(["text": .word("Hi")])).description
        #expect(known == "48178d33a257768faa04772e7ef69294f1c07f18f22920606c10c76b85d42658")
        let given: [[String: LookValue]] = [
            ["border": .number(5)], ["border": .number(6)], ["border-color": .word("gold")],
            ["outline": .word("tight")], ["outline": .word("smooth")], ["shadow": .isOn(true)],
            ["shadow": .isOn(false)], ["margin": .number(5)], ["strength": .number(0.05)],
            ["text": .word("Hi"), "border": .number(5)],
        ]
        let others = try given.map { run.with(try PhotoOptions($0)).description }
        #expect(Set(others + [known, run.description]).count == others.count + 2)
    }

    @Test func aPackThatIsGoneOnWithMakesOnlyStickersWithOtherWordsAnew() async throws {
        _ = try await makePack(photos("Hi"))
        #expect(try await isKept(makePack(photos("Hi"), .resuming)) == [true, true])
        let before = try stickers()
        #expect(try await isKept(makePack(photos("Ho"), .resuming)) == [true, false])
        #expect(try stickers()[0] == before[0] && stickers()[1] != before[1])
        #expect(try await isKept(makePack(photos(nil), .resuming)) == [true, false])
    }

    @Test func stickersOfPhotosThatAreNotThereAreKeptWithTheirWords() async throws {
        _ = try await makePack(photos("Hi"))
        let before = try stickers()
        let maker = try await PackMaker(
            folder: root.appending("pack"), photos: [PackPhoto(photos(nil)[0].photo)], processor: fixture.processor(),
            settings: PackSettings(encoder: ImageEncoder(.png()), start: .resuming, keepsAbsent: true))
        try await maker.make()
        #expect(try stickers() == before)
    }

    @Test func workersAndAMergerMakeTheSamePack() async throws {
        let photos = try photos("Hi")
        _ = try await makePack(photos)
        let whole = try stickers()
        let manifest = try PackFolder(root.appending("pack")).readManifest()
        let parts = try PartsFolder(root.appending("parts")).split(photos, .parts(1))
        let settings = PackSettings(encoder: ImageEncoder(.png()))
        try await fixture.worker(parts[0], settings).run()
        let merger = PartMerger([fixture.store], .listed(parts[0]), executor: fixture.executor)
        _ = try #require(try await merger.merge(into: root.appending("pack"), force: true))
        #expect(try stickers() == whole)
        #expect(try PackFolder(root.appending("pack")).readManifest() == manifest)

        // Other words: the record of before is none.
        let others = try self.photos("Ho")
        let error = await #expect(throws: PackError.self) {
            try await PartMerger([fixture.store], .listed(others), executor: fixture.executor)
                .merge(into: root.appending("pack"), force: true)
        }
        #expect(error?.code == .unfinished)
        var outcomes: [Bool] = []
        try await fixture.worker(others, resumes: true, settings).run { report in
            if case .kept = report.photo.outcome { outcomes.append(true) } else { outcomes.append(false) }
        }
        #expect(outcomes.sorted { $0 && !$1 } == [true, false])
        _ = try await PartMerger([fixture.store], .listed(others), executor: fixture.executor)
            .merge(into: root.appending("pack"), force: true)
        #expect(try stickers()[0] == whole[0] && stickers()[1] != whole[1])
    }
    /// A record without stickers does not tell by them which words it is of.
    @Test func aPhotoThatFailedForItsWordsIsTriedWithOthers() async throws {
        // No font has this character.
        try await fixture.worker(photos("\u{10FFFD}")).run()
        #expect(try fixture.records().map(\.status.rawValue).sorted() == ["failed", "made"])
        let others = try photos("Ho")
        let error = await #expect(throws: PackError.self) {
            try await PartMerger([fixture.store], .listed(others), executor: fixture.executor)
                .merge(into: root.appending("pack"))
        }
        #expect(error?.code == .unfinished)
        try await fixture.worker(others, resumes: true).run()
        #expect(try fixture.records().map(\.status.rawValue) == ["made", "made"])
    }
}
