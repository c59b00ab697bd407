import Files
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// The fixed slit is what ffmpeg's own filters `crop` and `tile` make of the same frames.
@Suite struct FFmpegPeerTests {
    let folder = TemporaryFolder()

    struct Slit: Sendable, CustomTestStringConvertible {
        var pixels: String
        var axis: ScanConfig.Axis
        var width: Int
        /// The first line.
        var start: Int

        var testDescription: String { "\(pixels) \(axis) \(start)+\(width)" }
    }

    /// `crop` rounds to the chroma's grid unless told otherwise; a slice of halved chroma has whole samples when it
    /// begins and ends on an even line.
    static let slits: [Slit] = [
        Slit(pixels: "yuv444p", axis: .columns, width: 1, start: 13),
        Slit(pixels: "yuv444p", axis: .rows, width: 1, start: 21),
        Slit(pixels: "yuv420p", axis: .columns, width: 2, start: 30),
        Slit(pixels: "yuv420p", axis: .rows, width: 2, start: 0),
        Slit(pixels: "yuv422p", axis: .columns, width: 4, start: 44),
        Slit(pixels: "gray", axis: .columns, width: 3, start: 17),
    ]

    private static let side = 48

    private func graph(_ slit: Slit, _ count: Int) -> String {
        "testsrc2=size=\(Self.side)x\(Self.side):rate=25,trim=end_frame=\(count),format=pix_fmts=\(slit.pixels)"
    }

    private func filters(_ slit: Slit, _ count: Int) -> String {
        slit.axis == .columns
            ? "crop=\(slit.width):ih:\(slit.start):0:exact=1,tile=\(count)x1"
            : "crop=iw:\(slit.width):0:\(slit.start):exact=1,tile=1x\(count)"
    }

    private func config(_ slit: Slit) -> ScanConfig {
        var config = ScanConfig()
        config.axis = slit.axis
        config.width = slit.width
        config.slit = Double(slit.start) / Double(Self.side - slit.width)
        return config
    }

    private func ffmpeg(_ slit: Slit, _ count: Int, before: String = "", after: String) async throws -> [UInt8] {
        let path = folder.path.appending("tile.raw")
        let output = try await Subprocess(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i",
                FilePath("\(graph(slit, count))\(before),\(filters(slit, count))"), "-frames:v", "1", "-f", "rawvideo",
                "-pix_fmt", FilePath(after), path,
            ]
        ).run()
        try #require(output.succeeded, "\(output.errorText)")
        return try path.readBytes()
    }

    @Test(arguments: slits)
    func inYUVTheyAreEqualBitForBit(_ slit: Slit) async throws {
        // As many slices as fill the frame: then the movie shows the whole strip.
        let count = Self.side / slit.width
        let camera = MovieCamera(CaptureSource(.lavfi(graph(slit, count))))
        let info = try await camera.open()
        var scanner = try SlitScanner(info.format, config: config(slit))
        var frames = 0
        while case .picture(let frame) = try await camera.next() {
            _ = try scanner.take(frame)
            frames += 1
        }
        await camera.close()
        #expect(frames == count)
        let shown = try scanner.shown()
        let theirs = try await ffmpeg(slit, count, after: slit.pixels)
        var ours: [UInt8] = []
        for plane in 0..<info.format.planeCount {
            let size = info.format.planeSize(plane)
            for y in 0..<size.height {
                for x in 0..<size.width { ours.append(shown.sample(plane: plane, x: x, y: y)) }
            }
        }
        #expect(ours.count == theirs.count)
        #expect(zip(ours, theirs).count { $0 != $1 } == 0)
    }

    @Test(arguments: slits)
    func inRGBTheyAreWithinTwoLevels(_ slit: Slit) async throws {
        let count = 100
        let camera = MovieCamera(CaptureSource(.lavfi(graph(slit, count))))
        let pipeline = try await CapturePipeline(
            camera, config: config(slit), options: CaptureOptions(spoolFolder: folder.path, previewSide: nil))
        try await pipeline.beginScan()
        try await pipeline.run()
        let picture = try #require(try await pipeline.endScan().pictures.first)
        let path = folder.path.appending("strip.png")
        try await picture.writePNG(to: path)
        let bitmap = try ImageSource(path.readBytes()).decode()
        // By way of full chroma: from halved chroma straight to RGB, swscale takes the nearest row of it.
        let scale = "scale=flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp"
        let theirs = try await ffmpeg(
            slit, count, before: ",\(scale),format=yuv444p,\(scale),format=rgb24", after: "rgb24")
        try #require(theirs.count == 3 * bitmap.size.area)
        var largest = 0
        for index in 0..<bitmap.size.area {
            for channel in 0..<3 {
                largest = max(largest, abs(Int(bitmap.pixels[4 * index + channel]) - Int(theirs[3 * index + channel])))
            }
        }
        #expect(largest <= 2)
    }
}
