import Peel
import TestSupport
import Testing

/// What `peel cut` makes of a movie besides WebM and MP4, and of a part of it.
struct ClipFormatTests {
    private let fixture = ClipFixture()

    @Test(arguments: [
        ("cut.png", "apng,320,320,4\n"), ("cut.gif", "gif,320,320,4\n"), ("cut.mov", "prores,320,320,4\naac"),
    ])
    func theEndingTellsTheFormat(name: String, streams: String) async throws {
        let made = fixture.path(FilePath(name))
        let output = try await fixture.cut(try await fixture.clip(), "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let found = try await fixture.probe(made, "stream=codec_name,width,height,nb_read_frames")
        #expect(found.hasPrefix(streams), "\(found)")
        let frames = try await fixture.frames(made)
        #expect(frames.count == 4 && frames.allSatisfy { $0.showsAstronautAlone })
        #expect(frames[2][150, 290].green < 60 && frames[1][150, 290].green > 60)
    }

    /// One colour, in which no network sees a subject.
    @Test func aMovieThatIsCutOutAlreadyKeepsItsAlpha() async throws {
        let (movie, made) = (fixture.path("half.mov"), fixture.path("cut.png"))
        try await fixture.ffmpeg(
            "-f", "lavfi", "-i",
            "color=s=96x64:r=10:d=0.3,format=rgba,geq=r=200:g=60:b=40:a='if(lt(X,32+2*N),255,0)'", "-c:v", "qtrle",
            "-pix_fmt", "argb", movie)
        let output = try await fixture.cut(movie, "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let frames = try await fixture.frames(made)
        #expect(frames.count == 3)
        for (number, frame) in frames.enumerated() {
            #expect((0..<96).allSatisfy { frame[$0, 20].alpha == ($0 < 32 + 2 * number ? 255 : 0) }, "\(number)")
            #expect(abs(Int(frame[10, 20].red) - 200) < 6 && abs(Int(frame[10, 20].green) - 60) < 6)
        }
    }

    @Test(.enabled(if: SystemAbilities.hasProgram("webpmux"), "webpmux is not installed"))
    func anAnimatedWebPIsMade() async throws {
        let made = fixture.path("cut.webp")
        let output = try await fixture.cut(try await fixture.clip(), "-o", made, "--quality", "90")
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let info = try await Subprocess("webpmux", ["-info", made]).run().outputText
        #expect(info.contains("Canvas size: 320 x 320") && info.contains("Number of frames: 4"), "\(info)")
        #expect(info.contains("Features present: animation transparency") && info.contains("Loop Count : 0"))
    }

    @Test func aFolderGetsTheFrames() async throws {
        let clip = try await fixture.clip()
        let output = try await fixture.cut(clip, "-o", fixture.path("frames/"))
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let names = try fixture.path("frames").names()
        #expect(names == ["frame-0001.png", "frame-0002.png", "frame-0003.png", "frame-0004.png"])
        let frames = try names.map { try ImageSource(fixture.path("frames").appending($0).readBytes()).decode() }
        #expect(frames.allSatisfy { $0.showsAstronautAlone })
        // An empty folder is filled, also without a slash; one with something in it stays as it is.
        try fixture.path("masks").createFolder()
        #expect(try await fixture.cut(clip, "-o", fixture.path("masks"), "--mask", "--end", "0.1").succeeded)
        let masks = try fixture.path("masks").names()
        #expect(masks == ["frame-0001.png", "frame-0002.png"])
        let mask = try ImageSource(fixture.path("masks/frame-0001.png").readBytes()).decode()
        #expect(mask[150, 290].red > 250 && mask[310, 60].red < 5 && mask[310, 60].alpha == 255)
        let again = try await fixture.cut(clip, "-o", fixture.path("masks/"))
        #expect(again.exit == .exited(1) && again.errorText.contains("the folder is not empty"), "\(again.errorText)")
        #expect(try fixture.path("masks").names() == masks)
        #expect(try fixture.left(besides: "clip.mp4", "frames", "masks").isEmpty)
    }

    @Test func aPartIsCutExactlyWithItsSound() async throws {
        let made = fixture.path("part.webm")
        let output = try await fixture.cut(
            try await fixture.clip(frames: 12), "-o", made, "--start", "0.1", "--end", "0.25")
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let frames = try await fixture.frames(made)
        // Frames 2, 3 and 4; the first is the one with the mark.
        #expect(frames.count == 3)
        #expect(frames[0][150, 290].green < 60 && frames[1][150, 290].green > 60)
        let times = try await fixture.probe(made, "packet=stream_index,pts_time").split(separator: "\n")
        let pictures = times.filter { $0.hasPrefix("0,") }.compactMap { Double($0.dropFirst(2).prefix(8)) }
        // Opus begins a little before the first picture.
        let steps = zip(pictures, pictures.dropFirst()).map { Int((1000 * ($1 - $0)).rounded()) }
        #expect(steps == [50, 50] && pictures[0] < 0.01)
        let sound = times.filter { $0.hasPrefix("1,") }.compactMap { Double($0.dropFirst(2).prefix(8)) }
        // Opus has packets of 20 ms, the last of which is filled up.
        #expect((0.12...0.16).contains(sound.max() ?? 0), "\(times)")
    }

    /// A GIF that stands still at its end.
    @Test(arguments: ["held.webm", "held.mov"]) func theLastFrameIsShownAsLongAsItWas(name: String) async throws {
        let (gif, made) = (fixture.path("hold.gif"), fixture.path(FilePath(name)))
        try await fixture.ffmpeg("-i", fixture.clip(frames: 6), "-final_delay", "150", gif)
        let output = try await fixture.cut(gif, "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        #expect(try await fixture.probe(made, "format=duration").hasPrefix("1.750000"))
        // Unless the part ends before.
        #expect(try await fixture.cut(gif, "-o", made, "--end", "0.75").succeeded)
        #expect(try await fixture.probe(made, "format=duration").hasPrefix("0.750000"))
    }

    /// The screen stood still at the end: the steps before are far below the mean.
    @Test func unevenTimesAreKept() async throws {
        let (clip, made) = (fixture.path("still.mp4"), fixture.path("still.webm"))
        try await fixture.ffmpeg(
            "-i", fixture.clip(frames: 6), "-an", "-vf", "setpts='round(if(lt(N,5),N,400)/20/TB)'", "-fps_mode", "vfr",
            // FFmpeg 7 would write an edit list that ends where the last picture begins.
            "-bsf:v", "setts=pts=PTS:dts=DTS:duration=0.05/TB", clip)
        let output = try await fixture.cut(clip, "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let times = try await fixture.probe(made, "packet=pts_time").split(separator: "\n").compactMap {
            Double($0.prefix(8))
        }
        #expect(times.map { Int(($0 * 1000).rounded()) } == [0, 50, 100, 150, 200, 20_000], "\(times)")
    }

    @Test func aWebMHasOddSidesToo() async throws {
        let (odd, made) = (fixture.path("odd.mkv"), fixture.path("odd.webm"))
        try await fixture.ffmpeg(
            "-i", fixture.clip(frames: 2), "-an", "-vf", "scale=241:241,setsar=1", "-c:v", "ffv1", odd)
        #expect(try await fixture.cut(odd, "-o", made).succeeded)
        #expect(try await fixture.probe(made, "stream=width,height").hasPrefix("241,241"))
    }

    @Test func aPartWithoutFramesIsNamed() async throws {
        let clip = try await fixture.clip()
        for arguments in [["--start", "5"], ["--start", "0.16", "--end", "0.19"]] as [[FilePath]] {
            let output = try await BuiltProgram.run(["cut", clip, "-o", fixture.path("none.gif")] + arguments)
            #expect(output.exit == .exited(1) && output.errorText.contains("it has no frame from"))
        }
        #expect(try fixture.left(besides: "clip.mp4").isEmpty)
    }

    @Test func aSecondMovieStandsBehindTheSubjectAndRepeats() async throws {
        try await fixture.ffmpeg(
            "-f", "lavfi", "-i", "color=c=red:s=64x32:r=10:d=0.1", "-f", "lavfi", "-i",
            "color=c=blue:s=64x32:r=10:d=0.1",
            "-filter_complex", "[0][1]concat", "-pix_fmt", "yuv420p", fixture.path("behind.mp4"))
        let made = fixture.path("before.mp4")
        let output = try await fixture.cut(
            try await fixture.clip(frames: 8), "-o", made, "--background", fixture.path("behind.mp4"), "--quality", "95"
        )
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let wall = try await fixture.frames(made).map { $0[310, 60] }
        #expect(wall.map { $0.red > 200 && $0.blue < 60 } == [true, true, false, false, true, true, false, false])
        #expect(wall.map { $0.blue > 200 && $0.red < 60 } == [false, false, true, true, false, false, true, true])
        let none = try await fixture.cut(
            fixture.path("clip.mp4"), "-o", made, "--background", fixture.path("missing.mp4"))
        #expect(none.exit == .exited(1) && none.errorText.contains("missing.mp4"))
    }

    @Test(arguments: ["one.webm", "one.gif", "one.png", "one/"])
    func aClipOfOneFrameIsCut(name: String) async throws {
        let made = fixture.path(FilePath(name))
        let output = try await fixture.cut(try await fixture.clip(frames: 1), "-o", made)
        #expect(output.succeeded && output.errorText.isEmpty, "\(output.errorText)")
        let frame =
            name.hasSuffix("/")
            ? try ImageSource(made.appending("frame-0001.png").readBytes()).decode()
            : try #require(try await fixture.frames(made).first)
        #expect(frame.showsAstronautAlone)
    }
}
