import Imaging
import Testing

@testable import Movies

@Suite struct RGBATests {
    static let formats: [VideoFormat] = ChromaSubsampling.allCases.flatMap { chroma in
        ColorMatrix.allCases.flatMap { matrix in
            ColorRange.allCases.map { range in
                VideoFormat(
                    size: PixelSize(width: 64, height: 48), chroma: chroma, matrix: matrix, range: range)
            }
        }
    }

    @Test(arguments: formats.filter { $0.chroma != .grey }) func agreesWithSwscaleWithinTwoLevels(format: VideoFormat)
        throws
    {
        for smooth in [true, false] {
            let frame = try TestFrames.noise(format, smooth: smooth)
            let expected = try SwscaleReference.bitmap(of: frame)
            let converted = frame.bitmap(of: PixelRect(format.size))
            #expect(converted.size == expected.size)
            #expect(largestDifference(converted, expected) <= 2)
        }
    }

    @Test(arguments: formats) func flatColorsAreTheStandardsFormula(format: VideoFormat) throws {
        for (y, u, v) in [
            (16, 128, 128), (235, 128, 128), (81, 90, 240), (145, 54, 34), (41, 240, 110), (180, 100, 160),
        ] {
            let samples = [UInt8(y), UInt8(u), UInt8(v)]
            let frame = try TestFrames.fill(format) { plane, _, _ in samples[plane] }
            let isGrey = format.chroma == .grey
            let expected = Self.formula(y, isGrey ? 128 : u, isGrey ? 128 : v, of: format)
            let pixel = frame.bitmap(of: PixelRect(x: 5, y: 7, width: 1, height: 1))[0, 0]
            #expect(abs(Int(pixel.red) - expected.0) <= 1)
            #expect(abs(Int(pixel.green) - expected.1) <= 1)
            #expect(abs(Int(pixel.blue) - expected.2) <= 1)
            #expect(pixel.alpha == 255)
        }
    }

    /// A slit must look as it does within its frame, wherever it lies on the chroma's grid.
    @Test(arguments: ChromaSubsampling.allCases) func partsAreTheWholesPixels(chroma: ChromaSubsampling) throws {
        let format = VideoFormat(size: PixelSize(width: 33, height: 21), chroma: chroma)
        let frame = try TestFrames.noise(format)
        let whole = frame.bitmap(of: PixelRect(format.size))
        for x in 0..<33 {
            for width in [1, 2, 5] where x + width <= 33 {
                let rect = PixelRect(x: x, y: 0, width: width, height: 21)
                #expect(frame.bitmap(of: rect) == whole.cropped(to: rect))
            }
        }
        for y in 0..<21 {
            for height in [1, 3] where y + height <= 21 {
                let rect = PixelRect(x: 0, y: y, width: 33, height: height)
                #expect(frame.bitmap(of: rect) == whole.cropped(to: rect))
            }
        }
    }

    @Test func writesOnlyThePartsOwnBytes() throws {
        let frame = try TestFrames.noise(VideoFormat(size: PixelSize(width: 8, height: 8)))
        var bytes = [UInt8](repeating: 7, count: 3 * 20)
        var span = bytes.mutableSpan
        frame.writeRGBA(of: PixelRect(x: 1, y: 2, width: 3, height: 3), into: &span, stride: 20)
        let part = frame.bitmap(of: PixelRect(x: 1, y: 2, width: 3, height: 3))
        for row in 0..<3 {
            #expect(Array(bytes[20 * row..<20 * row + 12]) == Array(part.pixels[12 * row..<12 * row + 12]))
            #expect(bytes[20 * row + 12..<20 * row + 20].allSatisfy { $0 == 7 })
        }
    }

    @Test func previewsAreUprightWithSquarePixels() throws {
        // The left half of the stored picture is dark; turned by 90 degrees clockwise, that is the upper half.
        let format = VideoFormat(
            size: PixelSize(width: 320, height: 160), pixelAspect: PixelAspect(width: 2, height: 1),
            orientation: .rotated90)
        let frame = try TestFrames.fill(format) { plane, x, _ in plane > 0 ? 128 : x < 160 ? 16 : 235 }
        let preview = try FrameScaler().bitmap(of: frame, longestSide: 128)
        #expect(preview.size == PixelSize(width: 32, height: 128))
        #expect(preview[16, 20].green < 4)
        #expect(preview[16, 100].green > 251)
    }

    /// A frame without detail has the same colour at every size, grey of limited range too.
    @Test(arguments: formats) func smallerPicturesKeepColors(format: VideoFormat) throws {
        let frame = try TestFrames.fill(format) { plane, _, _ in [145, 74, 164][plane] }
        let small = try FrameScaler().bitmap(of: frame, longestSide: 20)
        let pixel = frame.bitmap(of: PixelRect(x: 0, y: 0, width: 1, height: 1))
        #expect(small.size == PixelSize(width: 20, height: 15))
        #expect(largestDifference(Bitmap(size: small.size, filledWith: pixel[0, 0]), small) <= 2)
    }

    /// FFmpeg's tables are those of each frame's format.
    @Test func oneScalerTakesFramesOfEachFormat() throws {
        let scaler = FrameScaler()
        for format in Self.formats {
            let frame = try TestFrames.noise(format)
            let alone = try FrameScaler().bitmap(of: frame, longestSide: 20)
            #expect(try scaler.bitmap(of: frame, longestSide: 20) == alone)
        }
    }

    private func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
        zip(a.pixels, b.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    private static func formula(_ y: Int, _ u: Int, _ v: Int, of format: VideoFormat) -> (Int, Int, Int) {
        let (red, blue): (Double, Double) =
            switch format.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let isFull = format.range == .full
        let luma = isFull ? Double(y) / 255 : Double(y - 16) / 219
        let (cb, cr) = (Double(u - 128) / (isFull ? 255 : 224), Double(v - 128) / (isFull ? 255 : 224))
        let r = luma + 2 * (1 - red) * cr
        let b = luma + 2 * (1 - blue) * cb
        let g = (luma - red * r - blue * b) / (1 - red - blue)
        func level(_ value: Double) -> Int { Int(max(0, min(255, (value * 255).rounded()))) }
        return (level(r), level(g), level(b))
    }
}
