import Imaging
import TestSupport
import Testing

@Suite struct DecodeRegionTests {
    static let parts = [
        PixelRect(x: 0, y: 0, width: 165, height: 117), PixelRect(x: 40, y: 24, width: 80, height: 64),
        PixelRect(x: 8, y: 16, width: 157, height: 101), PixelRect(x: 3, y: 5, width: 91, height: 77),
    ]

    @Test(arguments: 1...8, parts)
    func aPartThatIsReadShrunkLiesWhereThePhotosPartLies(orientation: Int, part: PixelRect) throws {
        let source = try ImageSource(Fixtures.bytes("orientation/odd-\(orientation).jpg"))
        for factor in [1, 0.9, 0.5, 0.3, 0.25, 0.125] {
            let target = part.size.scaled(by: factor)
            let bitmap = try source.decode(part, resizedTo: target)
            #expect(bitmap.size == target)
            let offset = GradientPicture.offset(of: bitmap, showing: part)
            // Half a pixel of the result at most, and a tenth of a pixel for the JPEG's own noise.
            #expect(offset.largestMean * factor < 0.35 + 0.1, "\(factor)")
        }
    }

    @Test(arguments: ["format/truecolor.png", "format/lossless.webp", "format/lossy.webp", "format/photo.heic"])
    func inEveryFormat(name: String) throws {
        let source = try ImageSource(Fixtures.bytes(name))
        let part = PixelRect(x: 24, y: 16, width: 96, height: 80)
        for factor in [1, 0.6, 0.5, 0.25] {
            let bitmap = try source.decode(part, resizedTo: part.size.scaled(by: factor))
            #expect(GradientPicture.offset(of: bitmap, showing: part).largestMean * factor < 0.35, "\(factor)")
        }
    }

    @Test func aPartCanBeEnlarged() throws {
        let source = try ImageSource(Fixtures.bytes("format/truecolor.png"))
        let part = PixelRect(x: 24, y: 16, width: 40, height: 32)
        let bitmap = try source.decode(part, resizedTo: PixelSize(width: 120, height: 96))
        #expect(bitmap.size == PixelSize(width: 120, height: 96))
        #expect(GradientPicture.offset(of: bitmap, showing: part).largestMean < 0.3)
    }

    @Test func axesAreScaledEachByItself() throws {
        let source = try ImageSource(Fixtures.bytes("orientation/6.jpg"))
        let part = PixelRect(x: 16, y: 8, width: 128, height: 96)
        let bitmap = try source.decode(part, resizedTo: PixelSize(width: 128, height: 24))
        #expect(bitmap.size == PixelSize(width: 128, height: 24))
        #expect(GradientPicture.offset(of: bitmap, showing: part).largestMean < 0.5)
    }

    @Test func aPartOfTwelveMegapixelsAtAQuarter() throws {
        let source = try ImageSource(Fixtures.bytes("large/photo.jpg"))
        let part = PixelRect(x: 1600, y: 800, width: 1600, height: 1200)
        let bitmap = try source.decode(part, resizedTo: PixelSize(width: 400, height: 300))
        let offset = GradientPicture.offset(of: bitmap, showing: part, steps: (0.05, 0.07))
        // One grey level is twenty pixels here: the mean must be within two pixels of the photo.
        #expect(offset.largestMean < 8)
    }
}
