import Clips
import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import StickerPacks

/// What is asked of stickers that move: each rule is broken by a file that keeps the others.
struct LivingCheckTests {
    private let folder = TemporaryFolder()

    private func broken(_ target: PackTarget, _ bytes: [UInt8]) throws -> [String] {
        try broken(Self.rules(of: target), bytes)
    }

    private func broken(_ rules: LivingRules, _ bytes: [UInt8]) throws -> [String] {
        var checklist = Checklist()
        LivingCheck(rules).check(bytes, at: "a", &checklist)
        return checklist.report(for: .telegram).broken.map(\.rule)
    }

    /// Of iMessage's sizes, the smallest.
    private static func rules(of target: PackTarget) throws -> LivingRules {
        if target == .imessage { return IMessageFormat.livingRules(side: 300) }
        return try #require(target.rules.living)
    }

    /// A movie of stripes that move.
    private func movie(
        _ container: MovieSettings.Container, width: Int = 512, height: Int = 96, count: Int = 6, rate: Double = 10,
        hasAlpha: Bool = true, noise: Int = 0
    ) async throws -> [UInt8] {
        let memory = try MovieMemory()
        let size = PixelSize(width: width, height: height)
        let writer = try await MovieWriter.create(
            memory.path,
            MovieSettings(container: container, rate: .quality(noise > 0 ? 100 : 60), hasSound: false),
            first: VideoFormat(size: size, hasAlpha: hasAlpha), frameRate: rate)
        var random = SeededGenerator(seed: 5)
        for number in 0..<count {
            var picture = Bitmap(size: size)
            for y in 0..<height {
                for x in 0..<width / 2 {
                    let shade = noise > 0 ? UInt8.random(in: 0...255, using: &random) : UInt8((x + 8 * number) % 256)
                    picture[x, y] = SRGBColor(red: shade, green: shade, blue: 40)
                }
            }
            try await writer.write(picture, time: Int64(Double(number) * 1e9 / rate))
        }
        _ = try await writer.finish()
        return try memory.bytes()
    }

    @Test func telegramsRulesAreChecked() async throws {
        #expect(try broken(.telegram, await movie(.webm)) == [])
        var all: Set<String> = []
        func expect(_ rule: String, _ bytes: [UInt8]) throws {
            let found = try broken(.telegram, bytes)
            #expect(found == [rule], "\(rule): \(found)")
            all.formUnion(found)
        }
        try expect("moving-format", Array("no movie".utf8))
        try expect("moving-size", await movie(.webm, width: 300))
        try expect("moving-bytes", await movie(.webm, height: 512, count: 4, noise: 1))
        try expect("moving-frames", await movie(.webm, count: 1))
        try expect("moving-time", await movie(.webm, count: 8, rate: 2))
        try expect("moving-rate", await movie(.webm, count: 20, rate: 40))
        try expect("moving-alpha", await movie(.webm, hasAlpha: false))
        try expect("moving-sound", await withSound(movie(.webm)))
        let rules = try #require(PackTarget.telegram.rules.living)
        #expect(all == Set(LivingCheck(rules).all.map(\.name)))
        #expect(try broken(.telegram, await movie(.gif)).contains("moving-format"))
    }

    /// The end of the last one is no whole millisecond, and may be told as the one before.
    @Test(arguments: [PackTarget.telegram, .discord], [(count: 3, rate: 30.0), (7, 30.0), (9, 30.002), (20, 29.999)])
    func asManyPicturesASecondAsAreAllowedAreTaken(
        _ target: PackTarget, _ clip: (count: Int, rate: Double)
    ) async throws {
        let container = target == .telegram ? MovieSettings.Container.webm : .apng
        let file = try await movie(container, width: 64, count: clip.count, rate: clip.rate)
        #expect(try !broken(target, file).contains("moving-rate"))
    }

    @Test func whatsAppsRulesAreChecked() async throws {
        #expect(try broken(.whatsapp, await movie(.webp, height: 512)) == [])
        var all: Set<String> = []
        func expect(_ rule: String, _ bytes: [UInt8]) throws {
            let found = try broken(.whatsapp, bytes)
            #expect(found.contains(rule), "\(rule): \(found)")
            all.formUnion(found)
        }
        try expect("moving-format", WrongPictures.webp(512, 512))
        try expect("moving-size", await movie(.webp, height: 510))
        try expect("moving-bytes", await movie(.webp, height: 512, count: 4, noise: 1))
        try expect("moving-time", await movie(.webp, height: 512, count: 6, rate: 0.5))
        try expect("moving-rate", await movie(.webp, height: 512, rate: 200))
        let rules = try #require(PackTarget.whatsapp.rules.living)
        #expect(all == Set(LivingCheck(rules).all.map(\.name)))
    }

    @Test(arguments: [PackTarget.signal, .discord, .slack, .imessage, .kakao]) func rulesOfPicturesThatMoveAreChecked(
        target: PackTarget
    ) async throws {
        let rules = try Self.rules(of: target)
        let container: MovieSettings.Container = rules.format == .gif ? .gif : .apng
        let side = rules.room(side: 512).width
        func pictures(_ width: Int? = nil, count: Int = 6, rate: Double = 10) async throws -> [UInt8] {
            try await movie(container, width: width ?? side, height: side, count: count, rate: rate)
        }
        #expect(try broken(target, await pictures()) == [])
        var all: Set<String> = []
        func expect(_ rule: String, _ bytes: [UInt8]) throws {
            let found = try broken(target, bytes)
            #expect(found.contains(rule), "\(rule): \(found)")
            all.formUnion(found)
        }
        try expect("moving-format", Array("no picture".utf8))
        try expect("moving-size", await pictures(side + 2))
        try expect("moving-bytes", await pictures() + [UInt8](repeating: 0, count: rules.byteLimit))
        try expect("moving-time", await pictures(count: 8, rate: rules.duration > 10_000_000_000 ? 0.1 : 1))
        if rules.format == .gif {
            try expect("moving-frames", await pictures(count: rules.frameCount.upperBound + 1, rate: 20))
        }
        // A GIF has no more than the fifty that Slack takes.
        if target != .slack { try expect("moving-rate", await pictures(count: 20, rate: 50)) }
        #expect(all == Set(LivingCheck(rules).all.map(\.name)).subtracting(target == .slack ? ["moving-rate"] : []))
    }

    /// What the studio gives of a single sticker, and `peel make` of those in a pack.
    @Test(arguments: PackTarget.allCases.filter { $0.rules.living != nil }) func aPacksStickerIsWrittenForEachPlatform(
        target: PackTarget
    ) async throws {
        let frames = (0..<6).map { number in
            var picture = Bitmap(size: PixelSize(width: 96, height: 72))
            for y in 8..<64 {
                for x in 10 + 4 * number..<60 + 4 * number {
                    picture[x, y] = SRGBColor(red: 200, green: UInt8(3 * y), blue: UInt8(x))
                }
            }
            return LivingSticker.Frame(picture, duration: 100_000_000)
        }
        let file = try await LivingEncoder.packed(LivingSticker(frames), named: "a", executor: .shared)
        let path = try folder.write(file, to: "a.webp")
        let rules = try #require(target.rules.living)
        let made = try await LivingEncoder(rules).bytes(ofFileAt: path, limit: 1 << 20, kept: nil)
        #expect(try broken(rules, made) == [])
        guard rules.format == .apng || rules.format == .gif else { return }
        #expect(try ImageSource(made).decode().hasTransparency == !rules.isOpaque)
    }

    private func withSound(_ bytes: [UInt8]) async throws -> [UInt8] {
        let (silent, loud) = (folder.path.appending("silent.webm"), folder.path.appending("loud.webm"))
        try AtomicFile.write(bytes, to: silent)
        let made = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", silent, "-f", "lavfi", "-i", "sine=d=0.5", "-c:v", "copy", "-c:a",
                "libopus", loud,
            ]
        ).run()
        #expect(made.succeeded, "\(made.errorText)")
        return try loud.readBytes()
    }

    @Test func aPacksStickerIsReadAsItWasWritten() async throws {
        let frames = (0..<5).map { number in
            var picture = Bitmap(size: PixelSize(width: 64, height: 48))
            for y in 0..<48 {
                for x in 8 * number..<8 * number + 20 { picture[x, y] = SRGBColor(red: 200, green: 40, blue: 90) }
            }
            return LivingSticker.Frame(picture, duration: Int64(40 + number) * 1_000_000)
        }
        let file = try await LivingEncoder.packed(LivingSticker(frames), named: "a", executor: .shared)
        let path = folder.path.appending("a.webp")
        try AtomicFile.write(file, to: path)
        let read = try LivingSticker(path.readBytes(), from: path)
        // 5 frames, one below the other and each by itself.
        let memory = 8 * 5 * 64 * 48
        #expect(throws: Never.self) { try LivingSticker(path.readBytes(), from: path, memory: memory) }
        #expect(throws: PackError.self) { try LivingSticker(path.readBytes(), from: path, memory: memory - 1) }
        #expect(read.frames.count == 5 && read.size == PixelSize(width: 64, height: 48))
        for (written, frame) in zip(frames, read.frames) {
            let wrong = zip(written.picture.pixels, frame.picture.pixels).filter { abs(Int($0) - Int($1)) > 24 }.count
            #expect(wrong < 600, "\(wrong)")
        }
        #expect(abs(read.frames[1].duration - 41_000_000) <= 1_000_000)
        let (still, photo) = (try WrongPictures.webp(64, 64), try WrongPictures.png(9, 9))
        #expect(MovingPicture(still) == nil && ClipFile(photo) == nil && ClipFile(still) == nil)
        // A camera's raw file (CR3) is made of a movie's boxes.
        let box = { (brand: String) in [0, 0, 0, 16] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 1] }
        #expect(ClipFile(box("crx ")) == nil && ClipFile(box("isom")) != nil)
    }
}
