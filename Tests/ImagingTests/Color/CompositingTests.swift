import Imaging
import TestSupport
import Testing

@Suite("A bitmap over a background")
struct CompositingTests {
    private func noise(_ size: PixelSize, seed: UInt64, alpha: ClosedRange<UInt8> = 0...255) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        var bitmap = Bitmap(size: size)
        for index in bitmap.pixels.indices {
            bitmap.pixels[index] = .random(in: index % 4 == 3 ? alpha : 0...255, using: &random)
        }
        return bitmap
    }

    /// "Over" in real numbers, for one pixel.
    private func over(_ front: SRGBColor, _ back: SRGBColor) -> SRGBColor {
        let (of, under) = (Double(front.alpha) / 255, Double(back.alpha) / 255 * (1 - Double(front.alpha) / 255))
        func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
            of + under == 0 ? 0 : UInt8(((Double(first) * of + Double(second) * under) / (of + under)).rounded())
        }
        return SRGBColor(
            red: mix(front.red, back.red), green: mix(front.green, back.green), blue: mix(front.blue, back.blue),
            alpha: UInt8(((of + under) * 255).rounded()))
    }

    @Test
    func isExactForEachAlphaOverAnOpaqueBackground() {
        let size = PixelSize(width: 256, height: 24)
        var front = noise(size, seed: 1)
        for y in 0..<size.height {
            for x in 0..<size.width { front.pixels[4 * (y * size.width + x) + 3] = UInt8(x) }
        }
        let back = noise(size, seed: 2, alpha: 255...255)
        let result = front.composited(over: back)
        #expect(!result.hasTransparency)
        for y in 0..<size.height {
            for x in 0..<size.width { #expect(result[x, y] == over(front[x, y], back[x, y])) }
        }
    }

    @Test
    func isExactOverATranslucentBackground() {
        let size = PixelSize(width: 64, height: 50)
        let (front, back) = (noise(size, seed: 3), noise(size, seed: 4))
        let result = front.composited(over: back)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (found, exact) = (result[x, y], over(front[x, y], back[x, y]))
                #expect(abs(Int(found.red) - Int(exact.red)) <= 1)
                #expect(abs(Int(found.green) - Int(exact.green)) <= 1)
                #expect(abs(Int(found.blue) - Int(exact.blue)) <= 1)
                #expect(abs(Int(found.alpha) - Int(exact.alpha)) <= 1)
            }
        }
    }

    @Test
    func keepsOpaquePixelsAndShowsTheBackgroundThroughTransparentOnes() {
        var front = Bitmap(size: PixelSize(width: 2, height: 1), filledWith: SRGBColor(red: 9, green: 8, blue: 7))
        front[1, 0] = SRGBColor(red: 9, green: 8, blue: 7, alpha: 0)
        let color = SRGBColor(red: 200, green: 100, blue: 50)
        #expect(front.composited(over: color)[0, 0] == SRGBColor(red: 9, green: 8, blue: 7))
        #expect(front.composited(over: color)[1, 0] == color)
        // What the photo hid under a transparent pixel does not come back.
        #expect(front.composited(over: .clear)[1, 0] == .clear)
    }

    @Test
    func overAGradientIsOverTheBitmapOfTheGradient() {
        let front = noise(PixelSize(width: 31, height: 17), seed: 5)
        let gradient = Gradient([.white, SRGBColor(red: 200, green: 30, blue: 10), .black])
        #expect(front.composited(over: gradient) == front.composited(over: gradient.bitmap(size: front.size)))
        #expect(!front.composited(over: gradient).hasTransparency)
    }

    @Test
    func ofAnotherSizeIsAMistakeOfTheCaller() async {
        await #expect(processExitsWith: .failure) {
            let small = Bitmap(size: PixelSize(width: 1, height: 1))
            _ = small.composited(over: Bitmap(size: PixelSize(width: 1, height: 2)))
        }
    }
}
