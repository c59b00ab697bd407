import Glibc
import TestSupport
import Testing

@testable import Imaging

/// The best picture under a limit, against what every single step gives.
struct ByteLimitTests {
    @Test(arguments: RealCutout.allCases)
    func webPGetsTheHighestQualityThatFitsAsTryingAllOfThemFindsIt(_ cutout: RealCutout) throws {
        let bitmap = try cutout.bitmap(side: 192)
        let sizes = try (0...100).map { try ImageEncoder(.webp(quality: $0, effort: 4)).encode(bitmap).count }
        for quality in [20, 75, 93] {
            let limit = sizes[quality]
            let fitted = try OutputFormat.webp.encode(bitmap, within: limit)
            #expect(fitted.isWithinLimit && fitted.bytes.count <= limit && fitted.encodeCount <= 8)
            guard case .quality(let found) = fitted.fidelity else {
                Issue.record("\(fitted.fidelity)")
                continue
            }
            #expect(sizes[found] == fitted.bytes.count)
            // Versions of libwebp differ in whether sizes grow with each step; no step after the found one may fit.
            #expect(found == 100 || sizes[found + 1] > limit, "quality \(found + 1) fits, too")
            #expect(10 * fitted.bytes.count >= 9 * limit, "quality \(found): \(fitted.bytes.count) of \(limit) bytes")
            let decoded = try ImageSource(fitted.bytes)
            #expect(decoded.format == .webp && decoded.size == bitmap.size)
        }
    }

    @Test(arguments: RealCutout.allCases)
    func pngGetsTheLargestPaletteThatFits(_ cutout: RealCutout) throws {
        let bitmap = try cutout.bitmap(side: 160)
        let histogram = ColorHistogram(bitmap)
        let sizes = try OutputFormat.paletteSizes.map { count in
            try #require(PNGWriter.bytes(PalettePicture(bitmap, histogram, colorCount: count), level: 9)).count
        }
        for place in [5, 60, 110] {
            let limit = sizes[place]
            let fitted = try OutputFormat.png.encode(bitmap, within: limit)
            #expect(fitted.isWithinLimit && fitted.bytes.count <= limit && fitted.encodeCount <= 8)
            guard case .colors(let found) = fitted.fidelity else {
                Issue.record("\(fitted.fidelity)")
                continue
            }
            let index = try #require(OutputFormat.paletteSizes.firstIndex(of: found))
            #expect(sizes[index] == fitted.bytes.count)
            #expect(index == sizes.count - 1 || sizes[index + 1] > limit, "the next larger palette does not fit")
            #expect(index >= place - 3)
            let decoded = try ImageSource(fitted.bytes)
            #expect(decoded.format == .png && decoded.size == bitmap.size)
        }
    }

    @Test func withoutAnyLossWhereThatFits() throws {
        let bitmap = try RealCutout.chelsea.bitmap()
        for format in OutputFormat.allCases {
            let fitted = try format.encode(bitmap, within: .max)
            #expect(fitted.fidelity == .lossless && fitted.encodeCount == 1 && fitted.isWithinLimit)
            let decoded = try ImageSource(fitted.bytes).decode()
            let seen = bitmap.pixels.indices.filter { bitmap.pixels[$0 / 4 * 4 + 3] > 0 }
            #expect(seen.allSatisfy { decoded.pixels[$0] == bitmap.pixels[$0] })
        }
    }

    @Test(arguments: OutputFormat.allCases)
    func whatFitsNowhereIsTheSmallestSaysSoAndKeepsItsPixels(_ format: OutputFormat) throws {
        let bitmap = try RealCutout.chelsea.bitmap()
        let fitted = try format.encode(bitmap, within: 100)
        #expect(!fitted.isWithinLimit && fitted.bytes.count > 100 && fitted.encodeCount <= 8)
        #expect(fitted.fidelity == (format == .webp ? .quality(0) : .colors(2)))
        #expect(try ImageSource(fitted.bytes).size == bitmap.size)
    }

    @Test func aPictureOfFewColoursKeepsThemAll() throws {
        var bitmap = Bitmap(size: PixelSize(width: 60, height: 40))
        let colors: [SRGBColor] = [
            .white, SRGBColor(red: 255, green: 0, blue: 0), SRGBColor(red: 0, green: 90, blue: 200, alpha: 128), .clear,
        ]
        for y in 0..<40 { for x in 0..<60 { bitmap[x, y] = colors[(x / 7 + y / 5) % 4] } }
        let palette = PalettePicture(bitmap, ColorHistogram(bitmap), colorCount: 8)
        #expect(Set(palette.palette) == Set(colors))
        let decoded = try ImageSource(#require(PNGWriter.bytes(palette, level: 9))).decode()
        #expect(decoded == bitmap)
    }

    @Test func theMeanOfManyBrightPixelsIsWhatTheyAre() {
        let bitmap = Bitmap(
            size: PixelSize(width: 512, height: 512), filledWith: SRGBColor(red: 253, green: 254, blue: 252))
        let histogram = ColorHistogram(bitmap)
        #expect(histogram.cells.map(\.color) == [SIMD4(253, 254, 252, 255)])
        #expect(histogram.cells.map(\.count) == [262_144])
        #expect(histogram.palette(16) == [SIMD4(253, 254, 252, 255)])
    }

    @Test(arguments: RealCutout.allCases)
    func aPaletteOf256LooksLikeThePhotoAndWhatCannotBeSeenStaysSo(_ cutout: RealCutout) throws {
        let bitmap = try cutout.bitmap()
        let palette = PalettePicture(bitmap, ColorHistogram(bitmap), colorCount: 256)
        let decoded = try ImageSource(#require(PNGWriter.bytes(palette, level: 9))).decode()
        var squares = 0.0
        var seen = 0.0
        var otherwise = 0
        for offset in stride(from: 0, to: bitmap.pixels.count, by: 4) {
            let alpha = bitmap.pixels[offset + 3]
            if (decoded.pixels[offset + 3] == 0) != (alpha == 0) { otherwise += 1 }
            guard alpha > 0 else { continue }
            seen += 1
            for channel in 0..<4 {
                let weight = channel == 3 ? 1 : Double(alpha) / 255
                let difference = Double(bitmap.pixels[offset + channel]) - Double(decoded.pixels[offset + channel])
                squares += difference * difference * weight * weight
            }
        }
        let decibels = 10 * log10(255 * 255 / (squares / (4 * seen)))
        #expect(decibels > 30, "\(decibels) dB")
        #expect(otherwise == 0)
    }

    @Test func theSamePictureGivesTheSameBytesAndNoneGivesAnError() throws {
        let bitmap = try RealCutout.coffee.bitmap(side: 128)
        for format in OutputFormat.allCases {
            #expect(try format.encode(bitmap, within: 6_000) == format.encode(bitmap, within: 6_000))
            #expect(throws: ImagingError.self) {
                try format.encode(Bitmap(size: PixelSize(width: 0, height: 0)), within: 10)
            }
        }
    }

    @Test func thereAreAsManySizesOfPalettesAsSevenStepsCanTellApart() {
        #expect(OutputFormat.paletteSizes.count == 127)
        #expect(OutputFormat.paletteSizes == OutputFormat.paletteSizes.sorted())
        #expect(OutputFormat.paletteSizes.first == 2 && OutputFormat.paletteSizes.last == 256)
    }
}
