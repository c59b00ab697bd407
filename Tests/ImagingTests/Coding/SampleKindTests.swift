import Imaging
import TestSupport
import Testing

/// What bit depths, palettes and transparency come out as: 8 bits, straight alpha.
@Suite struct SampleKindTests {
    private func decoded(_ name: String) throws -> Bitmap {
        try ImageSource(Fixtures.bytes("samples/\(name)")).decode()
    }

    @Test(arguments: ["rgb16.png", "rgb16.tiff", "rgba16.png", "rgba16.tiff", "rgba8.png"])
    func sixteenBitsBecomeEightAlphaToo(name: String) throws {
        let bitmap = try decoded(name)
        #expect(bitmap.size == PixelSize(width: 256, height: 4))
        for x in 0..<256 {
            let alpha = name.hasPrefix("rgba") ? UInt8(x / 64 * 85) : 255
            let expected = SRGBColor(red: UInt8(x), green: UInt8(255 - x), blue: 128, alpha: alpha)
            #expect(bitmap[x, 2] == expected)
        }
    }

    @Test(arguments: ["grey16.png", "grey16.tiff", "grey-alpha16.png", "grey8.png", "grey-alpha8.png"])
    func greyBecomesEqualRedGreenAndBlue(name: String) throws {
        let bitmap = try decoded(name)
        for x in 0..<256 {
            let alpha = name.contains("alpha") ? UInt8(x / 64 * 85) : 255
            #expect(bitmap[x, 1] == SRGBColor(red: UInt8(x), green: UInt8(x), blue: UInt8(x), alpha: alpha))
        }
    }

    @Test func aPaletteKeepsItsColoursAndTheirAlpha() throws {
        let bitmap = try decoded("palette.png")
        #expect(bitmap[0, 0] == SRGBColor(red: 255, green: 0, blue: 0))
        #expect(bitmap[1, 0] == SRGBColor(red: 0, green: 255, blue: 0))
        #expect(bitmap[2, 0] == SRGBColor(red: 0, green: 0, blue: 255, alpha: 0))
        #expect(bitmap[3, 0] == SRGBColor(red: 240, green: 200, blue: 100, alpha: 128))
    }

    @Test func oneBitIsBlackOrWhite() throws {
        let png = try decoded("bits.png")
        #expect((0..<8).map { png[$0, 0].red } == [255, 0, 255, 0, 255, 0, 255, 0])
        #expect((0..<8).map { png[$0, 1].green } == [255, 255, 255, 255, 0, 0, 0, 0])
        // The TIFF says that 0 is white.
        let tiff = try decoded("bits.tiff")
        #expect((0..<8).map { tiff[$0, 0].red } == [0, 255, 0, 255, 0, 255, 0, 255])
    }

    @Test func aColourThatStandsForTransparentIsTransparent() throws {
        let bitmap = try decoded("color-key.png")
        #expect(bitmap[0, 0].alpha == 0)
        #expect(bitmap[1, 0] == SRGBColor(red: 40, green: 50, blue: 60))
    }

    @Test(arguments: ["alpha.webp", "alpha-lossy.webp", "alpha.heic", "alpha.avif"])
    func coloursAreNotMultipliedByAlpha(name: String) throws {
        let bitmap = try decoded(name)
        for (x, alpha) in [(24, 1), (40, 128), (56, 255)] {
            let color = bitmap[x, 8]
            #expect(abs(Int(color.alpha) - alpha) <= 1, "\(name) at \(x): \(color)")
            let isNear =
                abs(Int(color.red) - 200) <= 4 && abs(Int(color.green) - 100) <= 4 && abs(Int(color.blue) - 50) <= 4
            #expect(isNear, "\(name) at \(x): \(color)")
        }
        #expect(bitmap[8, 8].alpha == 0)
    }

    @Test func aTIFFWithColoursMultipliedByAlphaIsDividedAgain() throws {
        let bitmap = try decoded("premultiplied.tiff")
        for x in [70, 100, 140, 190, 250] {
            let color = bitmap[x, 1]
            #expect(color.alpha == UInt8(x / 64 * 85))
            #expect(abs(Int(color.red) - x) <= 2 && abs(Int(color.green) - (255 - x)) <= 2, "\(x): \(color)")
        }
    }

    @Test func floatingPointIsRead() throws {
        let bitmap = try decoded("float.tiff")
        #expect(bitmap[0, 0].red < 3 && bitmap[255, 0].red > 252)
        #expect(bitmap[200, 0].red > bitmap[100, 0].red)
    }

    @Test func resamplingWeighsColoursByAlpha() throws {
        var edge = Bitmap(
            size: PixelSize(width: 64, height: 8), filledWith: SRGBColor(red: 0, green: 0, blue: 0, alpha: 0))
        for y in 0..<8 { for x in 32..<64 { edge[x, y] = SRGBColor(red: 250, green: 240, blue: 230) } }
        let bytes = try ImageEncoder(.png()).encode(edge)
        let small = try ImageSource(bytes).decode(atLeast: 9)
        for bitmap in [small, edge.resized(to: PixelSize(width: 9, height: 2))] {
            for x in 0..<bitmap.width where bitmap[x, 0].alpha > 3 {
                #expect(bitmap[x, 0].red >= 248 && bitmap[x, 0].blue >= 228, "\(x): \(bitmap[x, 0])")
            }
        }
    }
}
