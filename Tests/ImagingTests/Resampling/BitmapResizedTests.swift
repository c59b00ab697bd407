import Imaging
import TestSupport
import Testing

@Suite struct BitmapResizedTests {
    private static let kernels: [Bitmap.ResamplingKernel] = [.linear, .cubic, .lanczos3]

    @Test(arguments: kernels)
    func oneColourStaysThatColourWhateverTheSizes(_ kernel: Bitmap.ResamplingKernel) {
        for alpha: UInt8 in [1, 77, 254, 255] {
            let color = SRGBColor(red: 255, green: 1, blue: 128, alpha: alpha)
            let bitmap = Bitmap(size: PixelSize(width: 40, height: 31), filledWith: color)
            for (width, height) in [(1, 1), (7, 5), (39, 1), (80, 60), (40, 200)] {
                let target = PixelSize(width: width, height: height)
                #expect(bitmap.resized(to: target, kernel: kernel) == Bitmap(size: target, filledWith: color))
            }
        }
    }

    @Test(arguments: kernels)
    func aRampStaysARamp(_ kernel: Bitmap.ResamplingKernel) {
        let ramp = Self.ramp(PixelSize(width: 200, height: 3))
        let small = ramp.resized(to: PixelSize(width: 50, height: 2), kernel: kernel)
        // Away from the ends, where the kernel sees the outermost pixel repeated.
        for x in 4..<46 {
            let difference = Int(small[x, 1].red) - (4 * x + 1)
            #expect(abs(difference) <= 1, "\(x)")
        }
    }

    @Test func theTriangleIsTheMeanOfWhatItCoversAsNetworksWereTrained() {
        // Shrunk to a half, the triangle reaches over two pixels on both sides: weights 1, 3, 3, 1 of 8.
        let bitmap = Bitmap(
            size: PixelSize(width: 6, height: 1),
            pixels: [UInt8]([0, 80, 160, 240, 80, 0]).flatMap { [$0, 0, 0, 255] })
        let half = bitmap.resized(to: PixelSize(width: 3, height: 1), kernel: .linear)
        #expect(half[1, 0].red == (80 + 480 + 720 + 80) / 8)
    }

    /// Opaque pictures are resampled in whole numbers: the same, to a level, as with a transparent pixel in a corner
    /// that has no part in the result.
    @Test(arguments: kernels)
    func opaquePicturesAreResampledLikeOthers(_ kernel: Bitmap.ResamplingKernel) {
        var random = SeededGenerator(seed: 3)
        for (width, height) in [(64, 48), (33, 71), (150, 100), (97, 240)] {
            var opaque = Bitmap(size: PixelSize(width: 96, height: 96))
            for y in 0..<96 {
                for x in 0..<96 {
                    let noise = UInt8.random(in: 0...255, using: &random)
                    opaque[x, y] = SRGBColor(red: noise, green: x < 50 ? 0 : 255, blue: UInt8(2 * y))
                }
            }
            var other = opaque
            other[95, 95] = .clear
            let target = PixelSize(width: width, height: height)
            let (one, two) = (
                opaque.resized(to: target, kernel: kernel), other.resized(to: target, kernel: kernel)
            )
            for y in 0..<height * 7 / 8 {
                for x in 0..<width * 7 / 8 {
                    let (a, b) = (one[x, y], two[x, y])
                    #expect(abs(Int(a.red) - Int(b.red)) <= 1 && abs(Int(a.green) - Int(b.green)) <= 1)
                    #expect(abs(Int(a.blue) - Int(b.blue)) <= 1 && a.alpha == 255)
                }
            }
        }
    }

    @Test func transparentPixelsLendNoColour() {
        var bitmap = Bitmap(size: PixelSize(width: 8, height: 8), filledWith: SRGBColor(red: 0, green: 255, blue: 0))
        for index in stride(from: 3, to: bitmap.pixels.count, by: 4) { bitmap.pixels[index] = 0 }
        for y in 2..<6 { for x in 2..<6 { bitmap[x, y] = SRGBColor(red: 200, green: 0, blue: 9) } }
        let resized = bitmap.resized(to: PixelSize(width: 5, height: 5))
        for y in 0..<5 {
            for x in 0..<5 where resized[x, y].alpha > 40 {
                #expect(abs(Int(resized[x, y].red) - 200) <= 2 && resized[x, y].green == 0)
            }
        }
        #expect(resized[2, 2].alpha > 250)
        #expect(resized[0, 0].alpha < 3)
    }

    @Test func aPartShowsExactlyWhatLiesThereAlsoBetweenThePixels() {
        // A picture of 2000 × 30, of which the bitmap shows every tenth pixel.
        let overview = Self.ramp(PixelSize(width: 200, height: 3))
        let whole = PixelSize(width: 2000, height: 30)
        for left in [400, 403, 405, 408] {
            let part = overview.part(
                PixelRect(x: left, y: 0, width: 600, height: 30), of: whole,
                resizedTo: PixelSize(width: 60, height: 3))
            for x in 0..<60 {
                let shown = Double(left) / 10 + Double(x)
                #expect(abs(Double(part[x, 1].red) - shown) <= 1)
            }
        }
        #expect(overview.part(PixelRect(whole), of: whole, resizedTo: overview.size) == overview)
    }

    /// Red is the column.
    private static func ramp(_ size: PixelSize) -> Bitmap {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { bitmap[x, y] = SRGBColor(red: UInt8(x), green: 0, blue: 0) }
        }
        return bitmap
    }
}
