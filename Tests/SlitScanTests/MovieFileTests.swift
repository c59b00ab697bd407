import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Scans of what FFmpeg gives, recorded into files that ffprobe reads.
@Suite struct MovieFileTests {
    let folder = TemporaryFolder()
    var options: CaptureOptions { CaptureOptions(spoolFolder: folder.path, previewSide: nil) }

    private func probe(_ path: FilePath, _ entries: String) async throws -> [String] {
        let output = try await Subprocess(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_entries", FilePath(entries), "-of", "csv=p=0", path]
        ).run()
        try #require(output.succeeded, "\(output.errorText)")
        return output.outputText.split(separator: "\n").map(String.init)
    }

    private func record(_ source: CaptureSource, _ mode: ScanConfig.Mode, to path: FilePath) async throws -> ScanResult
    {
        let pipeline = try await CapturePipeline(MovieCamera(source), config: ScanConfig(mode: mode), options: options)
        let settings = try MovieSettings.movie(at: path)
        try await pipeline.startRecording(to: settings.sinks(at: path))
        try await pipeline.beginScan()
        try await pipeline.run()
        return try await pipeline.endScan()
    }

    @Test(arguments: ScanConfig.Mode.allCases)
    func everyFrameOfEachModeIsInTheMovieWithTheSourcesSound(_ mode: ScanConfig.Mode) async throws {
        let graph = "testsrc2=size=64x48:rate=25,trim=end_frame=50;sine=frequency=440:duration=2"
        let path = folder.path.appending("scan.mp4")
        let result = try await record(CaptureSource(.lavfi(graph), sound: .own), mode, to: path)
        #expect(result.metadata.frames == 50)
        #expect(try await probe(path, "stream=codec_name,width,height,nb_read_frames").first == "h264,64,48,50")
        let sound = try await probe(path, "stream=codec_name").last
        #expect(sound == "aac")
    }

    @Test func aMovieWithoutSoundHasNoSoundTrack() async throws {
        let path = folder.path.appending("scan.webm")
        let graph = "testsrc2=size=64x48:rate=25,trim=end_frame=10"
        _ = try await record(CaptureSource(.lavfi(graph)), .sweep, to: path)
        #expect(try await probe(path, "stream=codec_name,nb_read_frames") == ["vp9,10"])
    }

    @Test func soundOfAnotherSourceGoesAlongWithThePictures() async throws {
        let path = folder.path.appending("scan.mp4")
        let graph = "testsrc2=size=64x48:rate=25,trim=end_frame=50"
        _ = try await record(CaptureSource(.lavfi(graph), sound: .lavfi("sine=frequency=440")), .strip, to: path)
        let durations = try await probe(path, "stream=duration").compactMap { Double($0) }
        #expect(durations.count == 2)
        #expect(durations.allSatisfy { abs($0 - 2) < 0.1 }, "\(durations)")
    }

    @Test func theEndOfAFileIsToldWithWhatIsInItAlsoOnAFullDisk() async throws {
        for path in [folder.path.appending("scan.mp4"), "/dev/full"] {
            let parts = Watched<[MoviePart]>([])
            let info = MovieSinkFormat(format: .small, frameRate: 60, sound: nil, part: 2)
            let sink = try await MovieSettings(hasSound: false).sink(at: path, info) { part in
                parts.withLock { $0.append(part) }
            }
            let frames = SyntheticFrames(format: .small)
            for n in 5..<8 { try await sink.write(.picture(try await frames.frame(n))) }
            #expect(parts.value.isEmpty)
            do throws(ScanError) {
                try await sink.finish()
                #expect(path != "/dev/full")
            } catch {
                #expect(error.code == .movie(.diskFull) && path == "/dev/full")
            }
            // A second call changes nothing.
            try await sink.finish()
            #expect(parts.value.count == 1)
            let part = try #require(parts.value.first)
            #expect(part.path == path && part.container == .mp4 && part.number == 2)
            #expect(part.frames == 3 && abs(part.seconds - 2.0 / 60) < 0.000_001)
        }
    }

    @Test func sourcesThatCannotBeReadAreSaidByName() async throws {
        let text = try folder.write("no movie", to: "text.mp4")
        let playlist = try folder.write("#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n", to: "list.m3u8")
        for source in [
            CaptureSource(.file(folder.path.appending("missing.mp4"))), CaptureSource(.file(text)),
            CaptureSource(.file(playlist)), CaptureSource(.lavfi("no_such_filter")),
        ] {
            let error = await #expect(throws: ScanError.self) {
                _ = try await CapturePipeline(MovieCamera(source), config: ScanConfig(), options: options)
            }
            guard case .movie? = error?.code else {
                Issue.record("\(source): \(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        #expect(throws: ScanError.self) { try MovieSettings.movie(at: "scan.avi") }
    }
}
