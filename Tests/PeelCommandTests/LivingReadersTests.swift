import Peel
import TestSupport
import Testing

/// Stickers that move of one clip, for each platform that takes them, as programs read them that are not Peel's:
/// FFmpeg's `ffprobe`, libwebp's `webpinfo` and Pillow. The limits are the platforms' own, written out once more.
@Suite(.enabled(if: SeenPicture.isReadable, "python3-pil is not installed"))
struct LivingReadersTests {
    private let fixture = ClipFixture()

    /// A photo that sways, with sound, at 60 frames a second.
    private func clip() async throws -> FilePath {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        try await fixture.ffmpeg(
            "-loop", "1", "-r", "60", "-i", photo, "-f", "lavfi", "-i", "sine", "-t", "0.2", "-vf",
            "pad=480:320:80:0,crop=320:320:'80+70*sin(12*t)':0", "-pix_fmt", "yuv420p", fixture.path("clip.mp4"))
        return fixture.path("clip.mp4")
    }

    private func byteCount(_ file: FilePath) throws -> Int { try file.readBytes().count }

    @Test func onePackHasBothKindsForEachPlatform() async throws {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/chelsea.input.png")
        let pack = fixture.path("pack")
        let made = try await BuiltProgram.run(
            "make", photo, try await clip(), "-o", pack, "--for", "telegram,signal,discord,slack,imessage", "--title",
            "Both")
        try #require(made.succeeded, "\(made.errorText)")
        for target in ["telegram", "signal", "discord", "slack", "imessage"] {
            let checked = try await BuiltProgram.run("check", pack.appending(FilePath(target)))
            #expect(checked.succeeded && checked.outputText.contains("animated sticker"), "\(checked.outputText)")
        }
        try await expectTelegrams(pack.appending("telegram/02-clip.webm"))
        let messages = ["small", "regular", "large"].map {
            pack.appending(
                FilePath(
                    "imessage/\($0)/Stickers.xcstickers/Sticker Pack.stickerpack/02-clip.sticker/02-clip.png"))
        }
        let files =
            [
                pack.appending("signal/02-clip.png"), pack.appending("discord/02-clip.png"),
                pack.appending("slack/02_clip.gif"),
            ] + messages
        let seen = try await SeenPicture.read(files)
        try #require(seen.count == 6)
        #expect(seen.allSatisfy { $0.times.count >= 3 && $0.seconds <= 3 && $0.rounds == 0 && $0.isSeenThrough })
        #expect(seen.map(\.format) == ["PNG", "PNG", "GIF", "PNG", "PNG", "PNG"])
        #expect(seen[0].size.width == seen[0].size.height && seen[0].size.width <= 512)
        #expect(seen[1].size == PixelSize(width: 320, height: 320))
        #expect(seen[2].size == PixelSize(width: 128, height: 128) && seen[2].times.count <= 50 && seen[2].hasHardEdge)
        #expect(seen[3...].map(\.size.width) == [300, 408, 618] && seen[3...].allSatisfy { $0.size.isSquare })
        let limits = [300_000, 512_000, 128_000, 500_000, 500_000, 500_000]
        for (file, limit) in zip(files, limits) { #expect(try byteCount(file) <= limit, "\(file)") }
    }

    /// core.telegram.org/stickers/webm-vp9-encoding.
    private func expectTelegrams(_ movie: FilePath) async throws {
        let entries: FilePath =
            "stream=codec_name,codec_type,width,height,nb_read_frames:stream_tags=alpha_mode"
        let lines = try await fixture.probe(movie, entries).split(separator: "\n")
        try #require(lines.count == 1, "one stream, without sound: \(lines)")
        let parts = lines[0].split(separator: ",").map(String.init)
        try #require(parts.count == 6, "\(parts)")
        #expect(parts[0...1] == ["vp9", "video"] && parts[5] == "1", "\(parts)")
        #expect(parts[2...3].compactMap { Int($0) }.max() == 512, "\(parts)")
        let duration = try await fixture.probe(movie, "format=duration").split(separator: "\n").compactMap {
            Double($0)
        }
        let (count, seconds) = (Int(parts[4]) ?? 0, duration.first ?? 0)
        // Times in a file are whole milliseconds.
        #expect((0.05...3).contains(seconds) && Double(count) <= 30.5 * seconds, "\(count) in \(seconds) s")
        #expect(try byteCount(movie) <= 256_000)
        let frames = try await fixture.frames(movie)
        #expect(frames.count == count && count >= 3)
        #expect(frames.allSatisfy { $0[0, 0].alpha < 5 && $0.alphaBox(above: 250) != nil })
    }

    @Test func platformsWithPacksOfTheirOwnGetWhatTheyAskFor() async throws {
        let clip = try await clip()
        let files = ["whatsapp.webp", "line.png", "kakao.gif"].map { fixture.path($0) }
        for file in files {
            let output = try await fixture.cut(clip, "--for", file.stem, "-o", file)
            try #require(output.succeeded, "\(output.errorText)")
        }
        let seen = try await SeenPicture.read(files)
        try #require(seen.count == 3 && seen.dropLast().allSatisfy(\.isSeenThrough))
        #expect(seen.map(\.format) == ["WEBP", "PNG", "GIF"])
        #expect(seen[0].size == PixelSize(width: 512, height: 512) && seen[0].seconds <= 10)
        #expect(seen[0].times.allSatisfy { $0 >= 8 } && seen[0].rounds == 0)
        let line = seen[1]
        #expect(line.size.width <= 320 && line.size.height <= 270)
        #expect(line.size.width.isMultiple(of: 2) && line.size.height.isMultiple(of: 2))
        #expect((5...20).contains(line.times.count) && (1...4).contains(line.rounds))
        let whole = line.seconds * Double(line.rounds)
        #expect((0.99...4.01).contains(whole) && abs(whole - whole.rounded()) < 0.01, "\(line.times)")
        // On white: no pixel of Kakao's is seen through.
        #expect(seen[2].size == PixelSize(width: 360, height: 360) && seen[2].times.count <= 24)
        #expect(seen[2].alphas == [255])
        for (file, limit) in zip(files, [500_000, 1_000_000, 2_000_000]) { #expect(try byteCount(file) <= limit) }
        let chunks = try await Subprocess("webpinfo", [files[0]]).run()
        #expect(chunks.succeeded && chunks.outputText.contains("No error detected"), "\(chunks.outputText)")
        #expect(chunks.outputText.contains("Canvas size 512 x 512"))
        #expect(chunks.outputText.ranges(of: "Chunk ANMF").count == seen[0].times.count)
    }

    /// creator.line.me, "Creation guidelines: animation stickers".
    @Test func aSetForLINEHasAMainPictureThatMoves() async throws {
        let clips = fixture.path("clips")
        try clips.createFolder()
        let clip = try await clip().readBytes()
        // The same clip with something behind its end is another file.
        for number in 1...8 {
            let free: [UInt8] =
                [0, 0, 0, UInt8(8 + number)] + Array("free".utf8) + [UInt8](repeating: 0, count: number)
            try AtomicFile.write(clip + free, to: clips.appending(FilePath("\(number).mp4")))
        }
        let pack = fixture.path("pack")
        let made = try await BuiltProgram.run("make", clips, "-o", pack, "--for", "line", "--size", "96")
        try #require(made.succeeded, "\(made.errorText)")
        let set = pack.appending("line")
        let files = (1...8).map { set.appending(FilePath("0\($0).png")) } + [set.appending("main.png")]
        let seen = try await SeenPicture.read(files)
        #expect(seen.count == 9 && seen.allSatisfy { $0.format == "PNG" && $0.isSeenThrough })
        for (picture, file) in zip(seen, files) {
            #expect((5...20).contains(picture.times.count) && picture.rounds == 1, "\(file): \(picture.times)")
            #expect(try abs(picture.seconds - 1) < 0.01 && byteCount(file) <= 1_000_000)
            #expect(picture.size.width <= 320 && picture.size.height <= 270)
        }
        #expect(seen[8].size == PixelSize(width: 240, height: 240))
        #expect(seen[0...7].allSatisfy { max($0.size.width, $0.size.height) >= 270 })
        #expect(try await BuiltProgram.run("check", set).succeeded)
    }
}

extension PixelSize {
    fileprivate var isSquare: Bool { width == height }
}
