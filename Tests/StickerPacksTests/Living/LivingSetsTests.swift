import Clips
import Files
import Glibc
import Imaging
import Movies
import TestSupport
import Testing

@testable import StickerPacks

/// LINE and Kakao take stickers that move in sets of their own: LINE with a main picture that moves, Kakao with three
/// that are seen moving.
struct LivingSetsTests {
    private let folder = TemporaryFolder()
    private static let details = PackExport.Details(title: "Sways", author: "Ada", emoji: ["👋"])

    /// A disc that moves to the right, as packs keep it, and one that does not move.
    private func stickers(still: Int, moving: Int) async throws -> [PackExport.Sticker] {
        let pictures = (0..<6).map { number in
            var picture = Bitmap(size: PixelSize(width: 96, height: 64))
            for y in 0..<64 {
                for x in 0..<96 where (x - 30 - 6 * number) * (x - 30 - 6 * number) + (y - 32) * (y - 32) < 600 {
                    picture[x, y] = SRGBColor(red: 200, green: UInt8(2 * x), blue: UInt8(3 * y))
                }
            }
            return picture
        }
        let clip = LivingSticker(pictures.map { LivingSticker.Frame($0, duration: 110_000_000) })
        let moves = try await LivingEncoder.packed(clip, named: "a", executor: .shared)
        let photo = try ImageEncoder(.png()).encode(pictures[0])
        return try (0..<still + moving).map { index in
            let isLiving = index < moving
            let name = FilePath("\(index)." + (isLiving ? "webp" : "png"))
            try folder.write(isLiving ? moves : photo, to: name)
            return PackExport.Sticker(
                file: folder.path.appending(name), source: name.description, photoName: name.description,
                isLiving: isLiving)
        }
    }

    private func export(
        _ stickers: [PackExport.Sticker], for target: PackTarget = .line
    ) async throws -> PackExport.Outcome {
        try #require(await PackExport(stickers, in: folder.path, Self.details).run(for: target))
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try folder.path.appending(FilePath("line/" + name)).readBytes()
    }

    @Test func eachKindHasASetOfItsOwn() async throws {
        let outcome = try await export(try await stickers(still: 8, moving: 8))
        try #require(outcome.isWritten, "\(outcome.report.check.text)")
        #expect(outcome.packCount == 2 && outcome.stickerCount == 16 && outcome.ofOtherKind == [])
        for name in ["01.png", "08.png", "main.png"] {
            #expect(PictureCheck.frameCount(try bytes("pack-1/" + name), .png) == 1)
            let facts = try MovieFacts(try bytes("pack-2/" + name))
            #expect(facts.codec == "apng" && facts.frameCount == 6 && abs(facts.duration - 1_000_000_000) < 10_000_000)
            #expect(name == "main.png" ? facts.width == 240 && facts.height == 240 : facts.width == 320, "\(facts)")
            #expect(PictureCheck.roundCount(ofPNG: try bytes("pack-2/" + name)) == 1)
        }
        #expect(PictureCheck.frameCount(try bytes("pack-2/tab.png"), .png) == 1)
        let names = (1...8).map { "0\($0).png" } + ["main.png", "tab.png"]
        #expect(try PackFiles(zip: bytes("pack-2/line.zip"), path: "line.zip").names.sorted() == names)
        let reports = try PackCheck(folder.path.appending("line")).run()
        #expect(reports.map(\.target) == [.line] && reports[0].report.isKept)
        #expect(reports[0].report.rules.contains { $0.rule == "moving-sticker-count" && $0.limit == "8, 16 or 24" })
    }

    /// Forty still ones are a set, of those that move they are two.
    @Test func setsOfStickersThatMoveAreSmaller() {
        let rules = PackTarget.line.rules
        #expect(rules.packSizes(of: 40) == [40] && rules.ofLivingPacks.packSizes(of: 40) == [24, 16])
        #expect(!rules.ofLivingPacks.takesInOnePack(32) && rules.ofLivingPacks.takes(32))
        #expect(PackTarget.whatsapp.rules.ofLivingPacks.stickerCount == PackTarget.whatsapp.rules.stickerCount)
        #expect(PackTarget.signal.rules.ofLivingPacks == PackTarget.signal.rules)
    }

    /// However small the sticker is, each of its pictures may be as large as LINE takes it, and is in the ZIP once
    /// more.
    @Test func theDiskHasRoomForTheLargestPictures() async throws {
        let export = PackExport(try await stickers(still: 0, moving: 8), in: folder.path, Self.details)
        #expect(export.byteEstimate(for: .line) >= 2 * (8 + 1) * 1_000_000)
    }

    @Test func tooFewOfAKindAreLeftOut() async throws {
        let outcome = try await export(try await stickers(still: 8, moving: 2))
        #expect(outcome.isWritten && outcome.packCount == 1 && outcome.ofOtherKind == ["0.webp", "1.webp"])
    }

    @Test func aNumberThatIsNotTakenIsTold() async throws {
        let outcome = try await export(try await stickers(still: 8, moving: 9))
        let broken = try #require(outcome.report.check.broken.first)
        #expect(!outcome.isWritten && outcome.report.check.broken.count == 1)
        #expect(broken.rule == "moving-sticker-count" && broken.value == "9" && broken.limit == "8, 16 or 24")
        #expect(broken.remedy == "leave out 1 for 8, or add 7 for 16")
    }

    @Test func threeOfKakaosStickersAreSeenMoving() async throws {
        let outcome = try await export(try await stickers(still: 0, moving: 24), for: .kakao)
        try #require(outcome.isWritten, "\(outcome.report.check.text)")
        let place = folder.path.appending("kakao")
        let names = try place.names().map(\.description).filter { $0.hasSuffix(".gif") || $0.hasSuffix(".png") }
        #expect(names.sorted() == (1...24).map { $0 < 4 ? "0\($0).gif" : $0 < 10 ? "0\($0).png" : "\($0).png" })
        #expect(try MovieFacts(place.appending("02.gif").readBytes()).frameCount == 6)
        // On white, as Kakao asks for.
        let moving = try ImageSource(place.appending("01.gif").readBytes()).decode()
        #expect(moving[2, 2] == .white && moving[180, 180].green < 100 && !moving.hasTransparency)
        let fourth = try place.appending("04.png").readBytes()
        let still = try ImageSource(fourth)
        #expect(still.size == PixelSize(width: 360, height: 360) && PictureCheck.frameCount(fourth, .png) == 1)
        // The first picture of the clip: the disc has more green from one to the next.
        let seen = try still.decode()
        #expect(seen[180, 180].alpha == 255 && (50...70).contains(seen[180, 180].green) && seen[2, 2].alpha == 0)
        func broken() throws -> [String] { try PackCheck(place).run().flatMap(\.report.broken).map(\.rule) }
        #expect(try broken() == [])
        try AtomicFile.write(place.appending("01.gif").readBytes(), to: place.appending("04.gif"))
        try place.appending("04.png").removeFile()
        #expect(try broken() == ["moving-count"])
        try place.appending("24.png").removeFile()
        #expect(try broken() == ["moving-sticker-count", "moving-count"])
        #expect(PackTarget.kakao.rules.ofLivingPacks.stickerCountText == "24")
    }

    // MARK: The check

    /// Stripes that move, in a PNG.
    private func pictures(
        _ width: Int = 320, _ height: Int = 180, count: Int = 10, milliseconds: Int = 1_000, rounds: Int = 1
    ) async throws -> [UInt8] {
        let memory = try MovieMemory()
        var settings = MovieSettings(container: .apng, rate: .lossless, hasSound: false)
        settings.rounds = rounds
        let rate = Double(count) * 1_000 / Double(milliseconds)
        let size = PixelSize(width: width, height: height)
        let writer = try await MovieWriter.create(
            memory.path, settings, first: VideoFormat(size: size, hasAlpha: true), frameRate: rate)
        for number in 0..<count {
            var picture = Bitmap(size: size)
            for y in 10..<height - 10 {
                for x in 20..<60 { picture[x + number, y] = SRGBColor(red: 9, green: UInt8(x), blue: 40) }
            }
            try await writer.write(picture, time: Int64(Double(number) * 1e9 / rate))
        }
        _ = try await writer.finish()
        return try memory.bytes()
    }

    @Test func rulesOfASetThatMovesAreChecked() async throws {
        #expect(try await export(try await stickers(still: 0, moving: 8)).isWritten)
        func broken(_ name: FilePath, _ bytes: [UInt8]) throws -> Set<String> {
            let file = folder.path.appending("line").appending(name)
            let before = try file.readBytes()
            defer { try? AtomicFile.write(before, to: file) }
            try AtomicFile.write(bytes, to: file)
            return Set(try PackCheck(folder.path.appending("line")).run().flatMap(\.report.broken).map(\.rule))
        }
        #expect(try broken("03.png", await pictures()) == [])
        #expect(try broken("03.png", await pictures(milliseconds: 2_000, rounds: 2)) == [])
        #expect(try broken("03.png", await pictures(100, 270)) == [])
        for (rule, file) in [
            ("moving-time", try await pictures(milliseconds: 1_500)),
            ("moving-time", try await pictures(milliseconds: 500)),
            ("moving-time", try await pictures(milliseconds: 2_000, rounds: 3)),
            ("moving-time", try await pictures(rounds: 0)),
            ("moving-frames", try await pictures(count: 4)), ("moving-frames", try await pictures(count: 21)),
            ("moving-size", try await pictures(200, 180)), ("moving-size", try await pictures(319, 180)),
            ("moving-size", try await pictures(322, 180)), ("moving-format", try WrongPictures.png(320, 180)),
            ("moving-rate", try await pictures(count: 40)),
            ("moving-bytes", try await pictures() + [UInt8](repeating: 0, count: 1 << 20)),
        ] {
            #expect(try broken("03.png", file).contains(rule), "\(rule)")
        }
        #expect(try broken("main.png", await pictures(240, 240)) == [])
        #expect(try broken("main.png", await pictures(240, 240, count: 30)).contains("moving-main-frames"))
        #expect(try broken("main.png", await pictures(320, 180)).contains("moving-main-size"))
        #expect(try broken("main.png", WrongPictures.png(240, 240)).contains("moving-main-format"))
        #expect(try broken("tab.png", await pictures(96, 74)).contains("tab-still"))
        // Of still ones, the ZIP has at most 20 MB.
        let zip = folder.path.appending("line/line.zip")
        #expect(zip.withCString { truncate($0, 30_000_000) } == 0)
        let rules = try PackCheck(folder.path.appending("line")).run().flatMap(\.report.broken).map(\.rule)
        #expect(!rules.contains("zip-bytes"), "\(rules)")
    }
}
