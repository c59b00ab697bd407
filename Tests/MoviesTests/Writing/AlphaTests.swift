import Files
import Imaging
import TestSupport
import Testing

@testable import Movies

/// Frames with alpha, read back with FFmpeg's own program: VP9's decoder in FFmpeg passes over alpha.
@Suite struct AlphaTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [(64, 48), (65, 49), (1, 1)]) func alphaAndColoursComeBack(width: Int, height: Int) async throws {
        let size = PixelSize(width: width, height: height)
        var picture = Bitmap(size: size, filledWith: SRGBColor(red: 200, green: 60, blue: 40))
        for y in 0..<height {
            for x in 0..<width { picture[x, y].alpha = 2 * x < width ? 255 : 0 }
        }
        let path = folder.path.appending("alpha.webm")
        let first = VideoFormat(size: size, hasAlpha: true)
        let writer = try await MovieWriter.create(
            path, MovieSettings(container: .webm, rate: .quality(100), hasSound: false), first: first)
        for number in 0..<5 { try await writer.write(picture, time: Int64(number) * 40_000_000) }
        #expect(try await writer.finish().frameCount == 5)
        #expect(try await Recorded.probe(path, "stream_tags=alpha_mode").contains("1"))
        #expect(try await Recorded.probe(path, "stream=width,height") == "\(width)|\(height)\n")
        let back = try await firstFrame(of: path, size)
        for x in [0, width / 4, width - 1] {
            let (a, b) = (picture[x, height / 2], back[x, height / 2])
            #expect(abs(Int(a.alpha) - Int(b.alpha)) <= 6, "alpha at \(x)")
            #expect(abs(Int(a.red) - Int(b.red)) <= 8 && abs(Int(a.green) - Int(b.green)) <= 8, "colour at \(x)")
        }
    }

    private func firstFrame(of path: FilePath, _ size: PixelSize) async throws -> Bitmap {
        let raw = folder.path.appending("first.rgba")
        let read = try await Subprocess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-c:v", "libvpx-vp9", "-i", path, "-frames:v", "1", "-f", "rawvideo",
                "-pix_fmt", "rgba", raw,
            ]
        ).run()
        #expect(read.succeeded, "\(read.errorText)")
        return Bitmap(size: size, pixels: try raw.readBytes())
    }

    @Test func framesOfBitmapsHaveTheirColours() throws {
        let size = PixelSize(width: 32, height: 16)
        let color = SRGBColor(red: 30, green: 160, blue: 220)
        let frame = try FrameMaker(hasAlpha: false).makeFrame(of: Bitmap(size: size, filledWith: color))
        #expect(!frame.format.hasAlpha)
        let back = frame.bitmap(of: PixelRect(size))[10, 10]
        for (a, b) in [(color.red, back.red), (color.green, back.green), (color.blue, back.blue)] {
            #expect(abs(Int(a) - Int(b)) <= 3)
        }
    }

    @Test func h264HasNoAlpha() async throws {
        let path = folder.path.appending("none.mp4")
        let error = await #expect(throws: MovieError.self) {
            let writer = try await MovieWriter.create(
                path, MovieSettings(container: .mp4),
                first: VideoFormat(size: PixelSize(width: 32, height: 32), hasAlpha: true))
            _ = try await writer.finish()
        }
        #expect(error?.code == .unsupported)
        #expect((try? path.status()) == nil)
    }

    @Test func framesWithoutAlphaBecomeOpaqueInAMovieThatHasIt() async throws {
        let path = folder.path.appending("mixed.webm")
        let size = PixelSize(width: 32, height: 32)
        let writer = try await MovieWriter.create(
            path, MovieSettings(container: .webm, hasSound: false), first: VideoFormat(size: size, hasAlpha: true))
        try await writer.write(.picture(try FrameMaker(hasAlpha: false).makeFrame(of: Bitmap(size: size))))
        #expect(try await writer.finish().frameCount == 1)
        #expect(try await firstFrame(of: path, size)[16, 16].alpha > 250)
    }
}
