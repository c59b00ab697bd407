import Files
import FoundationEssentials
import Glibc
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

struct PackExportTests {
    @Test func whatsAppGetsWhatItsSamplesRead() async throws {
        let fixture = try TargetFixture(count: 3) { ["the_cat", "IMG_2", "猫"][$0] }
        let outcome = try await fixture.export(.whatsapp)
        #expect(outcome.isWritten && outcome.packCount == 1)
        let files = try fixture.files(in: "whatsapp")
        #expect(
            files.keys.sorted() == [
                "Flines Co.wastickers", "Flines Co/01-the_cat.webp", "Flines Co/02-IMG_2.webp",
                "Flines Co/03-_.webp", "Flines Co/tray-1.png", "contents.json", "report.json", "report.txt",
            ])
        let contents = try JSONDecoder().decode(JSONValue.self, from: Data(files["contents.json"] ?? []))
        let pack = try #require(contents.object?["sticker_packs"]?.array?.first?.object)
        #expect(pack["name"] == .string("Félines & Co") && pack["publisher"] == .string("Ada"))
        #expect(
            pack["stickers"]?.array?.first
                == .object([
                    "image_file": .string("01-the_cat.webp"), "emojis": .array([.string("🐱"), .string("❤️")]),
                    "accessibility_text": .string("the cat"),
                ]))
        for picture in outcome.report.pictures {
            let bytes = try #require(files[picture.file])
            let source = try ImageSource(bytes)
            #expect(source.format == .webp && source.size == PixelSize(width: 512, height: 512))
            #expect(bytes.count <= 100_000 && bytes.count == picture.byteCount)
        }
        let again = try ZipReader.files(of: files["Flines Co.wastickers"] ?? [], path: "a")
        #expect(again["01-the_cat.webp"] == files["Flines Co/01-the_cat.webp"])
        #expect(String(decoding: again["title.txt"] ?? [], as: UTF8.self) == "Félines & Co\n")
    }

    @Test func thirtyOneStickersAreTwoPacksOfAlmostTheSameSize() async throws {
        let fixture = try TargetFixture(count: 31, side: 64)
        let outcome = try await fixture.export(.whatsapp)
        #expect(outcome.isWritten && outcome.packCount == 2, "\(outcome.report.check.text)")
        let files = try fixture.files(in: "whatsapp").keys
        #expect(files.count { $0.hasPrefix("Flines Co-1/") } == 17)
        #expect(files.count { $0.hasPrefix("Flines Co-2/") } == 16)
        #expect(files.contains("Flines Co-2.wastickers"))
    }

    @Test func packsAreSplitEvenly() {
        let rules = PackTarget.whatsapp.rules
        #expect(rules.packSizes(of: 3) == [3])
        #expect(rules.packSizes(of: 30) == [30])
        #expect(rules.packSizes(of: 31) == [16, 15])
        #expect(rules.packSizes(of: 91) == [23, 23, 23, 22])
        for total in 3...400 {
            let sizes = rules.packSizes(of: total)
            #expect(sizes.reduce(0, +) == total)
            #expect(sizes.allSatisfy(rules.stickerCount.contains), "\(total)")
        }
    }

    @Test func telegramGetsOneSideOf512AndTheEmoji() async throws {
        let wide = Bitmap(size: PixelSize(width: 700, height: 350), filledWith: .white)
        let small = try RealCutout.coffee.bitmap(side: 100)
        let fixture = try TargetFixture([
            ("wide.png", try ImageEncoder(.png()).encode(wide)), ("small.png", try ImageEncoder(.png()).encode(small)),
        ])
        let outcome = try await fixture.export(.telegram)
        #expect(outcome.isWritten, "\(outcome.report.check.text)")
        let files = try fixture.files(in: "telegram")
        let first = try ImageSource(files["01-wide.webp"] ?? [])
        #expect(first.size == PixelSize(width: 512, height: 256))
        // Not enlarged: its own pixels, in the middle of the longer side.
        let second = try ImageSource(files["02-small.webp"] ?? []).decode()
        #expect(second.size == PixelSize(width: 512, height: 100))
        let box = try #require(small.alphaBox(above: 0))
        let placed = try #require(second.alphaBox(above: 0))
        #expect(placed.size == box.size && placed.x == (512 - box.width) / 2)
        let emoji = try JSONDecoder().decode([String: String].self, from: Data(files["emoji.txt"] ?? []))
        #expect(emoji == ["01-wide": "🐱❤️", "02-small": "🐱❤️"])
    }

    @Test func aPackThatBreaksARuleIsNotWrittenUnlessForced() async throws {
        let fixture = try TargetFixture(count: 2, side: 64)
        var details = TargetFixture.details
        let refused = try await fixture.export(.whatsapp, details)
        #expect(!refused.isWritten)
        #expect(Set(refused.report.check.broken.map(\.rule)) == ["sticker-count"])
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers"])
        details.force = true
        #expect(try await fixture.export(.whatsapp, details).isWritten)
        #expect(try fixture.files(in: "whatsapp")["contents.json"] != nil)
        details.force = false
        let before = try fixture.files(in: "whatsapp")
        #expect(try await !fixture.export(.whatsapp, details).isWritten)
        #expect(try fixture.files(in: "whatsapp") == before, "what stood there stays")
    }

    @Test func theSamePackGivesTheSameBytesAndTakesThePlaceOfTheOldOne() async throws {
        let fixture = try TargetFixture(count: 4, side: 64)
        _ = try await fixture.export(.whatsapp)
        let before = try fixture.files(in: "whatsapp")
        _ = try await fixture.export(.whatsapp)
        #expect(try fixture.files(in: "whatsapp") == before)
        var details = TargetFixture.details
        details.title = "Other"
        _ = try await fixture.export(.whatsapp, details)
        #expect(try fixture.files(in: "whatsapp").keys.contains("Other.wastickers"))
        #expect(try !fixture.files(in: "whatsapp").keys.contains("Flines Co.wastickers"))
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers", "whatsapp"])
    }

    @Test func filesOfOthersAreNeverRemoved() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        let file = try fixture.temporary.write("mine", to: "pack/whatsapp/notes.txt")
        for force in [false, true] {
            var details = TargetFixture.details
            details.force = force
            let error = await #expect(throws: PackError.self) { try await fixture.export(.whatsapp, details) }
            #expect(error?.code == .notATarget && error?.description.contains("notes.txt") == true)
        }
        #expect(try file.readBytes() == Array("mine".utf8))
        try file.removeFile()
        _ = try await fixture.export(.whatsapp)
        try fixture.temporary.write("mine", to: "pack/whatsapp/notes.txt")
        await #expect(throws: PackError.self) { try await fixture.export(.whatsapp) }
        #expect(try file.readBytes() == Array("mine".utf8))
        try fixture.temporary.write("mine", to: "pack/telegram")
        let error = await #expect(throws: PackError.self) { try await fixture.export(.telegram) }
        #expect(error?.code == .inTheWay)
    }

    @Test func aDamagedStickerIsNamedAndNothingStays() async throws {
        let fixture = try TargetFixture([("a.png", [1, 2, 3]), ("b.png", [1, 2, 3]), ("c.png", [1, 2, 3])])
        let error = await #expect(throws: PackError.self) { try await fixture.export(.whatsapp) }
        #expect(error?.code == .damagedSticker)
        #expect(try fixture.folder.path.names() == ["pack.json", "stickers"])
    }

    @Test func whatAKilledRunLeftIsClearedUp() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        _ = try await fixture.export(.whatsapp)
        let before = try fixture.files(in: "whatsapp")
        // Killed while the folders change places, after another was killed while it wrote.
        let pack = fixture.folder.path
        #expect(rename(pack.appending("whatsapp").description, pack.appending(".peel-old-whatsapp").description) == 0)
        try fixture.temporary.write("half", to: "pack/.peel-new-whatsapp/a/b.webp")
        _ = try await fixture.export(.whatsapp)
        #expect(try fixture.files(in: "whatsapp") == before)
        #expect(try pack.names() == ["pack.json", "stickers", "whatsapp"])
    }

    @Test func emojiAreTold() {
        for text in ["🙂", "❤️", "👍🏽", "👩‍👩‍👧", "🇫🇷", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"] { #expect(text.isEmoji, "\(text)") }
        for text in ["", "a", "1", "#", "🙂🙂", "©", "é", " "] { #expect(!text.isEmoji, "\(text)") }
        #expect(PackExport.emoji(in: "🙂 ❤️,👍🏽") == ["🙂", "❤️", "👍🏽"])
        #expect(PackExport.emoji(in: "🙂x") == nil && PackExport.emoji(in: " ") == nil)
    }
}
