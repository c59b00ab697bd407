import Files
import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

/// What is said of a photo, in each platform's pack that has a place for it.
struct TargetMetadataTests {
    private static let mia = StickerMetadata(emoji: ["😺", "🐈"], title: "Mia", text: "A black cat asleep")

    private func fixture(_ first: StickerMetadata = mia) throws -> TargetFixture {
        let fixture = try TargetFixture(count: 3, side: 64) { ["the_cat", "IMG_2", "dog"][$0] }
        var manifest = try fixture.folder.readManifest()
        manifest.stickers[0].metadata = first
        try fixture.temporary.write(manifest.jsonBytes, to: "pack/pack.json")
        #expect(try fixture.folder.readManifest() == manifest)
        return fixture
    }

    private func json(_ name: String, _ files: [String: [UInt8]]) throws -> JSONValue {
        let file = try #require(files[name], "\(files.keys.sorted())")
        return try JSONDecoder().decode(JSONValue.self, from: Data(file))
    }

    @Test func whatsAppHasEmojiAndText() async throws {
        let fixture = try fixture()
        #expect(try await fixture.export(.whatsapp).isWritten)
        let files = try fixture.files(in: "whatsapp")
        let contents = try json("contents.json", files)
        let pack = try #require(contents.object?["sticker_packs"]?.array?.first?.object)
        let stickers = (pack["stickers"]?.array ?? []).compactMap(\.object)
        try #require(stickers.count == 3)
        #expect(stickers[0]["emojis"] == .array([.string("😺"), .string("🐈")]))
        #expect(stickers[0]["accessibility_text"] == .string("A black cat asleep"))
        #expect(stickers[1]["emojis"] == .array([.string("🐱"), .string("❤️")]))
        #expect(stickers[1]["accessibility_text"] == nil && stickers[2]["accessibility_text"] == .string("dog"))
    }

    @Test func telegramAndSignalHaveEmoji() async throws {
        let fixture = try fixture()
        for target in [PackTarget.telegram, .signal] { #expect(try await fixture.export(target).isWritten) }
        let list = try json("emoji.txt", fixture.files(in: "telegram")).object
        #expect(list?["01-the_cat"] == .string("😺🐈") && list?["03-dog"] == .string("🐱❤️"))
        let files = try fixture.files(in: "signal")
        let keyFile = try #require(files["pack-key.txt"])
        let sealed = try #require(files["bundle/manifest.proto"])
        let key = String(decoding: keyFile, as: UTF8.self).prefix(64)
        let digits = key.compactMap(\.hexDigitValue).map(UInt8.init)
        let cipher = SignalCipher(packKey: stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
        let opened = try #require(cipher.open(sealed))
        let manifest = try #require(SignalManifest(opened))
        #expect(manifest.stickers.map(\.emoji) == ["😺", "🐱", "🐱"])
    }

    @Test func iMessageHasALabelForVoiceOver() async throws {
        let fixture = try fixture()
        #expect(try await fixture.export(.imessage).isWritten)
        let files = try fixture.files(in: "imessage")
        for grid in ["small", "regular", "large"] {
            let pack = "\(grid)/Stickers.xcstickers/Sticker Pack.stickerpack"
            let first = try json("\(pack)/01-the_cat.sticker/Contents.json", files).object?["properties"]?.object
            #expect(first?["accessibility-label"] == .string("A black cat asleep"))
            let second = try json("\(pack)/02-IMG_2.sticker/Contents.json", files).object?["properties"]?.object
            #expect(second == ["filename": .string("02-IMG_2.png")])
        }
    }

    @Test func discordHasAListOfWhatIsTypedIn() async throws {
        let fixture = try fixture()
        #expect(try await fixture.export(.discord).isWritten)
        let list = try json("details.json", fixture.files(in: "discord")).array
        #expect(
            list == [
                .object([
                    "file": .string("01-the_cat.png"), "name": .string("Mia"), "emoji": .string("😺"),
                    "description": .string("A black cat asleep"),
                ]),
                .object([
                    "file": .string("02-IMG_2.png"), "name": .string("02-IMG_2"), "emoji": .string("🐱"),
                    "description": .string(""),
                ]),
                .object([
                    "file": .string("03-dog.png"), "name": .string("dog"), "emoji": .string("🐱"),
                    "description": .string("dog"),
                ]),
            ])
    }

    /// Nothing that a person wrote is cut off without a word.
    @Test(arguments: [(PackTarget.whatsapp, 125), (.imessage, 150), (.discord, 100)])
    func aTextThatIsTooLongForAPlatformIsRefused(_ target: PackTarget, _ limit: Int) async throws {
        let longest = String(repeating: "a", count: limit)
        #expect(try await fixture(StickerMetadata(text: longest)).export(target).isWritten)
        let outcome = try await fixture(StickerMetadata(text: longest + "a")).export(target)
        #expect(!outcome.isWritten)
        #expect(outcome.report.check.broken.map(\.about) == ["characters of a sticker's text"])
        // A title that stands for a missing text is.
        #expect(
            try await fixture(StickerMetadata(title: target == .discord ? "Mia" : longest + "a")).export(target)
                .isWritten)
    }
}
