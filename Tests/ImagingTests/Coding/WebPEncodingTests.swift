import TestSupport
import Testing

@testable import Imaging

@Suite struct WebPEncodingTests {
    @Test func losslessIsExact() throws {
        for hasAlpha in [false, true] {
            let bitmap = Bitmap.noise(61, 47, hasAlpha: hasAlpha).clearedWhereUnseen
            let bytes = try ImageEncoder(.losslessWebP()).encode(bitmap)
            #expect(try ImageSource(bytes).decode() == bitmap)
            #expect(FileStructure.webpChunks(bytes) == ["VP8L"])
        }
    }

    @Test(arguments: 0...6)
    func lossyKeepsAlphaExactlyAndColoursNearly(effort: Int) throws {
        let disc = Bitmap.disc(side: 96, color: SRGBColor(red: 240, green: 120, blue: 40), hidden: .clear)
        let decoded = try ImageSource(ImageEncoder(.webp(quality: 90, effort: effort)).encode(disc)).decode()
        for (index, pixel) in disc.pixels.enumerated() where index % 4 == 3 { #expect(decoded.pixels[index] == pixel) }
        #expect(abs(Int(decoded[48, 48].red) - 240) < 4 && abs(Int(decoded[48, 48].blue) - 40) < 6)
    }

    @Test func nothingButPixelsIsWritten() throws {
        let opaque = try ImageEncoder(.webp()).encode(Bitmap.noise(40, 30, hasAlpha: false))
        #expect(FileStructure.webpChunks(opaque) == ["VP8 "])
        let disc = Bitmap.disc(side: 64, color: .white, hidden: .clear)
        let transparent = try ImageEncoder(.webp()).encode(disc)
        #expect(FileStructure.webpChunks(transparent) == ["VP8X", "ALPH", "VP8 "])
        // VP8X's flags: alpha (16) and nothing else, neither a profile nor EXIF nor XMP (RFC 9649 2.7.1).
        #expect(transparent[20] == 16)
    }

    @Test func moreThanTheFormatTakesIsAnError() {
        for size in [PixelSize(width: 16_384, height: 1), PixelSize(width: 1, height: 16_384)] {
            for format in [ImageEncoder.Format.webp(), .losslessWebP()] {
                let error = #expect(throws: ImagingError.self) { try ImageEncoder(format).encode(Bitmap(size: size)) }
                #expect(error?.code == .notEncodable)
                #expect(error?.description.contains("16383") == true)
            }
        }
    }

    @Test func theLargestSideIsWritten() throws {
        let line = Bitmap(size: PixelSize(width: 16_383, height: 1), filledWith: .white)
        #expect(try ImageSource(ImageEncoder(.losslessWebP()).encode(line)).decode() == line)
    }

    /// What lies under transparent pixels must not reach into the edge: no dark fringe, none of the photo's colour.
    @Test(arguments: [
        SRGBColor.clear, SRGBColor(red: 0, green: 255, blue: 0, alpha: 0),
        SRGBColor(red: 255, green: 0, blue: 255, alpha: 0),
    ])
    func lossyEdgesHaveNoFringe(hidden: SRGBColor) throws {
        let color = SRGBColor(red: 245, green: 225, blue: 200)
        let disc = Bitmap.disc(side: 128, color: color, hidden: hidden)
        let decoded = try ImageSource(ImageEncoder(.webp()).encode(disc)).decode()
        var largest = 0
        for y in 0..<128 {
            for x in 0..<128 where decoded[x, y].alpha > 12 {
                let seen = decoded[x, y]
                largest = max(
                    largest, abs(Int(seen.red) - 245), abs(Int(seen.green) - 225), abs(Int(seen.blue) - 200))
            }
        }
        #expect(largest <= 6)
    }

    @Test func bleedingLeavesWhatIsSeenAlone() {
        for seed in 1...5 as ClosedRange<UInt64> {
            let bitmap = Bitmap.noise(70, 50, hasAlpha: true, seed: seed)
            let bled = bitmap.withBledColors()
            #expect(bled.clearedWhereUnseen == bitmap.clearedWhereUnseen)
        }
    }

    @Test func bleedingTakesTheColourOfWhatIsSeenNearby() {
        let color = SRGBColor(red: 250, green: 10, blue: 90)
        let disc = Bitmap.disc(side: 64, color: color, hidden: SRGBColor(red: 0, green: 255, blue: 0, alpha: 0))
        let bled = disc.withBledColors()
        var blocks: Set<[Int]> = []
        for y in 0..<64 { for x in 0..<64 where disc[x, y].alpha > 0 { blocks.insert([x / 4, y / 4]) } }
        for y in 0..<64 {
            for x in 0..<64 where disc[x, y].alpha == 0 && blocks.contains([x / 4, y / 4]) {
                #expect(bled[x, y] == SRGBColor(red: 250, green: 10, blue: 90, alpha: 0))
            }
        }
    }

    @Test func whereNothingCanBeSeenNothingIsLeft() {
        let size = PixelSize(width: 33, height: 17)
        let hidden = Bitmap(size: size, filledWith: SRGBColor(red: 9, green: 200, blue: 3, alpha: 0))
        #expect(hidden.withBledColors() == Bitmap(size: size))
    }

    /// Of the decoded file: nothing is left under transparent pixels but, within ten pixels of what can be seen, the
    /// edge's own colours.
    @Test(arguments: [
        SRGBColor.white, SRGBColor(red: 20, green: 255, blue: 10), SRGBColor(red: 255, green: 0, blue: 255),
        SRGBColor(red: 60, green: 40, blue: 30),
    ])
    func hiddenPixelsAreDecodedAsZero(color: SRGBColor) throws {
        let side = 250
        let disc = Bitmap.disc(side: side, color: color, hidden: SRGBColor(red: 90, green: 200, blue: 30, alpha: 0))
        let seen = Plane(
            size: disc.size, samples: stride(from: 3, to: disc.pixels.count, by: 4).map { disc.pixels[$0] > 0 ? 1 : 0 })
        let far = seen.boxBlurred(radius: 10)
        for quality in [50, 90, 100] {
            let decoded = try ImageSource(ImageEncoder(.webp(quality: quality)).encode(disc)).decode()
            var hidden = 0
            var colored = 0
            for y in 0..<side {
                for x in 0..<side where disc[x, y].alpha == 0 {
                    hidden += 1
                    guard decoded[x, y] != .clear else { continue }
                    colored += 1
                    #expect(far[x, y] > 1e-6, "\(decoded[x, y]) at \(x), \(y)")
                }
            }
            #expect(colored * 20 < 3 * hidden, "\(colored) of \(hidden)")
        }
    }

    @Test func thePhotoDoesNotStayUnderTransparentPixels() throws {
        let disc = Bitmap.disc(side: 128, color: .white, hidden: SRGBColor(red: 255, green: 0, blue: 0, alpha: 0))
        let black = Bitmap.disc(side: 128, color: .white, hidden: SRGBColor(red: 0, green: 255, blue: 0, alpha: 0))
        #expect(try ImageEncoder(.webp()).encode(disc) == ImageEncoder(.webp()).encode(black))
    }
}
