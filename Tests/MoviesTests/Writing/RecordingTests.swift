import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Movies

@Suite struct RecordingTests {
    private let folder = TemporaryFolder()

    /// Pure red, in BT.601 and in BT.709.
    @Test func framesWithOtherColoursAreConverted() throws {
        let first = VideoFormat(size: PixelSize(width: 32, height: 32), matrix: .bt709)
        var other = first
        other.matrix = .bt601
        let frame = try TestFrames.fill(other) { plane, _, _ in [81, 90, 240][plane] }
        let fitted = try EncoderFrames(first, turning: false, isEven: true).fitted(frame)
        #expect(fitted.format == first)
        let found = (0..<3).map { Int(fitted.sample($0, 8, 8)) }
        #expect(zip(found, [63, 102, 240]).allSatisfy { abs($0 - $1) <= 3 }, "\(found)")
    }

    @Test(arguments: MovieSettings.Container.recordings)
    func pictureAndSoundComeBack(container: MovieSettings.Container) async throws {
        let path = folder.path.appending("movie.\(container.rawValue)")
        let (summary, written) = try await Recorded.movie(
            of: .graph("testsrc2=s=128x96:r=25:d=2;sine=r=44100"), to: path,
            MovieSettings(container: container, rate: .quality(90)))
        #expect(summary.frameCount == 50)
        #expect(summary.duration == 2_000_000_000)
        let codecs = try await Recorded.probe(path, "stream=codec_name")
        #expect(codecs == (container == .mp4 ? "h264\naac\n" : "vp9\nopus\n"))
        let movie = try await ReadMovie(.file(path))
        #expect(movie.frames.count == 50)
        #expect(movie.error == nil)
        for (index, time) in movie.times.enumerated() { #expect(abs(time - Int64(index) * 40_000_000) <= 1_000_000) }
        let rate = try #require(movie.info.sound?.sampleRate)
        #expect(abs(Double(movie.soundFrames) / Double(rate) - 2) < 0.1)
        guard case .picture(let first)? = written.first else { return #expect(Bool(false)) }
        #expect(meanDifference(first, movie.frames[0]) < 4)
        let size = try path.status().size
        #expect(summary.byteCount == size)
    }

    @Test func noSoundSettingsMeansNoSoundTrack() async throws {
        let path = folder.path.appending("silent.mp4")
        _ = try await Recorded.movie(
            of: .graph("testsrc2=s=64x48:r=10:d=1;sine"), to: path, MovieSettings(hasSound: false))
        #expect(try await Recorded.probe(path, "stream=codec_type") == "video\n")
    }

    @Test(arguments: MovieSettings.Container.recordings)
    func uprightPicturesComeBackUpright(container: MovieSettings.Container) async throws {
        for orientation in ImageOrientation.allCases {
            let path = folder.path.appending("turned-\(orientation.rawValue).\(container.rawValue)")
            let (_, written) = try await Recorded.movie(
                of: .graph("testsrc2=s=96x64:r=10:d=0.3,boxblur=lr=6"), to: path,
                MovieSettings(container: container, rate: .quality(95)), orientation: orientation)
            guard case .picture(let frame)? = written.first else { return #expect(Bool(false)) }
            let shown = try FrameScaler().bitmap(of: frame, longestSide: 96)
            let back = try await ReadMovie(.file(path)).frames[0]
            let again = try FrameScaler().bitmap(of: back, longestSide: 96)
            #expect(again.size == shown.size)
            let difference = zip(again.pixels, shown.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(difference) / Double(shown.pixels.count) < 4, "\(orientation)")
        }
    }

    @Test(arguments: MovieSettings.Container.recordings)
    func variableFrameTimesAreWritten(container: MovieSettings.Container) async throws {
        let path = folder.path.appending("variable.\(container.rawValue)")
        let times: [Int64] = [0, 33_000_000, 34_000_000, 500_000_000, 2_700_000_000, 2_701_000_000, 5_000_000_000]
        let format = VideoFormat(size: PixelSize(width: 64, height: 48))
        let writer = try await MovieWriter.create(path, MovieSettings(container: container), first: format)
        for (number, time) in times.enumerated() {
            // A movie may begin in the middle of a scan.
            let frame = try TestFrames.fill(format, number: number, time: time + 7_000_000_000) { plane, x, y in
                UInt8(plane > 0 ? 128 : (30 * number + x + y) % 200 + 16)
            }
            try await writer.write(.picture(frame))
        }
        #expect(try await writer.finish().frameCount == times.count)
        let movie = try await ReadMovie(.file(path))
        #expect(movie.times.count == times.count)
        for (read, wanted) in zip(movie.times, times) { #expect(abs(read - wanted) <= 1_000_000) }
    }

    @Test(arguments: [
        VideoFormat(size: PixelSize(width: 65, height: 49), chroma: .yuv444, matrix: .bt601, range: .full),
        VideoFormat(size: PixelSize(width: 64, height: 49), chroma: .grey),
        VideoFormat(size: PixelSize(width: 65, height: 48), chroma: .yuv422, matrix: .bt2020),
        VideoFormat(size: PixelSize(width: 64, height: 48), pixelAspect: PixelAspect(width: 4, height: 3)),
        VideoFormat(size: PixelSize(width: 2, height: 2)),
        VideoFormat(size: PixelSize(width: 1, height: 1)),
    ]) func theFirstFramesRealFormatIsWritten(format: VideoFormat) async throws {
        for container in MovieSettings.Container.recordings {
            let path = folder.path.appending("format.\(container.rawValue)")
            let writer = try await MovieWriter.create(
                path, MovieSettings(container: container, rate: .quality(100)), first: format)
            let frame = try TestFrames.fill(format) { plane, _, _ in [150, 90, 160][plane] }
            for number in 0..<3 {
                try await writer.write(.picture(frame.with(number: number, time: Int64(number) * 40_000_000)))
            }
            _ = try await writer.finish()
            let back = try #require(try await ReadMovie(.file(path)).frames.first)
            // H.264 has no odd sides.
            let even = PixelSize(width: (format.size.width + 1) & ~1, height: (format.size.height + 1) & ~1)
            #expect(back.size == (container == .mp4 ? even : format.size))
            // Matroska has whole pixels of the shown size.
            let (wanted, got) = (format.pixelAspect, back.format.pixelAspect)
            #expect(abs(Double(wanted.width * got.height) / Double(wanted.height * got.width) - 1) < 0.01)
            #expect(back.format.range == format.range)
            let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
            let (a, b) = (frame.bitmap(of: pixel)[0, 0], back.bitmap(of: pixel)[0, 0])
            #expect(abs(Int(a.red) - Int(b.red)) <= 6 && abs(Int(a.green) - Int(b.green)) <= 6, "\(container)")
        }
    }

    @Test func settingsThatCannotBeMetLeaveNoFile() async throws {
        let path = folder.path.appending("none.mp4")
        let format = VideoFormat(size: PixelSize(width: 64, height: 48))
        var wrong = MovieSettings(container: .webm)
        wrong.codec = .h264
        for settings in [wrong, MovieSettings(rate: .quality(101)), MovieSettings(rate: .bitrate(1))] {
            let error = await #expect(throws: MovieError.self) {
                let writer = try await MovieWriter.create(path, settings, first: format)
                _ = try await writer.finish()
            }
            #expect(error?.code == .unsupported)
        }
        #expect((try? path.status()) == nil)
        let error = await #expect(throws: MovieError.self) {
            let writer = try await MovieWriter.create("/nowhere/at/all.mp4", first: format)
            _ = try await writer.finish()
        }
        #expect(error?.code == .notWritable)
    }

    @Test func aLinkThatWasNotNamedIsReplaced() async throws {
        let mine = try folder.write("mine", to: "mine.txt")
        folder.link("link.mp4", to: mine)
        let path = folder.path.appending("link.mp4")
        let format = VideoFormat(size: PixelSize(width: 64, height: 48))
        let writer = try await MovieWriter.create(path, first: format, followingLinks: false)
        try await writer.write(.picture(try TestFrames.noise(format, seed: 1)))
        _ = try await writer.finish()
        #expect(try mine.readBytes() == Array("mine".utf8))
        #expect(try path.status(followingLinks: false).kind == .regular)
    }

    @Test func aMovieWhoseWriterGoesAwayPlaysToItsLastSecond() async throws {
        for container in MovieSettings.Container.recordings {
            let path = folder.path.appending("killed.\(container.rawValue)")
            // What a killed program leaves is what stands in the file before the end is written.
            let file = try MovieFile(
                path, MovieSettings(container: container), first: VideoFormat(size: PixelSize(width: 64, height: 48)),
                sound: nil, frameRate: 25)
            for number in 0..<100 {
                let frame = try TestFrames.noise(
                    VideoFormat(size: PixelSize(width: 64, height: 48)), seed: UInt64(number))
                try file.write(.picture(frame.with(number: number, time: Int64(number) * 40_000_000)))
            }
            let copy = try folder.write(try path.readBytes(), to: FilePath("copy.\(container.rawValue)"))
            let movie = try await ReadMovie(.file(copy))
            // The encoder and its threads hold some frames back.
            #expect(movie.frames.count >= 70)
            #expect(movie.error == nil)
        }
    }

    @Test(arguments: MovieSettings.Container.recordings)
    func aLowerQualityTakesFewerBytes(container: MovieSettings.Container) async throws {
        var bytes: [Int] = []
        for quality in [10, 40, 70, 100] {
            let path = folder.path.appending(FilePath("quality-\(quality).\(container.rawValue)"))
            let (summary, _) = try await Recorded.movie(
                of: .graph("testsrc2=s=160x120:r=25:d=1,noise=alls=20:allf=t"), to: path,
                MovieSettings(container: container, rate: .quality(quality), hasSound: false))
            #expect(summary.frameCount == 25)
            bytes.append(try path.status().size)
        }
        // Each step is seen, not only that the last is more than the first.
        #expect(zip(bytes, bytes.dropFirst()).allSatisfy { Double($0) * 1.2 < Double($1) }, "\(bytes)")
    }

    @Test(arguments: MovieSettings.SoundCodec.allCases)
    func anMP4HasTheSoundCodecThatWasAskedFor(codec: MovieSettings.SoundCodec) async throws {
        let path = folder.path.appending(FilePath("\(codec.rawValue).mp4"))
        var settings = MovieSettings(container: .mp4)
        settings.sound = MovieSettings.Sound(codec: codec, bitrate: 64_000)
        _ = try await Recorded.movie(of: .graph("testsrc2=s=64x48:r=25:d=2;sine=r=44100"), to: path, settings)
        // Opus has one rate.
        let rate = codec == .aac ? 44_100 : 48_000
        #expect(
            try await Recorded.probe(path, "stream=codec_name,sample_rate,channels")
                == "h264\n\(codec.rawValue)|\(rate)|1\n")
        let movie = try await ReadMovie(.file(path))
        let format = try #require(movie.info.sound)
        #expect(abs(Double(movie.soundFrames) / Double(format.sampleRate) - 2) < 0.1)
        // A tone of 440 Hz changes its sign 880 times a second.
        let samples = movie.sound.flatMap { chunk in
            stride(from: 0, to: chunk.samples.count, by: format.channels).map { chunk.samples[$0] }
        }
        let middle = samples.dropFirst(format.sampleRate / 2).prefix(format.sampleRate)
        let crossings = zip(middle, middle.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        #expect(abs(crossings - 880) <= 4)
    }

    @Test func bitratesAreKept() async throws {
        let path = folder.path.appending("rate.mp4")
        let (summary, _) = try await Recorded.movie(
            of: .graph("testsrc2=s=320x240:r=25:d=8,noise=alls=40:allf=t"), to: path,
            MovieSettings(rate: .bitrate(800_000), speed: .fast, hasSound: false))
        let rate = Double(summary.byteCount) * 8 / 8
        #expect((500_000...1_200_000).contains(rate))
    }

    private func meanDifference(_ a: VideoFrame, _ b: VideoFrame) -> Double {
        let (a, b) = (a.packedSamples, b.packedSamples)
        return Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
    }
}
