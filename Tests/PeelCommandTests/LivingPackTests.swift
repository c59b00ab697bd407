import Movies
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `peel make` of photos and clips, run as a program runs it.
struct LivingPackTests {
    private let folder = TemporaryFolder()

    private func path(_ name: FilePath) -> FilePath { folder.path.appending(name) }

    private func peel(_ arguments: FilePath...) async throws -> Subprocess.Output {
        try await BuiltProgram.run(arguments)
    }

    private let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")

    /// A folder with a photo, a clip of it, an animated GIF, and a film without a subject.
    private func sources() async throws -> FilePath {
        let photos = path("in")
        try photos.createFolder()
        try AtomicFile.write(try photo.readBytes(), to: photos.appending("a.png"))
        func ffmpeg(_ arguments: FilePath...) async throws {
            let made = try await Subprocess("ffmpeg", ["-nostdin", "-v", "error"] + arguments).run()
            #expect(made.succeeded, "\(made.errorText)")
        }
        try await ffmpeg(
            "-loop", "1", "-r", "20", "-i", photo, "-t", "0.4", "-vf", Self.sway, photos.appending("b.mp4"))
        try await ffmpeg("-i", photos.appending("b.mp4"), photos.appending("c.gif"))
        try await ffmpeg("-i", photos.appending("b.mp4"), "-f", "apng", "-plays", "0", photos.appending("e.png"))
        try await ffmpeg("-f", "lavfi", "-i", "color=c=gray:s=160x120:r=10:d=0.3", photos.appending("d.mkv"))
        return photos
    }

    @Test func aClipIsWithinTheMemoryOfARun() async throws {
        let (photos, pack) = (try await sources(), path("pack"))
        let made = try await peel("make", photos.appending("b.mp4"), "-o", pack, "--max-memory", "100M")
        #expect(made.exit == .exited(1))
        #expect(made.errorText.contains("the frames of this clip take about"), "\(made.errorText)")
        #expect(made.errorText.contains("(--max-memory)"), "\(made.errorText)")
    }

    @Test func clipsBecomeStickersThatMoveBesideStillOnes() async throws {
        let (photos, pack) = (try await sources(), path("pack"))
        let made = try await peel("make", photos, "-o", pack, "--for", "telegram,whatsapp,png", "--title", "Sways")
        #expect(made.exit == .exited(1), "\(made.errorText)")
        #expect(made.errorText.contains("no subject was found in any of its 3 frames"), "\(made.errorText)")
        let entries = try PackFolder(pack).readManifest().stickers
        #expect(entries.map(\.file) == ["a.png", "b.webp", "c.webp", "e.webp"].map { "stickers/\($0)" })
        #expect(entries[0].living == nil && (entries[1].living?.frames ?? 0) >= 4)
        #expect(entries[2].living != nil && entries[3].living != nil)
        let moving = try #require(MovingPicture(try pack.appending("stickers/b.webp").readBytes()))
        #expect(moving.size.longestSide == 512 && moving.duration == entries[1].living?.milliseconds)
        // Telegram takes both kinds, each in its format; a folder of PNGs has the still one alone.
        let telegram = try pack.appending("telegram").names().map(\.description).sorted()
        #expect(telegram.contains("01-a.webp") && telegram.contains("02-b.webm") && telegram.contains("03-c.webm"))
        let pictures = try pack.appending("png").names().map(\.description)
        #expect(pictures.contains("01-a.png") && !pictures.contains { $0.contains("-b") })
        #expect(made.errorText.contains("packs of animated stickers are not made"), "\(made.errorText)")
        let checked = try await peel("check", pack.appending("telegram"))
        #expect(checked.succeeded && checked.outputText.contains("animated sticker"), "\(checked.outputText)")
        let seen = try await Subprocess(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "stream=codec_name,width,height:stream_tags=alpha_mode", "-of",
                "csv=p=0",
                pack.appending("telegram/02-b.webm"),
            ]
        ).run().outputText
        #expect(seen.hasPrefix("vp9,") && seen.contains("512") && seen.hasSuffix(",1\n"), "\(seen)")
        // Nothing is made anew.
        let before = try pack.appending("stickers/b.webp").readBytes()
        let again = try await peel("make", photos, "-o", pack, "--resume")
        #expect(again.exit == .exited(1), "\(again.errorText)")
        #expect(try pack.appending("stickers/b.webp").readBytes() == before)
    }

    /// Also where a small sticker is made of smaller frames. No setting enlarges a clip's sticker less.
    @Test func placesAreThoseOfTheClipsOwnFrames() async throws {
        let clip = try await sources().appending("b.mp4")
        var boxes: [PixelRect] = []
        for size: FilePath in ["64", "original"] {
            let pack = path(size)
            let made = try await peel("make", clip, "-o", pack, "--size", size)
            #expect(made.succeeded && !made.errorText.contains("enlarged"), "\(made.errorText)")
            let entry = try #require(try PackFolder(pack).readManifest().stickers.first)
            #expect(entry.living != nil && entry.photoSize == PixelSize(width: 240, height: 240))
            boxes.append(entry.box)
        }
        #expect(boxes[0].intersection(boxes[1]).area * 10 > boxes[1].area * 8, "\(boxes)")
    }

    @Test func whatAClipThatIsCutShortLacksIsSaid() async throws {
        let fixture = ClipFixture()
        let made = try await peel("make", try await fixture.shortClip(), "-o", path("pack"), "--json")
        #expect(made.succeeded, "\(made.errorText)")
        #expect(made.errorText.contains("short.mp4: the movie is incomplete: "), "\(made.errorText)")
        #expect(made.outputText.contains(#""incomplete":"the movie is incomplete: "#), "\(made.outputText)")
        let whole = try await peel("make", fixture.path("whole.mp4"), "-o", path("whole"), "--json")
        #expect(whole.succeeded && !(whole.errorText + whole.outputText).contains("incomplete"), "\(whole.errorText)")
    }

    /// Of one clip alone, in a colour that is nowhere in it.
    @Test func wordsOfTheListOfStickersAreOnEachFrame() async throws {
        let (photos, pack) = (try await sources(), path("pack"))
        let list = ##"{"stickers":{"b.mp4":{"emoji":"👋","options":{"text":"Hi!","text-color":"#ff00ff"}}}}"##
        try AtomicFile.write(Array(list.utf8), to: photos.appending("stickers.json"))
        for name in ["a.png", "d.mkv", "e.png"] { try photos.appending(FilePath(name)).removeFile() }
        let made = try await peel("make", photos, "-o", pack)
        #expect(made.succeeded, "\(made.errorText)")
        func magenta(_ name: FilePath) throws -> [Int] {
            try #require(MovingPicture(try pack.appending("stickers").appending(name).readBytes())).frames().map {
                frame in
                (0..<frame.size.area).count {
                    let pixel = frame[$0 % frame.width, $0 / frame.width]
                    return pixel.alpha > 250 && pixel.red > 180 && pixel.green < 90 && pixel.blue > 180
                }
            }
        }
        let lettered = try magenta("b.webp")
        #expect((lettered.min() ?? 0) > 400 && lettered.count >= 4, "\(lettered)")
        #expect(try magenta("c.webp").allSatisfy { $0 == 0 })
        #expect(try PackFolder(pack).readManifest().stickers.map(\.metadata?.emoji) == [["👋"], nil])
    }

    @Test func whatsAppGetsPacksOfOneKindEach() async throws {
        let photos = path("in")
        try photos.createFolder()
        var made = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-loop", "1", "-r", "20", "-i", photo, "-t", "0.2", "-vf",
                "scale=160:160,format=yuv420p", photos.appending("0.mp4"),
            ]
        ).run()
        #expect(made.succeeded, "\(made.errorText)")
        let clip = try photos.appending("0.mp4").readBytes()
        // The same clip with something behind its end is another file.
        for number in 1..<3 {
            let free: [UInt8] =
                [0, 0, 0, UInt8(8 + number)] + Array("free".utf8) + [UInt8](repeating: 0, count: number)
            try AtomicFile.write(clip + free, to: photos.appending(FilePath("\(number).mp4")))
        }
        let small = try ImageSource(photo.readBytes()).decode(atLeast: 100)
        for number in 3..<6 {
            var other = small
            other[0, 0] = SRGBColor(red: UInt8(number), green: 0, blue: 0)
            try AtomicFile.write(
                try ImageEncoder(.png()).encode(other), to: photos.appending(FilePath("\(number).png")))
        }
        let pack = path("pack")
        made = try await peel("make", photos, "-o", pack, "--for", "whatsapp", "--title", "Both")
        #expect(made.succeeded, "\(made.errorText)\(made.outputText)")
        let contents = String(decoding: try pack.appending("whatsapp/contents.json").readBytes(), as: UTF8.self)
        #expect(contents.ranges(of: "\"animated_sticker_pack\" : true").count == 1, "\(contents)")
        #expect(contents.ranges(of: "\"animated_sticker_pack\" : false").count == 1, "\(contents)")
        #expect(try await peel("check", pack.appending("whatsapp")).succeeded)
    }

    /// A folder with a phone's photo that has a movie in it, a live photo's two files, and a clip whose third frame
    /// alone is sharp.
    private func phonePhotos() async throws -> FilePath {
        let photos = path("phone")
        try photos.createFolder()
        func ffmpeg(_ arguments: FilePath...) async throws {
            let made = try await Subprocess("ffmpeg", ["-nostdin", "-v", "error"] + arguments).run()
            #expect(made.succeeded, "\(made.errorText)")
        }
        let movie = photos.appending("live.MOV")
        try await ffmpeg(
            "-loop", "1", "-r", "20", "-i", photo, "-t", "0.3", "-vf", "scale=240:240,format=yuv420p", movie)
        try await ffmpeg("-i", photo, "-vf", "scale=320:320", photos.appending("live.jpg"))
        let jpeg = try photos.appending("live.jpg").readBytes()
        try await ffmpeg("-i", movie, "-c", "copy", "-f", "mp4", path("half.mp4"))
        try AtomicFile.write(jpeg + (try path("half.mp4").readBytes()), to: photos.appending("motion.jpg"))
        let blur: FilePath = "scale=320:320,gblur=sigma=4:enable='not(eq(n,2))',format=yuv420p"
        try await ffmpeg("-loop", "1", "-r", "5", "-i", photo, "-t", "1", "-vf", blur, photos.appending("z.mp4"))
        return photos
    }

    @Test func photosOfPhonesMoveOnlyWhereThatIsWanted() async throws {
        let (photos, pack) = (try await phonePhotos(), path("pack"))
        var made = try await peel("make", photos, "-o", pack)
        #expect(made.succeeded && made.errorText.contains("1 movie of a live photo: --living"), "\(made.errorText)")
        var entries = try PackFolder(pack).readManifest().stickers
        #expect(entries.map(\.source) == ["live.jpg", "motion.jpg", "z.mp4"])
        #expect(entries.map { $0.living != nil } == [false, false, true])
        made = try await peel("make", photos, "-o", pack, "--resume", "--living")
        #expect(made.succeeded, "\(made.errorText)")
        entries = try PackFolder(pack).readManifest().stickers
        #expect(entries.map(\.source) == ["live.jpg", "motion.jpg", "z.mp4"])
        #expect(entries.allSatisfy { $0.living != nil })
        let both = try await peel("make", photos, "-o", pack, "--living", "--still")
        #expect(both.exit == .exited(64) || both.exit == .exited(2), "\(both.errorText)")
    }

    private static let sway: FilePath =
        "scale=240:240,pad=280:240:20:0,crop=240:240:'20+12*sin(9*t)':0,format=yuv420p"

    /// Four frames of the photo, which sways.
    private func ffmpeg(_ clip: FilePath, _ more: FilePath...) async throws {
        let arguments: [FilePath] = [
            "-nostdin", "-v", "error", "-loop", "1", "-r", "20", "-t", "0.2", "-i", photo, "-vf", Self.sway,
        ]
        let made = try await Subprocess("ffmpeg", arguments + more + [clip]).run()
        #expect(made.succeeded, "\(made.errorText)")
    }

    /// The photos themselves show no subject: what moves is of their movies, one beside the photo and one in it.
    @Test func ofAHEICTheMovieMoves() async throws {
        let (photos, pack) = (path("phone"), path("pack"))
        try photos.createFolder()
        let heic = try checkout.appending("Tests/ImagingTests/Fixtures/format/photo.heic").readBytes()
        try AtomicFile.write(heic, to: photos.appending("IMG_1.HEIC"))
        try await ffmpeg(photos.appending("IMG_1.MOV"))
        try await ffmpeg(path("half.mp4"))
        let half = try path("half.mp4").readBytes()
        let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (half.count + 8) >> $0) }
        try AtomicFile.write(heic + size + Array("mpvd".utf8) + half, to: photos.appending("IMG_2.HEIC"))
        let made = try await peel("make", photos, "-o", pack, "--living", "--size", "160")
        #expect(made.succeeded, "\(made.errorText)")
        let entries = try PackFolder(pack).readManifest().stickers
        #expect(entries.map(\.source) == ["IMG_1.HEIC", "IMG_2.HEIC"])
        #expect(entries.allSatisfy { ($0.living?.frames ?? 0) >= 3 }, "\(entries.map(\.living))")
    }

    /// Written by libwebp and libaom, without alpha.
    @Test func animatedWebPAndAVIFBecomeStickersThatMove() async throws {
        let (photos, pack) = (path("in"), path("pack"))
        try photos.createFolder()
        try await ffmpeg(photos.appending("a.webp"), "-c:v", "libwebp_anim")
        try await ffmpeg(photos.appending("b.avif"), "-c:v", "libaom-av1", "-cpu-used", "8")
        let made = try await peel("make", photos, "-o", pack, "--size", "160")
        #expect(made.succeeded, "\(made.errorText)")
        let entries = try PackFolder(pack).readManifest().stickers
        #expect(entries.map(\.source) == ["a.webp", "b.avif"])
        #expect(entries.allSatisfy { ($0.living?.frames ?? 0) >= 3 }, "\(entries.map(\.living))")
    }

    @Test func aClipThatTheNetworkDoubtsIsLeftOut() async throws {
        let photos = path("in")
        try photos.createFolder()
        try await ffmpeg(photos.appending("a.mp4"))
        let made = try await peel("make", photos, "-o", path("pack"), "--size", "160")
        #expect(made.succeeded, "\(made.errorText)")
        let entry = try #require(try PackFolder(path("pack")).readManifest().stickers.first)
        let confidence = try #require(entry.confidence)
        #expect(entry.living != nil && (0.5..<1).contains(confidence), "\(confidence)")
        for (least, status) in [(confidence, "made"), (confidence + 0.001, "leftOut")] {
            let again = try await peel(
                "make", photos, "-o", path(FilePath(status)), "--size", "160", "--json", "--min-confidence",
                FilePath(String(least)))
            #expect(again.outputText.contains(#""status":"\#(status)""#), "\(again.outputText)\(again.errorText)")
        }
    }

    /// The sticker is that of a photo with the pixels of the sharp frame.
    @Test func aStillStickerOfAClipShowsItsSharpFrame() async throws {
        let (photos, pack) = (try await phonePhotos(), path("pack"))
        let made = try await peel("make", photos.appending("z.mp4"), "-o", pack, "--still", "-f", "png")
        #expect(made.succeeded, "\(made.errorText)")
        let entry = try #require(try PackFolder(pack).readManifest().stickers.first)
        #expect(entry.file == "stickers/z.png" && entry.living == nil && entry.source == "z.mp4")
        let frame = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-ss", "0.4", "-i", photos.appending("z.mp4"), "-frames:v", "1",
                path("frame.png"),
            ]
        ).run()
        #expect(frame.succeeded, "\(frame.errorText)")
        let cut = try await peel("cut", path("frame.png"), "-o", path("cut.png"))
        #expect(cut.succeeded, "\(cut.errorText)")
        let sticker = try ImageSource(pack.appending("stickers/z.png").readBytes()).decode()
        let expected = try ImageSource(path("cut.png").readBytes()).decode()
        #expect(sticker.size == expected.size)
        let differences = zip(sticker.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 2)
    }
}
