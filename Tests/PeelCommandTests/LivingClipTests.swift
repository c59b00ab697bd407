import Clips
import Movies
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `peel cut --for` of a movie, run as a program runs it.
struct LivingClipTests {
    private let fixture = ClipFixture()

    /// A photo that sways, with sound: so many frames of 25 a second.
    private func clip(_ name: FilePath, seconds: FilePath = "0.6", _ more: FilePath...) async throws -> FilePath {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        let arguments: [FilePath] =
            [
                "-nostdin", "-v", "error", "-loop", "1", "-r", "25", "-i", photo, "-f", "lavfi", "-i", "sine", "-t",
                seconds,
            ]
            + ["-vf", "pad=360:320:20:0,crop=320:320:'20+16*sin(9*t)':0", "-pix_fmt", "yuv420p"] + more + [
                fixture.path(name)
            ]
        let made = try await Subprocess("ffmpeg", arguments).run()
        #expect(made.succeeded, "\(made.errorText)")
        return fixture.path(name)
    }

    private func probe(_ movie: FilePath) async throws -> String {
        let entries: FilePath =
            "format=duration:stream=codec_name,codec_type,width,height,nb_read_frames:stream_tags=alpha_mode"
        return try await fixture.probe(movie, entries)
    }

    @Test func aClipBecomesATelegramSticker() async throws {
        let made = fixture.path("sticker.webm")
        let output = try await fixture.cut(
            try await clip("clip.mp4"), "--for", "telegram", "-o", made, "--loop", "none", "--border", "4")
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let lines = try await probe(made).split(separator: "\n")
        // One track, with alpha.
        #expect(lines.count == 2 && lines[0].hasPrefix("vp9,video,") && lines[0].hasSuffix(",15,1"), "\(lines)")
        #expect(lines[0].contains("512") && (Double(lines[1]) ?? 9) <= 3, "\(lines)")
        #expect(try made.readBytes().count <= 262_144)
        try await fixture.ffmpeg(
            "-c:v", "libvpx-vp9", "-i", made, "-frames:v", "1", "-pix_fmt", "rgba", fixture.path("first.png"))
        let first = try ImageSource(fixture.path("first.png").readBytes()).decode()
        // A white border, and nothing in the corners.
        let box = try #require(first.alphaBox(above: 128))
        let row = box.y + box.height / 2
        let left = try #require((0..<first.width).first { first[$0, row].alpha > 250 })
        #expect(first[left + 6, row].red > 235 && first[left + 6, row].blue > 235 && first[0, 0].alpha < 5)
    }

    /// Magenta is nowhere in the clip. The subject sways behind the words.
    @Test func wordsStandStillOnEveryFrame() async throws {
        let (clip, made) = (try await clip("clip.mp4"), fixture.path("sticker.webp"))
        func frames(_ more: FilePath...) async throws -> [Bitmap] {
            let output = try await BuiltProgram.run(
                ["cut", clip, "--loop", "none", "--size", "320", "--quality", "100", "-o", made] + more)
            #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
            return try #require(MovingPicture(made.readBytes())).frames()
        }
        func letters(_ frame: Bitmap) -> Set<Int> {
            Set(
                (0..<frame.size.area).filter {
                    let pixel = frame[$0 % frame.width, $0 / frame.width]
                    return pixel.alpha > 250 && pixel.red > 180 && pixel.green < 90 && pixel.blue > 180
                })
        }
        #expect(try await frames().allSatisfy { letters($0).isEmpty })
        let lettered = try await frames("--text", "Off to Mars", "--text-color", "#ff00ff")
        #expect(lettered.count >= 12 && lettered[0].size.longestSide == 320)
        let first = letters(lettered[0])
        #expect(first.count > 400)
        for frame in lettered {
            let same = letters(frame)
            #expect(same.intersection(first).count * 100 > 95 * same.union(first).count)
            // Border and all: nothing is cut off by the canvas.
            let box = try #require(frame.alphaBox(above: 10))
            #expect(box.x >= 1 && box.y >= 1 && box.maxX < frame.width && box.maxY < frame.height, "\(box)")
        }
        // The subject moves all the same.
        #expect(lettered[0].pixels != lettered[3].pixels)
    }

    @Test(arguments: [["--loop", "best", "-o", "made.webp"], ["--for", "telegram", "-o", "made.webm"]])
    func whatAClipThatIsCutShortLacksIsSaid(arguments: [String]) async throws {
        func cut(_ clip: FilePath) async throws -> Subprocess.Output {
            try await BuiltProgram.run(["cut", clip, "-q"] + arguments.map { FilePath($0) }, in: fixture.folder.path)
        }
        let short = try await cut(fixture.shortClip())
        #expect(short.succeeded, "\(short.errorText)")
        #expect(short.errorText.contains("short.mp4: the movie is incomplete: "), "\(short.errorText)")
        #expect(short.errorText.contains(" of its 10 frames are missing"), "\(short.errorText)")
        let whole = try await cut(fixture.path("whole.mp4"))
        #expect(whole.succeeded && whole.errorText.isEmpty, "\(whole.errorText)")
    }

    @Test func ofALongClipWithoutALoopTheBeginningIsTaken() async throws {
        let made = fixture.path("sticker.webm")
        let output = try await fixture.cut(
            try await clip("clip.mkv", seconds: "9", "-r", "5"), "--for", "telegram", "-o", made, "--loop", "none")
        #expect(output.succeeded, "\(output.errorText)")
        #expect(try await probe(made).contains("3.000000"))
    }

    /// She stands still for four seconds.
    @Test func ofALongClipThePartThatMovesAndRepeatsIsTaken() async throws {
        let sway: FilePath = "pad=360:320:20:0,crop=320:320:'20+16*sin(7.854*max(0,t-4))':0"
        let late = try await clip("late.mkv", seconds: "8", "-r", "5", "-vf", sway)
        let output = try await fixture.cut(late, "--loop", "best", "--size", "160", "-o", fixture.path("late.webp"))
        #expect(output.succeeded && output.errorText.contains("late.mkv: the sticker shows 4."), "\(output.errorText)")
        #expect(output.errorText.contains(" s; choose another part with --start and --end"), "\(output.errorText)")
    }

    @Test(
        arguments: [
            ([], true), (["--loop", "bounce"], true), (["--loop", "none"], false), (["--start", "0"], false),
            (["--start", "2", "--end", "9"], true), (["--end", "9", "--loop", "none"], false),
        ] as [([String], Bool)])
    func whatIsLeftOpenIsSearched(arguments: [String], isSearched: Bool) throws {
        let fixed: [FilePath] = ["cut", "a.mp4", "--for", "telegram", "-o", "b.webm"]
        let request = try understood(fixed + arguments.map { FilePath($0) })
        #expect((request as? LivingClipRequest)?.options.searches == isSearched)
    }

    /// A GIF that stands still at its end.
    @Test func theLastFrameIsShownAsLongAsItWas() async throws {
        let (gif, made) = (fixture.path("hold.gif"), fixture.path("hold.webp"))
        try await fixture.ffmpeg("-i", clip("clip.mp4", seconds: "0.24"), "-final_delay", "150", gif)
        let output = try await fixture.cut(gif, "--loop", "none", "--size", "160", "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        #expect(MovingPicture(try made.readBytes())?.durations == [40, 40, 40, 40, 40, 1500])
    }

    /// Also those that are above the platform's number.
    @Test func framesThatAreLeftOutAreCounted() async throws {
        let output = try await fixture.cut(
            try await clip("clip.mp4", seconds: "1.2"), "--for", "line", "--loop", "none", "-o", fixture.path("a.png"))
        #expect(output.succeeded, "\(output.errorText)")
        #expect(output.errorText.contains(" of 30 frames, to stay within the platform's limit"), "\(output.errorText)")
    }

    /// FFmpeg does not read it.
    @Test func aWebPThatMovesBecomesAStickerToo() async throws {
        let (first, made) = (fixture.path("first.webp"), fixture.path("again.webp"))
        let movie = try await clip("clip.mp4")
        for (input, side, output) in [(movie, "160", first), (first, "120", made)] as [(FilePath, FilePath, FilePath)] {
            let cut = try await fixture.cut(input, "--loop", "none", "--size", side, "-o", output)
            #expect(cut.succeeded && cut.errorText.isEmpty, "\(cut.errorText)")
        }
        let (before, after) = (MovingPicture(try first.readBytes()), MovingPicture(try made.readBytes()))
        #expect(before?.durations == after?.durations && after?.size.longestSide == 120)
    }

    /// The subject goes to one side, and would jump back. The middles of what is seen, from left to right.
    @Test(arguments: ["fade", "bounce"] as [FilePath]) func theSeamIsFadedOrGoneBackOver(loop: FilePath) async throws {
        let movie = try await clip("clip.mp4", seconds: "0.4", "-vf", "pad=360:320:20:0,crop=320:320:'4+60*t':0")
        let made = fixture.path("seam.webp")
        let output = try await fixture.cut(movie, "--loop", loop, "--size", "160", "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let places = try #require(MovingPicture(made.readBytes())).frames().map { frame in
            let alphas = stride(from: 3, to: frame.pixels.count, by: 4).map { Int(frame.pixels[$0]) }
            let moment = alphas.enumerated().reduce(0) { $0 + $1.offset % frame.width * $1.element }
            return Double(moment) / Double(alphas.reduce(0, +))
        }
        let (least, most) = (try #require(places.min()), try #require(places.max()))
        // With a jump, the last frame is as far from the first as any.
        #expect(most - least > 1.5 && abs(places[places.count - 1] - places[0]) < 0.6 * (most - least), "\(places)")
        guard loop == "bounce" else { return }
        for number in 1..<places.count {
            #expect(abs(places[number] - places[places.count - number]) < 0.5, "\(number): \(places)")
        }
    }

    /// A square of chance's own colours, cut out already: no GIF of it is small.
    @Test func aStickerThatCannotFitIsNamedWithItsLimit() async throws {
        var random = SeededGenerator(seed: 3)
        let size = PixelSize(width: 128, height: 128)
        let pictures = (0..<3).map { _ in
            var picture = Bitmap(size: size)
            for y in 6..<122 {
                for x in 6..<122 {
                    let color = random.next()
                    picture[x, y] = SRGBColor(
                        red: UInt8(truncatingIfNeeded: color), green: UInt8(truncatingIfNeeded: color >> 8),
                        blue: UInt8(truncatingIfNeeded: color >> 16))
                }
            }
            return picture
        }
        let noise = fixture.path("noise.webp")
        let writer = try await MovieWriter.create(
            noise, MovieSettings(container: .webp, rate: .lossless, hasSound: false),
            first: VideoFormat(size: size, hasAlpha: true), frameRate: 10)
        for number in 0..<30 { try await writer.write(pictures[number % 3], time: Int64(number) * 100_000_000) }
        _ = try await writer.finish()
        let output = try await fixture.cut(noise, "--for", "slack", "--loop", "none", "-o", fixture.path("out.gif"))
        #expect(output.exit == .exited(1), "\(output.errorText)")
        #expect(output.errorText.contains("noise.webp: the sticker has at least "), "\(output.errorText)")
        for words in [" 128000 ", "choose a shorter part of the clip"] {
            #expect(output.errorText.contains(words), "\(output.errorText)")
        }
        #expect(try fixture.left(besides: "noise.webp").isEmpty)
    }

    @Test func aTimeWithoutAFrameIsNamed() async throws {
        let clip = try await clip("clip.mp4")
        for (made, words) in [
            ("out.webp", "clip.mp4: no frame at 50.0 s can be read: mark an earlier one"),
            ("out.webm", "clip.mp4: it has no frame at 50.0 s or later: choose an earlier --at-time"),
        ] {
            let living: [FilePath] = made == "out.webp" ? ["--loop", "none"] : []
            let output = try await BuiltProgram.run(
                ["cut", clip, "-o", fixture.path(FilePath(made)), "--not-at", "5,5", "--at-time", "50"] + living)
            #expect(output.exit == .exited(1) && output.errorText.contains(words), "\(output.errorText)")
        }
        #expect(try fixture.left(besides: "clip.mp4").isEmpty)
    }

    @Test func whatGivesNoStickerIsNamedAndLeavesNothing() async throws {
        let one = try await clip("one.mp4", seconds: "0.04")
        try await fixture.refuses([(one, "only one frame has a subject")], "--for", "telegram")
    }

    @Test(arguments: [
        (["a.mp4", "--loop", "fade", "-o", "b.webm"], "--loop without --for writes them as .webp, not as .webm"),
        (["a.mp4", "--loop", "fade", "-o", "b.webp", "--size", "600"], "at most 512 pixels: choose a smaller --size"),
        (["a.mp4", "--for", "telegram", "-o", "b.mp4"], "Telegram takes animated stickers as .webm, not as .mp4"),
        (["a.mp4", "--for", "telegram"], "name the movie, and with -o FILE.webm where the sticker goes"),
        (["-", "--for", "telegram", "-o", "b.webm"], "name the movie"),
        (["a.mp4", "c.mp4", "--for", "telegram", "-o", "b.webm"], "one movie at a time: leave out 'c.mp4'"),
        (
            ["a.mp4", "--for", "telegram", "-o", "b.webm", "--mask"],
            "--mask does not apply to an animated sticker: leave it out"
        ),
        (
            ["a.mp4", "--for", "telegram", "-o", "b.webm", "--size", "300"],
            "--size does not apply to an animated sticker: leave it out"
        ),
        (
            ["a.mp4", "--for", "telegram", "-o", "b.webm", "--at-time", "1"],
            "--at-time is the frame of --at, --not-at and --box: add one of them"
        ),
        (
            ["a.mp4", "--for", "telegram", "-o", "b.webm", "--at", "1,2", "--start", "2", "--at-time", "1"],
            "--at-time 1.0 is not between --start and --end: choose a frame between them"
        ),
        (
            ["a.mp4", "-o", "b.webm", "--at", "1,2", "--end", "2", "--at-time", "2"],
            "--at-time 2.0 is not between --start and --end: choose a frame between them"
        ),
    ])
    func whatAStickerCannotBeToldIsSaid(arguments: [String], words: String) throws {
        let error = #expect(throws: UsageError.self) {
            try understood(["cut"] + arguments.map { FilePath($0) })
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    /// WhatsApp takes 125 a second, Slack 50.
    @Test(arguments: PackTarget.living) func noClipIsCutAtMoreThanThirtyFramesASecond(target: PackTarget) throws {
        let ending = try #require(target.rules.living).format.pathExtension
        let request = try understood([
            "cut", "a.mp4", "--for", FilePath(target.rawValue), "-o", FilePath("b.\(ending)"),
        ])
        #expect((request as? LivingClipRequest)?.options.frameRate == 30)
    }

    @Test func whatAStickerIsToldIsUnderstood() throws {
        let request = try understood([
            "cut", "a.mp4", "--for", "telegram", "-o", "b.webm", "--effect", "comic", "--loop", "bounce", "--square",
            "--strength", "greedy", "--start", "1.5", "--end", "2", "--at", "80,30", "--not-at", "10,20", "--box",
            "0,0,40,50", "--at-time", "1.6", "--max-memory", "4G",
        ])
        let sticker = try #require(request as? LivingClipRequest)
        #expect(sticker.target == .telegram && sticker.strength == 1 && sticker.mostMemory == 4 << 30)
        let options = sticker.options
        #expect(options.start == 1_500_000_000 && options.end == 2_000_000_000)
        #expect(options.style.effect == .comic && options.loop == .bounce && options.isSquare && options.side == 512)
        let frame = PixelSize(width: 100, height: 50)
        let marks = try sticker.marking.strokes(in: frame)
        #expect(marks.map(\.mode) == [.only, .with, .without] && marks.allSatisfy { $0.time == 1_600 })
        #expect(
            marks.map(\.points) == [
                [.init(x: 0, y: 0), .init(x: 0.4, y: 1)], [.init(x: 0.805, y: 0.61)], [.init(x: 0.105, y: 0.41)],
            ])
        #expect(throws: CommandFailure.self) { try sticker.marking.strokes(in: PixelSize(width: 80, height: 50)) }
    }
}
