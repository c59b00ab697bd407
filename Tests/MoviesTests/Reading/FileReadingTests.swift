import CFFmpeg
import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

@Suite struct FileReadingTests {
    private let movies = OddMovies()

    @Test func framesComeInOrderWithTheirTimes() async throws {
        let path = try await movies.make(
            "plain.mp4", "-f lavfi -i testsrc2=s=96x64:r=25:d=1 -f lavfi -i sine=r=48000:d=1 -c:v libx264 -c:a aac")
        let movie = try await ReadMovie(.file(path))
        #expect(movie.times == (0..<25).map { $0 * 40_000_000 })
        #expect(movie.frames.map(\.number) == Array(0..<25))
        #expect(movie.info.picture?.codec == "h264")
        #expect(movie.info.picture?.frameRate == 25)
        #expect(movie.info.frameCount == 25)
        #expect(movie.info.sound == AudioChunk.Format(sampleRate: 48_000, channels: 1))
        #expect(abs(movie.soundFrames - 48_000) <= 2_048)
        #expect(movie.frames[0].format.size == PixelSize(width: 96, height: 64))
        #expect(movie.error == nil)
    }

    /// What was handed over is the reader's alone, so that there is memory for the next frame when the reader lets it
    /// go.
    @Test(.timeLimit(.minutes(10))) func oneFrameOfMemoryIsEnoughToReadAMovie() async throws {
        // A frame for each packet: none waits in the decoder for the others.
        let movie = try await movies.make("ten.avi", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 10 -c:v mjpeg")
        let options = ReadingOptions(
            buffering: .everyFrame(1), pool: FramePool(capacity: 1), decodingThreads: 1)
        let reader = try await MovieReader.open(.file(movie), options)
        var numbers: [Int] = []
        for try await case .picture(let frame) in reader.samples { numbers.append(frame.number) }
        #expect(numbers == Array(0..<10))
        await reader.stop()
    }

    @Test func decodedSamplesAreFFmpegsOwn() async throws {
        let path = try await movies.make(
            "exact.mkv", "-f lavfi -i testsrc2=s=66x50:r=10:d=1 -c:v ffv1 -pix_fmt yuv422p")
        let raw = try await movies.bytes("exact.yuv", "-i \(path) -f rawvideo")
        let movie = try await ReadMovie(.file(path))
        #expect(movie.frames.count == 10)
        #expect(movie.frames.flatMap(\.packedSamples) == raw)
    }

    /// A phone stores what it films lying, with a matrix in the track's header (ISO 14496-12 8.3.2) that turns it. What
    /// makes ffmpeg write one depends on its version.
    @Test(arguments: [ImageOrientation.rotated90, .rotated180, .rotated270])
    func phonesVideosAreShownAsFFmpegShowsThem(orientation: ImageOrientation) async throws {
        var bytes = try await movies.bytes(
            "lying.mp4", "-f lavfi -i testsrc2=s=96x64:r=25:d=0.2 -vf boxblur=6 -c:v libx264 -qp 4")
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: "tkhd".utf8) })
        let matrix = DisplayMatrix.matrix(orientation).flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        bytes.replaceSubrange(header + 44..<header + 80, with: matrix)
        let path = try movies.folder.write(bytes, to: "turned.mp4")
        let movie = try await ReadMovie(.file(path))
        let format = try #require(movie.frames.first?.format)
        #expect(format.size == PixelSize(width: 96, height: 64))
        #expect(format.orientation == orientation)
        let preview = try FrameScaler().bitmap(of: movie.frames[0], longestSide: 96)
        let expected = try await movies.bytes("turned.rgba", "-i \(path) -frames:v 1 -pix_fmt rgba -f rawvideo")
        #expect(preview.pixels.count == expected.count)
        let difference = zip(preview.pixels, expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(expected.count) < 2)
    }

    @Test func variableFrameTimesAreKept() async throws {
        let path = try await movies.make(
            "vfr.mkv",
            "-f lavfi -i testsrc2=s=64x64:r=100:d=1 -vf select='eq(n,0)+eq(n,3)+eq(n,10)+eq(n,50)+eq(n,51)' -vsync vfr -c:v libx264"
        )
        let movie = try await ReadMovie(.file(path))
        #expect(movie.times == [0, 30_000_000, 100_000_000, 500_000_000, 510_000_000])
    }

    /// B-frames have the durations of other frames, Matroska has none, and an animated PNG's header has no length.
    @Test(arguments: [
        ("b.mp4", "-c:v libx264"), ("plain.mp4", "-bf 0 -c:v libx264"), ("loud.mp4", "-f lavfi -i sine=d=25"),
        ("a.mkv", "-c:v libx264"), ("a.gif", ""), ("a.apng", ""),
    ])
    func picturesThatStandStillForLongAreKept(name: String, more: String) async throws {
        let times = "setpts='round(if(lt(N,8),N,192+N)/10/TB)'"
        // FFmpeg 7 would write an edit list that ends where the last picture begins.
        let more = name.hasSuffix(".mp4") ? "\(more) -bsf:v setts=pts=PTS:dts=DTS:duration=0.1/TB" : more
        let path = try await movies.make(
            name, "-f lavfi -i testsrc2=s=64x48:r=10:d=1 \(more) -vf \(times) -fps_mode vfr")
        let options = ReadingOptions(wantsSound: false, pool: FramePool(capacity: 20))
        let expected = ((0..<8) + [200, 201]).map { Int64($0) * 100_000_000 }
        #expect(try await ReadMovie(.file(path), options).times == expected)
    }

    /// As a moving AVIF is for FFmpeg 7.
    @Test func aTrackOfOnePictureIsNotTheMovie() async throws {
        let source = "-f lavfi -i testsrc2=s=64x48:r=10"
        let path = try await movies.make("two.mp4", "\(source):d=0.1 \(source):d=1 -map 0 -map 1 -c:v libx264")
        #expect(try await ReadMovie(.file(path)).times.count == 10)
        #expect(try MovieFacts(path.readBytes()).frameCount == 10)
    }

    /// Only formats whose packets say it are believed.
    @Test(arguments: [("a.gif", 1_500), ("a.apng", 1_500), ("a.mkv", nil)] as [(String, Int64?)])
    func howLongTheLastPictureIsShownIsKnown(name: String, milliseconds: Int64?) async throws {
        let delay = ["a.gif": "-final_delay 150", "a.apng": "-final_delay 3/2"][name] ?? ""
        let path = try await movies.make(name, "-f lavfi -i testsrc2=s=64x48:r=10:d=0.5 \(delay)")
        let last = try #require(try await ReadMovie(.file(path)).frames.last)
        #expect(last.time == 400_000_000 && last.duration == milliseconds.map { $0 * 1_000_000 })
    }

    @Test func anamorphicPixelsAreSquareInPreviews() async throws {
        let path = try await movies.make(
            "wide.mp4", "-f lavfi -i testsrc2=s=64x48:r=5:d=0.4 -vf setsar=2/1 -c:v libx264")
        let movie = try await ReadMovie(.file(path))
        #expect(movie.frames[0].format.pixelAspect == PixelAspect(width: 2, height: 1))
        #expect(movie.frames[0].format.displaySize == PixelSize(width: 128, height: 48))
        #expect(
            try FrameScaler().bitmap(of: movie.frames[0], longestSide: 500).size == PixelSize(width: 128, height: 48))
    }

    /// Shown as it says, it would have thirty times the pixels that are allowed.
    @Test func aPixelIsAtMostFourTimesAsWideAsHigh() {
        for (ratio, aspect) in [
            ((4, 1), PixelAspect(width: 4, height: 1)), ((1, 4), PixelAspect(width: 1, height: 4)), ((30, 1), .square),
            ((1, 30), .square), ((0, 1), .square),
        ] as [((Int32, Int32), PixelAspect)] {
            #expect(PictureInput.pixelAspect(AVRational(num: ratio.0, den: ratio.1)) == aspect)
        }
    }

    @Test func interlacedFramesAreDeinterlaced() async throws {
        let path = try await movies.make(
            "interlaced.mkv",
            "-f lavfi -i testsrc2=s=128x96:r=50:d=0.4 -vf tinterlace=interleave_top,fieldorder=tff -c:v mpeg2video -flags +ilme+ildct -q:v 2"
        )
        let movie = try await ReadMovie(.file(path))
        #expect(movie.frames.count == 10)
        #expect(movie.info.picture?.conversions == ["deinterlaced"])
        #expect(zip(movie.times, movie.times.dropFirst()).allSatisfy { $1 - $0 == 40_000_000 })
    }

    /// A bar that moves by eight pixels a field is cut into combs by interlacing: rows that differ from both
    /// neighbours.
    @Test func whatMovesHasNoCombs() async throws {
        let bar = "-f lavfi -i color=black:s=128x96:r=50:d=0.4,drawbox=x=8*n:y=0:w=24:h=96:c=white:t=fill"
        let moving = bar.replacing(
            "drawbox=x=8*n", with: "geq=lum='if(between(X,8*N,8*N+24),235,16)':cb=128:cr=128,drawbox=x=-99")
        let path = try await movies.make(
            "bar.mkv",
            moving + " -vf tinterlace=interleave_top,fieldorder=tff -c:v mpeg2video -flags +ilme+ildct -q:v 2")
        let raw = try await movies.bytes("bar.gray", "-i \(path) -pix_fmt gray -f rawvideo")
        let movie = try await ReadMovie(.file(path))
        let frame = movie.frames[5]
        func combs(_ sample: (Int, Int) -> Int) -> Int {
            (1..<95).reduce(0) { sum, y in
                sum
                    + (0..<128).count { x in
                        let (above, here, below) = (sample(x, y - 1), sample(x, y), sample(x, y + 1))
                        return min(abs(here - above), abs(here - below)) > 100
                    }
            }
        }
        #expect(combs { x, y in Int(raw[5 * 128 * 96 + y * 128 + x]) } > 1_000)
        #expect(combs { x, y in Int(frame.sample(0, x, y)) } < 100)
    }

    @Test(arguments: ["yuv420p10le", "yuv422p10le", "yuv444p12le", "gray10le", "rgb24", "nv12", "yuyv422", "bgra"])
    func otherSampleKindsBecomeEightBits(format: String) async throws {
        let path = try await movies.make(
            "kind.nut", "-f lavfi -i smptebars=s=64x48:r=5:d=0.4 -c:v rawvideo -pix_fmt \(format)")
        let movie = try await ReadMovie(.file(path))
        #expect(movie.frames.count == 2)
        let reference = try await movies.make(
            "plain.nut", "-f lavfi -i smptebars=s=64x48:r=5:d=0.4 -c:v rawvideo -pix_fmt yuv444p")
        let plain = try await ReadMovie(.file(reference))
        let (a, b) = (
            movie.frames[1].bitmap(of: PixelRect(x: 4, y: 4, width: 1, height: 1))[0, 0],
            plain.frames[1].bitmap(of: PixelRect(x: 4, y: 4, width: 1, height: 1))[0, 0]
        )
        // The first bar is grey: no matrix changes it.
        #expect(abs(Int(a.red) - Int(b.red)) <= 3 && abs(Int(a.green) - Int(b.green)) <= 3)
    }

    @Test func hdrIsToneMapped() async throws {
        let path = try await movies.make(
            "hdr.mkv",
            "-f lavfi -i color=white:s=64x48:r=5:d=0.4 -vf format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc -c:v ffv1"
        )
        let movie = try await ReadMovie(.file(path))
        #expect(movie.info.picture?.conversions.first == "tone-mapped from HDR")
        #expect(movie.frames[0].format.matrix == .bt709)
        // 10,000 cd/m² is white, and not more than white.
        #expect(movie.frames[1].sample(0, 20, 20) >= 230)
        let grey = try await movies.make(
            "grey.mkv",
            "-f lavfi -i color=0x949494:s=64x48:r=5:d=0.4 -vf format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc -c:v ffv1"
        )
        // 58 % of the signal is 203 cd/m²: BT.2408's white is bright, and below white.
        let level = try await ReadMovie(.file(grey)).frames[1].sample(0, 20, 20)
        #expect((180...230).contains(level))
    }

    @Test func aSizeThatChangesIsScaledToTheFirst() async throws {
        let small = try await movies.make("a.ts", "-f lavfi -i testsrc2=s=96x64:r=10:d=0.5 -c:v mpeg2video")
        let large = try await movies.make("b.ts", "-f lavfi -i testsrc2=s=192x128:r=10:d=0.5 -c:v mpeg2video")
        let both = try small.readBytes() + large.readBytes()
        let movie = try await ReadMovie(.bytes(both))
        // MPEG-2's decoder drops the frame that waits for its next one when the size changes.
        #expect(movie.frames.count >= 9)
        #expect(Set(movie.frames.map(\.size)) == [PixelSize(width: 96, height: 64)])
        #expect(zip(movie.times, movie.times.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 <= 100_000_000 })
    }

    /// Without a statement, 720 rows have BT.709's colours and fewer BT.601's.
    @Test func aSizeThatChangesKeepsTheFirstFormat() async throws {
        let red = "-f lavfi -i color=red:r=10:d=0.5:s"
        let large = try await movies.make("a.ts", red + "=1280x720 -c:v mpeg2video -q:v 2")
        let small = try await movies.make("b.ts", red + "=640x360 -vf setsar=1/1 -c:v mpeg2video -aspect 4/3 -q:v 2")
        let movie = try await ReadMovie(.bytes(try large.readBytes() + small.readBytes()))
        #expect(movie.frames.count >= 9)
        #expect(Set(movie.frames.map(\.format)).count == 1)
        #expect(movie.frames.last?.format.matrix == .bt709 && movie.frames.last?.format.pixelAspect == .square)
    }

    /// Its weights are 0.212 and 0.087, those of BT.709 are 0.2126 and 0.0722.
    @Test func smpte240MIsNearlyBT709() async throws {
        let path = try await movies.make(
            "early.mkv", "-f lavfi -i testsrc2=s=64x48:r=5:d=0.4 -pix_fmt yuv420p -c:v ffv1 -colorspace smpte240m")
        #expect(try await ReadMovie(.file(path)).frames.first?.format.matrix == .bt709)
    }

    @Test func coversAreNoVideo() async throws {
        let sound = try await movies.make("sound.m4a", "-f lavfi -i sine=d=0.5 -c:a aac")
        let cover = try await movies.make("cover.png", "-f lavfi -i testsrc2=s=64x64 -frames:v 1")
        let path = try await movies.make(
            "covered.m4a", "-i \(sound) -i \(cover) -map 0 -map 1 -c copy -disposition:v:0 attached_pic -f mp4")
        #expect(await refusal(.file(path))?.code == .noVideo)
        #expect(await refusal(.file(sound))?.code == .noVideo)
        let heard = try await ReadMovie(.file(sound), ReadingOptions(wantsPicture: false))
        #expect(heard.soundFrames > 20_000)
    }
}

extension VideoFrame {
    /// The samples of all planes without padding, as `rawvideo` has them.
    var packedSamples: [UInt8] {
        (0..<format.planeCount).flatMap { plane in
            (0..<format.planeSize(plane).height).flatMap { y in
                withRow(y, ofPlane: plane) { row in row.indices.map { row[$0] } }
            }
        }
    }
}
