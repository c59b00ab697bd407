import Imaging
import Stickers
import TestSupport
import Testing

@Suite("The colours of a photo")
struct ColorExtractorTests {
    /// Something like a photo: soft hills of colour with grain.
    static func scene(_ size: PixelSize, seed: UInt64) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        let corners = (0..<4).map { _ in Oklab(Painted.color(using: &random)) }
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (right, down) = (Float(x) / Float(size.width), Float(y) / Float(size.height))
                let mixed = corners[0].mixed(with: corners[1], right)
                    .mixed(with: corners[2].mixed(with: corners[3], right), down)
                let grain = Float.random(in: -0.03...0.03, using: &random)
                bitmap[x, y] = Oklab(lightness: mixed.lightness + grain, a: mixed.a, b: mixed.b).srgb
            }
        }
        return bitmap
    }

    /// A matte of which the left part is subject.
    private func matte(_ size: PixelSize, left: Int) -> Matte {
        var matte = Matte(size: size)
        for y in 0..<size.height {
            for x in 0..<left { matte[x, y] = 1 }
        }
        return matte
    }

    @Test
    func areTheSameOnEveryRunAndWhateverTheExtractorSawBefore() {
        let scenes = (0..<4).map { Self.scene(PixelSize(width: 120, height: 90), seed: $0) }
        let extractor = ColorExtractor()
        let first = scenes.map { extractor.extract(from: $0, matte: nil) }
        let again = scenes.reversed().map { extractor.extract(from: $0, matte: nil) }
        let fresh = scenes.map { ColorExtractor().extract(from: $0, matte: nil) }
        #expect(first == again.reversed())
        #expect(first == fresh)
        #expect(Set(first).count == scenes.count)
    }

    @Test
    func areTheSameOnEveryThreadEachWithAnExtractorOfItsOwn() async {
        let scene = Self.scene(PixelSize(width: 150, height: 100), seed: 7)
        let alone = ColorExtractor().extract(from: scene, matte: nil)
        await withTaskGroup(of: PhotoColorScheme.self) { group in
            for _ in 0..<8 {
                group.addTask { ColorExtractor().extract(from: scene, matte: nil) }
            }
            for await scheme in group { #expect(scheme == alone) }
        }
    }

    @Test(arguments: [1, 2, 4, 7, 16])
    func are1ToTheCountAskedForByFallingShareWhichAddUpTo1(count: Int) {
        for seed in 0..<5 {
            let scene = Self.scene(PixelSize(width: 90, height: 60), seed: UInt64(seed))
            let swatches = ColorExtractor(colorCount: count).extract(from: scene, matte: nil).swatches
            #expect((1...count).contains(swatches.count))
            #expect(zip(swatches, swatches.dropFirst()).allSatisfy { $0.share >= $1.share })
            #expect(swatches.allSatisfy { $0.share > 0 })
            #expect(abs(swatches.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        }
    }

    @Test(arguments: 0..<10)
    func canBeToldApart(seed: Int) {
        let scene = Self.scene(PixelSize(width: 60, height: 45), seed: UInt64(seed))
        let colors = ColorExtractor(colorCount: 16).extract(from: scene, matte: nil).colors
        for (index, color) in colors.enumerated() {
            for other in colors[..<index] { #expect(color.deltaE2000(to: other) >= 3) }
        }
    }

    @Test
    func hardlyDependOnTheSeedTheSameCrowdsAreFound() {
        var random = SeededGenerator(seed: 3)
        let colors = Painted.colors(4, distance: 15, using: &random)
        let painted = Painted.bitmap(Array(zip(colors, [4000, 3000, 2000, 1000])), width: 100)
        let bitmap = painted.noisy(using: &random)
        for seed in 0..<30 {
            let found = ColorExtractor(seed: UInt64(seed)).extract(from: bitmap, matte: nil).colors
            #expect(found.count == 4)
            #expect(zip(found, colors).allSatisfy { $0.deltaE2000(to: $1) < 1 })
        }
    }

    @Test
    func holdAVividAccentOfTwoInAHundredAmongManyShadesOfGrey() {
        var random = SeededGenerator(seed: 8)
        var bitmap = Bitmap(size: PixelSize(width: 100, height: 100))
        for y in 0..<100 {
            for x in 0..<100 {
                let grey = UInt8.random(in: 20...230, using: &random)
                bitmap[x, y] = SRGBColor(red: grey, green: grey, blue: grey)
                if x < 20, y < 10 {
                    bitmap[x, y] = SRGBColor(red: 220, green: .random(in: 20...40, using: &random), blue: 30)
                }
            }
        }
        let swatches = ColorExtractor().extract(from: bitmap, matte: nil).swatches
        let accent = SRGBColor(red: 220, green: 30, blue: 30)
        let nearest = swatches.min { $0.color.deltaE2000(to: accent) < $1.color.deltaE2000(to: accent) }
        #expect(nearest.map { $0.color.deltaE2000(to: accent) < 3 } == true)
        #expect(nearest.map { abs($0.share - 0.02) < 0.002 } == true)
    }

    @Test
    func areColoursOfThePhotoNotMixturesAFlatColourStaysExactBesideAGradualOne() {
        let flat = SRGBColor(red: 200, green: 40, blue: 60)
        var bitmap = Bitmap(size: PixelSize(width: 128, height: 64), filledWith: flat)
        for y in 0..<64 {
            for x in 64..<128 { bitmap[x, y] = SRGBColor(red: UInt8(x), green: UInt8(2 * y), blue: 250) }
        }
        let scheme = ColorExtractor().extract(from: bitmap, matte: nil)
        #expect(scheme.colors.first == flat)
    }

    // MARK: - Subject

    @Test
    func ofASmallSubjectComeBeforeThoseOfALargeBackgroundWhichIsStillThere() {
        let size = PixelSize(width: 100, height: 50)
        var bitmap = Bitmap(size: size, filledWith: Painted.green)
        for y in 0..<50 {
            for x in 0..<5 { bitmap[x, y] = y < 30 ? Painted.red : Painted.blue }
        }
        let even = ColorExtractor().extract(from: bitmap, matte: nil)
        #expect(even.colors == [Painted.green, Painted.red, Painted.blue])
        let scheme = ColorExtractor().extract(from: bitmap, matte: matte(size, left: 5))
        #expect(scheme.colors == [Painted.red, Painted.blue, Painted.green])
        #expect(zip(scheme.swatches, [0.51, 0.34, 0.15]).allSatisfy { abs($0.share - $1) < 1e-9 })
    }

    @Test
    func ofGrainyPhotosAreWeightedInTheSameWay() {
        var random = SeededGenerator(seed: 4)
        let size = PixelSize(width: 300, height: 200)
        var bitmap = Bitmap(size: size, filledWith: Painted.green)
        for y in 0..<200 {
            for x in 0..<60 { bitmap[x, y] = y < 120 ? Painted.red : Painted.blue }
        }
        let scheme = ColorExtractor().extract(from: bitmap.noisy(using: &random), matte: matte(size, left: 60))
        #expect(scheme.swatches.count == 3)
        for (swatch, (color, share)) in zip(
            scheme.swatches, [(Painted.red, 0.51), (Painted.blue, 0.34), (Painted.green, 0.15)])
        {
            #expect(swatch.color.deltaE2000(to: color) < 1)
            #expect(abs(swatch.share - share) < 0.01)
        }
    }

    @Test
    func countABackgroundPixelNeverMoreThanOneOfTheSubject() {
        let size = PixelSize(width: 100, height: 10)
        var bitmap = Bitmap(size: size, filledWith: Painted.red)
        for y in 0..<10 {
            for x in 99..<100 { bitmap[x, y] = Painted.green }
        }
        let scheme = ColorExtractor().extract(from: bitmap, matte: matte(size, left: 99))
        #expect(zip(scheme.swatches, [0.99, 0.01]).allSatisfy { abs($0.share - $1) < 1e-9 })
    }

    @Test
    func areWeightedEvenlyWithoutAMatteOrWithOneInWhichNothingStandsOut() {
        let scene = Self.scene(PixelSize(width: 100, height: 80), seed: 11)
        let even = ColorExtractor().extract(from: scene, matte: nil)
        let faint = Matte(size: PixelSize(width: 10, height: 10), filledWith: 0.49)
        let full = Matte(size: PixelSize(width: 7, height: 3), filledWith: 1)
        for matte in [Matte(size: scene.size), Matte(size: PixelSize(width: 0, height: 0)), faint, full] {
            #expect(ColorExtractor().extract(from: scene, matte: matte) == even)
        }
    }

    @Test
    func takeAMatteOfAnySizeLaidOverTheWholePhoto() {
        let size = PixelSize(width: 64, height: 32)
        var bitmap = Bitmap(size: size, filledWith: Painted.green)
        for y in 0..<32 {
            for x in 0..<16 { bitmap[x, y] = Painted.red }
        }
        let expected = ColorExtractor().extract(from: bitmap, matte: matte(size, left: 16))
        #expect(expected.colors == [Painted.red, Painted.green])
        for (width, height) in [(4, 1), (128, 64), (8, 320)] {
            let other = matte(PixelSize(width: width, height: height), left: width / 4)
            #expect(ColorExtractor().extract(from: bitmap, matte: other) == expected)
        }
    }

    @Test
    func areFoundAlthoughTheMatteLiesOnTransparentPixelsAloneOrHoldsNoNumbers() {
        var bitmap = Bitmap(size: PixelSize(width: 20, height: 4), filledWith: Painted.red)
        for y in 0..<4 {
            for x in 0..<10 { bitmap[x, y] = .clear }
        }
        let hidden = matte(bitmap.size, left: 10)
        #expect(ColorExtractor().extract(from: bitmap, matte: hidden).colors == [Painted.red])
        var strange = Matte(size: bitmap.size, filledWith: .nan)
        strange[19, 3] = .infinity
        #expect(ColorExtractor().extract(from: bitmap, matte: strange).colors == [Painted.red])
    }

    // MARK: - Sampling

    @Test
    func ofAFineRegularPatternHaveTheirTrueSharesAlthoughNotEveryPixelIsLookedAt() {
        var random = SeededGenerator(seed: 6)
        let size = PixelSize(width: 600, height: 450)
        for (period, isDiagonal) in [(2, false), (2, true), (3, false), (6, true)] {
            var bitmap = Bitmap(size: size, filledWith: Painted.red)
            bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
                for y in 0..<size.height {
                    for x in 0..<size.width where (x + (isDiagonal ? y : 0)) % period == 0 {
                        let offset = 4 * (y * size.width + x)
                        // Five of them: no picture of few flat colours.
                        pixels[offset] = UInt8(y % 5)
                        pixels[offset + 2] = 255
                    }
                }
            }
            let swatches = ColorExtractor(seed: random.next()).extract(from: bitmap, matte: nil).swatches
            #expect(swatches.count == 2)
            let blue = swatches.first { $0.color.blue > 200 }
            #expect(blue.map { abs($0.share - 1 / Double(period)) < 0.01 } == true)
        }
    }

    @Test
    func ofASmallPictureOnALargeTransparentCanvasAreAllFound() {
        var random = SeededGenerator(seed: 12)
        let colors = Painted.colors(3, distance: 20, using: &random)
        var bitmap = Bitmap(size: PixelSize(width: 1500, height: 1000))
        for index in 0..<240 {
            let grain = UInt8(index % 2)
            let color = colors[index % 6 < 3 ? 0 : index % 6 < 5 ? 1 : 2]
            bitmap[700 + index % 20, 500 + index / 20] = SRGBColor(
                red: color.red ^ grain, green: color.green ^ UInt8(index % 3 & 1), blue: color.blue)
        }
        let scheme = ColorExtractor().extract(from: bitmap, matte: nil)
        #expect(scheme.swatches.count == 3)
        for (swatch, (color, share)) in zip(scheme.swatches, zip(colors, [0.5, 1.0 / 3, 1.0 / 6])) {
            #expect(swatch.color.deltaE2000(to: color) < 1)
            #expect(abs(swatch.share - share) < 1e-9)
        }
    }

    @Test(arguments: [(1, 1), (1, 70_000), (70_000, 1), (3, 2), (2, 40_000)])
    func comeOutOfPicturesOfAnyFormat(width: Int, height: Int) {
        var random = SeededGenerator(seed: 13)
        let size = PixelSize(width: width, height: height)
        var bitmap = Bitmap(size: size, filledWith: SRGBColor(red: 90, green: 160, blue: 30))
        bitmap = bitmap.noisy(using: &random)
        let scheme = ColorExtractor().extract(from: bitmap, matte: nil)
        #expect(scheme.colors.allSatisfy { $0.deltaE2000(to: SRGBColor(red: 90, green: 160, blue: 30)) < 2.5 })
        #expect(!scheme.swatches.isEmpty)
    }
}
