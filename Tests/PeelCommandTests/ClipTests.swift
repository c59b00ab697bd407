import Movies
import Peel
import TestSupport
import Testing

@testable import PeelCommand

/// `peel cut` of a movie, run as a program runs it.
struct ClipTests {
    private let fixture = ClipFixture()

    /// Eight frames of a photo, 320 × 320, with a tone.
    private func clip(_ more: FilePath...) async throws -> FilePath {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        let arguments: [FilePath] =
            ["-nostdin", "-v", "error", "-loop", "1", "-r", "20", "-i", photo, "-f", "lavfi", "-i", "sine"]
            + ["-t", "0.4", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"] + more + [fixture.path("clip.mp4")]
        let made = try await Subprocess("ffmpeg", arguments).run()
        #expect(made.succeeded, "\(made.errorText)")
        return fixture.path("clip.mp4")
    }

    /// The first frame of a movie with alpha.
    private func alpha(_ movie: FilePath) async throws -> Bitmap {
        try await fixture.ffmpeg(
            "-c:v", "libvpx-vp9", "-i", movie, "-frames:v", "1", "-pix_fmt", "rgba", fixture.path("first.png"))
        return try ImageSource(fixture.path("first.png").readBytes()).decode()
    }

    @Test func aClipBecomesAMovieWithAlphaAndItsSound() async throws {
        let made = fixture.path("cut.webm")
        let output = try await fixture.cut(try await clip(), "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let streams = try await fixture.probe(
            made, "stream=codec_name,width,height,nb_read_frames:stream_tags=alpha_mode")
        #expect(streams.contains("vp9,320,320,8,1") && streams.contains("opus"), "\(streams)")
        let first = try await alpha(made)
        // Her suit, and the wall.
        #expect(first[150, 290].alpha > 250 && first[310, 60].alpha < 5 && first[310, 8].alpha < 5)
    }

    @Test func aShinyStickerOfAPhotoMoves() async throws {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        let made = fixture.path("shiny.webm")
        let output = try await fixture.cut(photo, "-o", made, "--effect", "shiny", "--size", "160")
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let streams = try await fixture.probe(
            made, "stream=codec_name,nb_read_frames,r_frame_rate:stream_tags=alpha_mode")
        #expect(streams.contains("vp9") && streams.contains("24") && streams.contains("12/1"), "\(streams)")
        try await fixture.ffmpeg("-c:v", "libvpx-vp9", "-i", made, "-pix_fmt", "rgba", fixture.path("%02d.png"))
        let names = (1...24).map { FilePath($0 < 10 ? "0\($0).png" : "\($0).png") }
        let frames = try names.map { try ImageSource(fixture.path($0).readBytes()).decode() }
        #expect(frames.allSatisfy { $0.size.longestSide == 160 })
        #expect(Set(frames.map(\.pixels)).count == 24)
        let wrong = try await fixture.cut(photo, "-o", fixture.path("shiny.mp4"), "--effect", "shiny")
        #expect(wrong.exit == .exited(2) && wrong.errorText.contains(".webm"), "\(wrong.errorText)")
        let left = try fixture.folder.path.names().map(\.description)
        #expect(!left.contains { $0.hasSuffix(".mp4") || $0.hasPrefix(".") }, "\(left)")
    }

    @Test func theMatteIsGreyWithoutSound() async throws {
        let made = fixture.path("mask.mp4")
        let output = try await fixture.cut(try await clip(), "-o", made, "--mask")
        #expect(output.succeeded, "\(output.errorText)")
        #expect(try await fixture.probe(made, "stream=codec_name,nb_read_frames") == "h264,8\n")
        try await fixture.ffmpeg("-i", made, "-frames:v", "1", fixture.path("mask.png"))
        let first = try ImageSource(fixture.path("mask.png").readBytes()).decode()
        #expect(first[150, 290].red > 245 && first[310, 60].red < 10)
    }

    @Test func aColourAndAPictureStandBehindTheSubject() async throws {
        let clip = try await clip()
        #expect(
            try await fixture.cut(clip, "-o", fixture.path("red.mp4"), "--background", "red", "--no-sound").succeeded)
        #expect(try await fixture.probe(fixture.path("red.mp4"), "stream=codec_name") == "h264\n")
        try await fixture.ffmpeg("-i", fixture.path("red.mp4"), "-frames:v", "1", fixture.path("red.png"))
        let red = try ImageSource(fixture.path("red.png").readBytes()).decode()
        #expect(red[310, 60].red > 245 && red[310, 60].green < 12)
        let picture = fixture.path("green.png")
        try AtomicFile.write(
            try ImageEncoder(.png()).encode(
                Bitmap(size: PixelSize(width: 40, height: 20), filledWith: SRGBColor(red: 0, green: 200, blue: 0))),
            to: picture)
        #expect(try await fixture.cut(clip, "-o", fixture.path("green.webm"), "--background", picture).succeeded)
        try await fixture.ffmpeg("-i", fixture.path("green.webm"), "-frames:v", "1", fixture.path("green-first.png"))
        let green = try ImageSource(fixture.path("green-first.png").readBytes()).decode()
        #expect(green[310, 60].green > 190 && green[310, 60].red < 12)
    }

    @Test func aTurnedClipComesOutUpright() async throws {
        let clip = try await clip()
        try await fixture.ffmpeg("-i", clip, "-vf", "crop=320:240:0:80,transpose=1", "-an", fixture.path("lying.mp4"))
        try await TurnedMovie.write(90, of: fixture.path("lying.mp4"), to: fixture.path("turned.mp4"))
        #expect(try await fixture.cut(fixture.path("turned.mp4"), "-o", fixture.path("turned.webm")).succeeded)
        #expect(try await fixture.probe(fixture.path("turned.webm"), "stream=width,height") == "320,240\n")
        #expect(try await alpha(fixture.path("turned.webm"))[150, 215].alpha > 250)
    }

    @Test func whatCannotBeCutIsNamedAndLeavesNothing() async throws {
        let photo = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        try await fixture.ffmpeg("-f", "lavfi", "-i", "sine=d=1", fixture.path("sound.m4a"))
        try AtomicFile.write(Array(try await clip().readBytes().prefix(600)), to: fixture.path("head.mp4"))
        try await fixture.refuses([
            (fixture.path("sound.m4a"), "cannot read"), (fixture.path("head.mp4"), "cannot read"),
            (photo, "it is a picture"), (fixture.path("none.mp4"), "none.mp4"),
        ])
    }

    @Test func ofTwoSubjectsOneIsFollowed() async throws {
        let astronaut = checkout.appending("Tests/StickersTests/Fixtures/reference/astronaut.input.png")
        let cup = checkout.appending("Tests/StickersTests/Fixtures/reference/coffee.input.png")
        let matte = checkout.appending("Tests/StickersTests/Fixtures/reference/coffee.matte.png")
        let clip = fixture.path("two.mp4")
        let filters: FilePath =
            "[1][2]alphamerge,scale=130:130[cup];[0]scale=240:240,pad=420:240:0:0:color=0xb8b0a0[ground];[ground][cup]overlay=x='280-60*t':y=100"
        try await fixture.ffmpeg(
            "-loop", "1", "-r", "20", "-i", astronaut, "-loop", "1", "-i", cup, "-loop", "1", "-i", matte, "-t", "0.3",
            "-filter_complex", filters, "-pix_fmt", "yuv420p", clip)
        var areas: [[Int]] = []
        for marks: [FilePath] in [[], ["--at", "320,165", "--at-time", "0.1"]] {
            let made = fixture.path("cut.webm")
            let output = try await BuiltProgram.run(["cut", clip, "-o", made] + marks)
            #expect(output.succeeded, "\(output.errorText)")
            areas.append(
                try await fixture.frames(made).map { frame in
                    (0..<frame.size.area).count { frame.pixels[4 * $0 + 3] > 128 && $0 % frame.width < 230 }
                })
        }
        // From the third frame on, she is left out.
        #expect(areas[0].allSatisfy { $0 > 10_000 } && areas[1].count == 6, "\(areas)")
        #expect(areas[1][2...].allSatisfy { $0 < 300 }, "\(areas)")
        let missed = try await BuiltProgram.run(["cut", clip, "-o", fixture.path("x.webm"), "--at", "400,20"])
        #expect(missed.exit == .exited(1))
        #expect(missed.errorText.contains("there is no subject at 400,20 in the first frame"), "\(missed.errorText)")
        #expect(try fixture.left(besides: "two.mp4", "cut.webm", "decoded").isEmpty)
    }

    @Test func anOlderMovieStaysUntilTheNewOneIsWhole() async throws {
        try AtomicFile.write(Array("older".utf8), to: fixture.path("out.webm"))
        try await fixture.ffmpeg("-f", "lavfi", "-i", "color=c=gray:s=160x120:r=10:d=0.5", fixture.path("empty.mp4"))
        #expect(try await fixture.cut(fixture.path("empty.mp4"), "-o", fixture.path("out.webm")).exit == .exited(1))
        #expect(try fixture.path("out.webm").readBytes() == Array("older".utf8))
    }

    @Test func aMovieThatIsCutShortIsCutAsFarAsItGoes() async throws {
        let whole = try await clip("-movflags", "+faststart", "-g", "1", "-x264-params", "keyint=1")
        let bytes = try whole.readBytes()
        try AtomicFile.write(Array(bytes.prefix(bytes.count * 3 / 4)), to: fixture.path("short.mp4"))
        let output = try await fixture.cut(fixture.path("short.mp4"), "-o", fixture.path("short.webm"))
        #expect(output.succeeded && output.errorText.contains("incomplete"), "\(output.errorText)")
        let frames =
            Int(try await fixture.probe(fixture.path("short.webm"), "stream=nb_read_frames").prefix { $0.isNumber })
            ?? 0
        #expect((1..<8).contains(frames))
    }

    @Test(arguments: [
        (["a.mp4", "-o", "b.mp4"], "an .mp4 movie has no transparency: name a .webm, or add --background or --mask"),
        (
            ["a.mp4", "-o", "b.mkv"],
            "movies are written as .webm, .mp4, .mov, .webp, .png or .gif, or into a folder/, not as .mkv"
        ),
        (
            ["a.mp4", "-o", "b.jpg"],
            "a.mp4 is a movie by its name: name a .webm, .webp, .png, .gif, .mov or a folder/, or an .mp4 with"
        ),
        (["a.mp4", "-o", "b.gif", "--quality", "9"], "--quality is for .webm, .mp4 and .webp"),
        (["a.mp4", "-o", "b.gif", "--start", "3", "--end", "2"], "--end 2.0 is not after --start 3.0"),
        (["a.jpg", "-o", "b.png", "--start", "3"], "--start is for a movie: leave it out"),
        (["a.jpg", "-o", "b.png", "--at", "1,2", "--at-time", "3"], "--at-time is for a movie: leave it out"),
        (["-", "-o", "b.webm"], "name a movie file: a movie on standard input cannot be cut"),
        (["a.mp4", "c.mp4", "-o", "b.webm"], "one movie at a time: leave out 'c.mp4'"),
        (
            ["a.mp4", "-o", "b.webm", "--border", "3"],
            "--border is for stickers of photos: a movie keeps its size and gets no border"
        ),
        (
            ["a.mp4", "-o", "b.webm", "--mask", "--background", "red"],
            "--mask has no background: leave out one of the two"
        ),
        (
            ["a.mp4", "-o", "b.webm", "--background", "gradient"],
            "--background of a movie takes a colour, a picture or a movie"
        ),
        (
            ["a.mp4", "-o", "b.webm", "--background", "#ff000080"],
            "the background colour of a movie must be opaque: remove its alpha"
        ),
    ])
    func whatAMovieCannotBeToldIsSaid(arguments: [String], words: String) throws {
        let error = #expect(throws: UsageError.self) {
            try understood(["cut"] + arguments.map { FilePath($0) })
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func theEndingOfTheResultIsItsForm() throws {
        for (name, form) in [
            ("b.webp", ClipRequest.Form.movie(.webp)), ("b.png", .movie(.apng)), ("b.apng", .movie(.apng)),
            ("b.GIF", .movie(.gif)), ("b.mov", .movie(.mov)), ("b/", .frames), ("b.d/", .frames),
        ] {
            let request = try understood(["cut", "a.MOV", "-o", FilePath(name), "--background", "c.mp4"])
            let movie = try #require(request as? ClipRequest)
            #expect(movie.form == form && movie.background == .movie("c.mp4"))
            #expect(movie.keepsSound == (form == .movie(.mov)))
        }
        // A photo with such a name stays a photo.
        #expect(try understood(["cut", "a.jpg", "-o", "b.webp"]) is CutRequest)
    }

    @Test func whatAMovieIsToldIsUnderstood() throws {
        let request = try understood([
            "cut", "a.mp4", "-o", "b.webm", "--quality", "90", "--strength", "greedy", "--no-sound", "--max-pixels",
            "4M", "--start", "1.5", "--end", "2",
        ])
        var wanted = ClipRequest(clip: "a.mp4", output: "b.webm", form: .movie(.webm))
        wanted.quality = 90
        wanted.strength = 1
        wanted.keepsSound = false
        (wanted.start, wanted.end) = (1.5, 2)
        wanted.limits.pixels = 4 << 20
        var movie = try #require(request as? ClipRequest)
        movie.pictureLimits = wanted.pictureLimits
        #expect(movie == wanted)
    }
}
