import Files
import Imaging
import TestSupport
import Testing

@testable import StickerPacks

struct TelegramCheckTests {
    @Test func theTenthSetStandsBehindTheNinth() {
        let files = (1...11).reversed().map { ("set-\($0)/\(TelegramFormat.emojiName)", Array("{}".utf8)) }
        let sets = TelegramFormat().sets(in: PackFiles(memory: Dictionary(uniqueKeysWithValues: files)))
        #expect(sets.map(\.prefix) == (1...11).map { "set-\($0)/" })
    }

    private static func file(
        _ ending: String, _ bytes: @escaping @Sendable () throws -> [UInt8]
    ) -> @Sendable (inout [String: [UInt8]]) throws -> Void {
        { files in files[files.name(endingWith: ending)] = try bytes() }
    }

    static let packs: [BrokenPack] = [
        BrokenPack("emoji-list", "missing") { $0["emoji.txt"] = nil },
        BrokenPack("emoji-list", "no JSON") { $0["emoji.txt"] = Array("01 🐱".utf8) },
        BrokenPack("sticker-count", "none") { files in files = files.filter { !$0.key.hasSuffix(".webp") } },
        BrokenPack("sticker-count", "121") { files in
            let sticker = files[files.name(endingWith: ".webp")]
            for number in 0..<118 { files["x\(number).webp"] = sticker }
        },
        BrokenPack("emoji-count", "none") { $0["emoji.txt"] = Array("{}".utf8) },
        BrokenPack("emoji-count", "21") {
            try $0.replace("🐱❤️", with: String(repeating: "🐱", count: 21), in: "emoji.txt")
        },
        BrokenPack("emoji", "a letter") { try $0.replace("🐱❤️", with: "a", in: "emoji.txt") },
        BrokenPack("title-length", "65 characters") { $0["title.txt"] = Array(repeating: 97, count: 65) },
        BrokenPack("sticker-format", "no picture", file("0.webp") { [1, 2, 3] }),
        BrokenPack("sticker-size", "both sides too small", file("0.webp") { try WrongPictures.webp(511, 400) }),
        BrokenPack("sticker-size", "a side too large", file("0.webp") { try WrongPictures.webp(512, 513) }),
        BrokenPack("sticker-bytes", "too many", file("0.webp") { try WrongPictures.noise(512, .png()) }),
        BrokenPack("sticker-still", "moves", file("0.webp") { try WrongPictures.movingWebP() }),
        BrokenPack("cover-format", "no picture", file("cover.png") { [1, 2, 3] }),
        BrokenPack("cover-size", "96 pixels", file("cover.png") { try WrongPictures.png(96, 96) }),
        BrokenPack("cover-bytes", "too many", file("cover.png") { try WrongPictures.noise(300, .png()) }),
        BrokenPack("cover-still", "moves", file("cover.png") { WrongPictures.moving(try WrongPictures.png(100, 100)) }),
    ]

    @Test func aPlainFolderOfPicturesIsCheckedWhenThePlatformIsNamed() throws {
        let folder = TemporaryFolder()
        try folder.write(try WrongPictures.png(512, 300), to: "a.png")
        #expect(throws: PackError.self) { try PackCheck(folder.path).run() }
        let report = try #require(try PackCheck(folder.path).run(for: [.telegram]).first).report
        #expect(report.broken.map(\.rule) == ["emoji-list"])
    }
}
