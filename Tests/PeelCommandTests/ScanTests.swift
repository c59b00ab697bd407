import Glibc
import Peel
import Synchronization
import TestSupport
import Testing

@testable import PeelCommand

/// `peel scan`, run as a program runs it.
struct ScanTests {
    private let folder = TemporaryFolder()
    private let graph = "lavfi:testsrc2=size=64x48:rate=25,trim=end_frame=40"

    private func scan(_ arguments: FilePath...) async throws -> Subprocess.Output {
        try await BuiltProgram.run(["scan"] + arguments)
    }

    private func size(_ path: FilePath) throws -> PixelSize {
        try ImageSource(path.readBytes()).decode().size
    }

    @Test func aPictureAMovieAndWhatTheProgramSaysOfThem() async throws {
        let (picture, movie) = (folder.path.appending("out.png"), folder.path.appending("out.mp4"))
        let output = try await scan(
            FilePath(graph), "-o", picture, "--width", "2", "--record", movie, "--audio", "lavfi:sine", "--json")
        #expect(output.succeeded, "\(output.errorText)")
        #expect(try size(picture) == PixelSize(width: 80, height: 48))
        #expect(output.outputText.contains("\"status\":\"finished\""))
        #expect(output.outputText.contains("\"frames\":40,\"droppedFrames\":0"))
        #expect(output.outputText.contains("\"changes\":[{\"frame\":0,\"mode\":\"strip\""))
        let probe = try await Subprocess(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,nb_read_frames", "-of", "csv=p=0",
                movie,
            ]
        ).run()
        #expect(probe.outputText.hasPrefix("h264,40\naac,"), "\(probe.outputText)\(probe.errorText)")
    }

    @Test func whatAMovieThatIsCutShortDoesNotHaveIsToldAndIsAnErrorWhereThatIsWanted()
        async throws
    {
        let movie = folder.path.appending("whole.mp4")
        let made = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-movflags", "+faststart",
                movie,
            ]
        ).run()
        try #require(made.succeeded, "\(made.errorText)")
        let bytes = try movie.readBytes()
        let cut = try folder.write(Array(bytes.prefix(bytes.count * 6 / 10)), to: "cut.mp4")
        let picture = folder.path.appending("out.png")
        let output = try await scan(cut, "-o", picture, "--json")
        #expect(output.succeeded, "\(output.errorText)")
        #expect(output.errorText.contains("cut.mp4: the movie is incomplete: "), "\(output.errorText)")
        #expect(output.outputText.contains(#""status":"incomplete""#))
        #expect(output.outputText.contains(#""missing":{"frames":"#), "\(output.outputText)")
        #expect(try size(picture).width > 1)
        let strict = try await scan(cut, "-o", picture, "--strict")
        #expect(strict.exit == .exited(1))
        let whole = try await scan(movie, "-o", picture, "--strict", "--json")
        #expect(whole.succeeded && whole.outputText.contains(#""missing":null"#), "\(whole.errorText)")
    }

    /// The server gives its first sound after two seconds, longer than the movie.
    @Test(
        .timeLimit(.minutes(10)), .enabled(if: SystemAbilities.hasProgram("pulseaudio"), "pulseaudio is not installed"))
    func aMovieHasTheSoundOfAMicrophoneThatBeginsLate() async throws {
        let server = PulseServer()
        async let running = server.run()
        await server.isReady()
        let movie = folder.path.appending("out.mp4")
        let output = try await Subprocess(
            BuiltProgram.path,
            [
                "scan", "lavfi:testsrc2=size=64x48:rate=25,trim=duration=1.5", "-o", folder.path.appending("out.png"),
                "--record", movie, "--audio", "pulse:tone.monitor",
            ], environment: Subprocess.environment(adding: server.environment.mapValues { $0 as String? })
        ).run()
        server.send(SIGTERM)
        _ = try await running
        #expect(output.succeeded, "\(output.errorText)")
        let sound = try await Subprocess(
            "ffmpeg", ["-v", "error", "-i", movie, "-vn", "-f", "f32le", "-ac", "1", "-ar", "8000", "-"]
        ).run()
        let samples: [Float] = sound.standardOutput.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        // The tone is at half of full scale.
        #expect(samples.count { abs($0) > 0.3 } > 1000, "\(samples.count) samples")
    }

    /// ALSA's own configuration has devices that write a file or run a command.
    @Test func aMicrophonesNameRunsNoProgramAndWritesNoFile() async throws {
        let victim = try folder.write("precious", to: "victim")
        let ran = folder.path.appending("ran")
        for name in ["tee:null,\(victim),raw", "file:'|touch \(ran)',raw"] {
            let output = try await scan(
                FilePath(graph), "-o", folder.path.appending("out.png"), "--record", folder.path.appending("out.mp4"),
                "--audio", FilePath("alsa:\(name)"))
            #expect(!output.succeeded && output.errorText.contains("alsa:\(name.prefix(5))"), "\(output.errorText)")
        }
        #expect(try victim.readBytes() == Array("precious".utf8))
        #expect(throws: FileError.self) { try ran.readBytes() }
    }

    /// Also by another name of the same file. What was there stays.
    @Test func anOutputThatIsOneOfTheInputsIsRefusedBeforeAnythingIsWritten() async throws {
        let (movie, map) = (folder.path.appending("in.mp4"), folder.path.appending("map.png"))
        #expect(try await scan(FilePath(graph), "-o", map, "--record", movie).succeeded)
        let link = folder.path.appending("link.mp4")
        folder.link("link.mp4", to: movie)
        let before = (try movie.readBytes(), try map.readBytes())
        let other = folder.path.appending("out.png")
        let asksForOne: [([FilePath], String)] = [
            ([movie, "-o", other, "--record", movie], "in.mp4 is the movie that is scanned itself"),
            ([link, "-o", other, "--record", movie], "in.mp4 is the movie that is scanned itself"),
            ([movie, "-o", other, "--record", link], "link.mp4 is the movie that is scanned itself"),
            ([movie, "-o", map, "--mode", "map", "--map", map], "map.png is the map itself"),
        ]
        for (arguments, reason) in asksForOne {
            let output = try await BuiltProgram.run(["scan"] + arguments)
            #expect(output.exit == .exited(2) && output.errorText.contains(reason), "\(output.errorText)")
            #expect(try movie.readBytes() == before.0 && map.readBytes() == before.1)
            #expect(throws: FileError.self) { try other.readBytes() }
        }
    }

    /// A sweep over a movie that stands still is the picture again.
    @Test func aPackIsMadeOfAScanAsOfAnyPhoto() async throws {
        let (photo, movie, picture) = (
            folder.path.appending("ball.png"), folder.path.appending("still.mp4"), folder.path.appending("scan.png")
        )
        try AtomicFile.write(SamplePhotos.ball, to: photo)
        let still = try await Subprocess(
            "ffmpeg",
            [
                "-v", "error", "-loop", "1", "-i", photo, "-frames:v", "100", "-c:v", "libx264", "-pix_fmt", "yuv420p",
                movie,
            ]
        ).run()
        #expect(still.succeeded, "\(still.errorText)")
        let scanned = try await scan(movie, "-o", picture, "--mode", "sweep", "--speed", "4", "-q")
        #expect(scanned.succeeded, "\(scanned.errorText)")
        #expect(try size(picture) == PixelSize(width: 400, height: 300))
        let made = try await BuiltProgram.run(["make", picture, "-o", "pack", "-s", "64", "--json"], in: folder.path)
        #expect(made.outputText.contains(#""made":1"#), "\(made.outputText)")
        let sticker = try ImageSource(folder.path.appending("pack/stickers/scan.webp").readBytes()).decode()
        #expect(sticker[sticker.width / 2, sticker.height / 2].alpha == 255)
    }

    /// Half red and half blue, as a phone stores what it filmed upright: lying, with a matrix that turns it.
    private func turnedMovie(_ degrees: Int) async throws -> FilePath {
        let (lying, turned) = (folder.path.appending("lying.mp4"), folder.path.appending("turned.mp4"))
        let halves = "color=c=blue:s=64x48:r=25:d=1,drawbox=w=32:h=24:c=red:t=fill"
        let output = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", FilePath(halves), "-c:v", "libx264", "-crf", "4",
                "-pix_fmt", "yuv444p", lying,
            ]
        ).run()
        try #require(output.succeeded, "\(output.errorText)")
        try await TurnedMovie.write(degrees, of: lying, to: turned)
        return turned
    }

    /// The first frame as FFmpeg shows it.
    private func shown(_ movie: FilePath) async throws -> Bitmap {
        // In PNG, ffmpeg would write the movie's curve and primaries along, and reading would convert from them.
        let picture = folder.path.appending("shown.bmp")
        let output = try await Subprocess(
            "ffmpeg", ["-nostdin", "-v", "error", "-y", "-i", movie, "-frames:v", "1", "-pix_fmt", "bgr24", picture]
        ).run()
        try #require(output.succeeded, "\(output.errorText)")
        return try ImageSource(picture.readBytes()).decode()
    }

    @Test(arguments: [90, 180, 270], ["mp4", "webm"])
    func aPhonesRotatedVideoIsScannedAndRecordedUpright(_ degrees: Int, _ ending: String) async throws {
        let movie = try await turnedMovie(degrees)
        let upright = try await shown(movie)
        #expect(upright.size == (degrees == 180 ? PixelSize(width: 64, height: 48) : PixelSize(width: 48, height: 64)))
        let picture = folder.path.appending("out.png")
        let recorded = folder.path.appending(FilePath("out.\(ending)"))
        let output = try await scan(movie, "-o", picture, "--mode", "sweep", "--speed", "4", "--record", recorded)
        #expect(output.succeeded, "\(output.errorText)")
        // The picture stands still, so a sweep over it is the picture again; the movie shows it, too.
        for other in [try ImageSource(picture.readBytes()).decode(), try await shown(recorded)] {
            #expect(other.size == upright.size)
            // In the middle of each quarter: codecs blur the edges.
            for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
                let place = (upright.size.width * x / 4, upright.size.height * y / 4)
                let (one, two) = (upright[place.0, place.1], other[place.0, place.1])
                #expect(abs(Int(one.red) - Int(two.red)) < 24 && abs(Int(one.blue) - Int(two.blue)) < 24, "\(place)")
            }
        }
    }

    @Test func camerasAreListedAlsoWhereThereAreNone() async throws {
        let list = try await scan("--list", "--json")
        #expect(list.exit == .exited(0), "\(list.errorText)")
    }

    @Test func eachModeAMapAndALengthOfTime() async throws {
        let map = folder.path.appending("map.png")
        try AtomicFile.write(
            try ImageEncoder(.png()).encode(Bitmap(size: PixelSize(width: 5, height: 4), filledWith: .white)), to: map)
        for options: [FilePath] in [
            ["--mode", "sweep", "--speed", "2"], ["--mode", "delay", "--axis", "rows", "--length", "9"],
            ["--mode", "map", "--map", map, "--seconds", "0.5"],
        ] {
            let path = folder.path.appending("mode.png")
            let output = try await BuiltProgram.run(["scan", FilePath(graph), "-o", path] + options)
            #expect(output.succeeded, "\(output.errorText)")
            #expect(try size(path) == PixelSize(width: 64, height: 48))
        }
        let limited = folder.path.appending("limited.png")
        #expect(try await scan(FilePath(graph), "-o", limited, "-t", "0.5").errorText.contains("13 frames in"))
        #expect(try size(limited).width == 13)
    }

    @Test(arguments: [["--mode", "strip"], ["--mode", "sweep"]] as [[FilePath]])
    func aFullDiskIsSaidToBeOne(options: [FilePath]) async throws {
        let picture = folder.path.appending("out.png")
        folder.link("out.png", to: "/dev/full")
        let output = try await BuiltProgram.run(["scan", FilePath(graph), "-o", picture] + options)
        #expect(output.exit == .exited(75), "\(output.errorText)")
        #expect(output.errorText.contains("the disk is full"), "\(output.errorText)")
    }

    @Test func ctrlCFinishesPictureAndMovie() async throws {
        let (picture, movie) = (folder.path.appending("out.png"), folder.path.appending("out.webm"))
        let isStopped = Mutex(false)
        let output = try await BuiltProgram.run(
            ["scan", "lavfi:testsrc2=size=64x48:rate=25", "-o", picture, "--record", movie], terminalColumns: 100
        ) { _, errors, program in
            // The line of progress tells that frames have come. A second Ctrl-C would end it at once.
            guard String(decoding: errors, as: UTF8.self).contains(" frames,") else { return }
            isStopped.withLock { isStopped in
                if !isStopped { program.send(SIGINT) }
                isStopped = true
            }
        }
        #expect(output.exit == .exited(130), "\(output.errorText)")
        #expect(try size(picture).height == 48)
        let probe = try await Subprocess(
            "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", movie]
        ).run()
        #expect(probe.outputText == "vp9\n", "\(probe.errorText)")
    }

    /// The end of a movie may be missing, never the movie.
    @Test(arguments: ["mp4", "webm"]) func afterAKillTheMoviePlays(ending: String) async throws {
        let movie = folder.path.appending(FilePath("out.\(ending)"))
        let isKilled = Mutex(false)
        let output = try await BuiltProgram.run(
            [
                "scan", "lavfi:testsrc2=size=64x48:rate=25", "-o", folder.path.appending("out.png"), "--record", movie,
                "--audio", "lavfi:sine",
            ], terminalColumns: 100
        ) { _, _, program in
            guard (try? movie.status().size).map({ $0 > 100_000 }) ?? false else { return }
            isKilled.withLock { isKilled in
                if !isKilled { program.send(SIGKILL) }
                isKilled = true
            }
        }
        #expect(output.exit == .signalled(SIGKILL), "\(output.errorText)")
        let played = try await Subprocess(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", movie, "-f", "null", "-"]
        ).run()
        #expect(played.succeeded, "\(played.errorText)")
        let probe = try await Subprocess(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", movie]
        ).run()
        let counts = probe.outputText.split(separator: "\n").compactMap { Int($0) }
        #expect(counts.count == 2 && counts.allSatisfy { $0 > 25 }, "\(probe.outputText)")
        // Nothing but the movie is left.
        #expect(try folder.path.names() == [movie.lastComponent])
    }

    @Test func whatCannotBeReadIsNamedAndNothingIsWritten() async throws {
        let path = folder.path.appending("out.png")
        let text = try folder.write("no movie", to: "text.mp4")
        for (source, word) in [(folder.path.appending("none.mp4"), "none.mp4"), (text, "text.mp4")] {
            let output = try await scan(source, "-o", path)
            #expect(output.exit == .exited(1))
            #expect(output.errorText.contains(word), "\(output.errorText)")
        }
        let nowhere = try await scan(FilePath(graph), "-o", folder.path.appending("none/out.png"))
        #expect(nowhere.exit == .exited(1))
        #expect(nowhere.errorText.split(separator: "\n").count == 1, "\(nowhere.errorText)")
        let long = try await scan(FilePath(graph), "-o", path, "--mode", "delay", "--length", "20", "--history", "64K")
        #expect(long.errorText.contains("give a length up to"), "\(long.errorText)")
        #expect(try folder.path.names() == ["text.mp4"])
    }
}
