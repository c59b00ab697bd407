import Imaging
import TestSupport
import Testing

@Suite struct FormatTests {
    @Test(arguments: [
        ("baseline.jpg", ImageFormat.jpeg), ("progressive.jpg", .jpeg), ("truecolor.png", .png),
        ("interlaced.png", .png), ("lossy.webp", .webp), ("lossless.webp", .webp), ("photo.heic", .heic),
        ("photo.avif", .avif), ("strips.tiff", .tiff), ("tiles.tiff", .tiff), ("big.tiff", .tiff),
    ])
    func everyFormatIsToldApartAndDecoded(name: String, format: ImageFormat) throws {
        let source = try ImageSource(Fixtures.bytes("format/\(name)"))
        #expect(source.format == format)
        let bitmap = try source.decode()
        #expect(bitmap.size == GradientPicture.size)
        #expect(!bitmap.hasTransparency)
        #expect(GradientPicture.offset(of: bitmap, showing: bitmap.bounds).largestMean < 0.4)
        for index in stride(from: 2, to: bitmap.pixels.count, by: 4) {
            guard abs(Int(bitmap.pixels[index]) - 128) > 8 else { continue }
            Issue.record("blue is \(bitmap.pixels[index])")
            break
        }
    }

    @Test func theLosslessOnesAreExactAndAlike() throws {
        let png = try ImageSource(Fixtures.bytes("format/truecolor.png")).decode()
        #expect(png[0, 0] == SRGBColor(red: 20, green: 20, blue: 128))
        #expect(png[167, 119] == SRGBColor(red: 229, green: 228, blue: 128))
        for name in ["interlaced.png", "lossless.webp", "strips.tiff", "tiles.tiff", "big.tiff"] {
            #expect(try ImageSource(Fixtures.bytes("format/\(name)")).decode() == png, "\(name)")
        }
    }

    @Test func aPaletteOf256ColoursComesNear() throws {
        let bitmap = try ImageSource(Fixtures.bytes("format/still.gif")).decode()
        #expect(bitmap.size == GradientPicture.size)
        #expect(GradientPicture.offset(of: bitmap, showing: bitmap.bounds).largestMean < 2)
    }

    @Test func aGreyJPEGIsGrey() throws {
        let bitmap = try ImageSource(Fixtures.bytes("format/grey.jpg")).decode()
        for x in [0, 80, 167] {
            let color = bitmap[x, 60]
            #expect(color.red == color.green && color.green == color.blue)
        }
        #expect(bitmap[167, 60].red > bitmap[0, 60].red)
    }

    @Test(arguments: ["gif", "webp", "tiff", "avif"])
    func ofAnAnimationTheFirstFrame(ending: String) throws {
        let source = try ImageSource(Fixtures.bytes("animation/three.\(ending)"))
        #expect(source.size == PixelSize(width: 40, height: 30))
        let frame = Bitmap(size: source.size, filledWith: SRGBColor(red: 200, green: 30, blue: 30))
        #expect(try source.decode() == frame)
        #expect(try source.decode(atLeast: 10).size.longestSide < 40 || source.format != .webp)
    }

    @Test(arguments: ImageFormat.allCases)
    func aFormatKnowsItsNames(format: ImageFormat) {
        #expect(!format.pathExtensions.isEmpty)
        #expect(format.pathExtensions.allSatisfy { $0 == $0.lowercased() })
        #expect(!format.displayName.isEmpty)
    }
}
