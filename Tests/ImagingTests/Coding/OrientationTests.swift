import Imaging
import TestSupport
import Testing

@Suite struct OrientationTests {
    @Test(arguments: 1...8)
    func aPhotoStandsUprightUnderEveryEXIFOrientation(orientation: Int) throws {
        let source = try ImageSource(Fixtures.bytes("orientation/\(orientation).jpg"))
        #expect(source.size == GradientPicture.size)
        let bitmap = try source.decode()
        #expect(bitmap.size == GradientPicture.size)
        let offset = GradientPicture.offset(of: bitmap, showing: bitmap.bounds)
        #expect(offset.largestMean < 0.2)
        #expect(offset.largest < 3)
    }

    @Test(arguments: ["6.png", "6.webp", "6.heic", "6.avif", "6.tiff"])
    func everyFormatWithAnOrientationIsTurnedAndOnlyOnce(name: String) throws {
        let source = try ImageSource(Fixtures.bytes("orientation/\(name)"))
        #expect(source.size == GradientPicture.size)
        let bitmap = try source.decode()
        #expect(bitmap.size == GradientPicture.size)
        #expect(GradientPicture.offset(of: bitmap, showing: bitmap.bounds).largestMean < 0.8)
    }

    @Test func anOrientationThatDoesNotExistIsNone() throws {
        let bitmap = try ImageSource(Fixtures.bytes("orientation/9.jpg")).decode()
        #expect(GradientPicture.offset(of: bitmap, showing: bitmap.bounds).largestMean < 0.2)
    }

    @Test(arguments: 1...8, ["", "odd-"])
    func aPartIsTheSamePartOfTheWhole(orientation: Int, prefix: String) throws {
        let source = try ImageSource(Fixtures.bytes("orientation/\(prefix)\(orientation).jpg"))
        let whole = try source.decode()
        let (width, height) = (source.size.width, source.size.height)
        for region in [
            PixelRect(x: 0, y: 0, width: width, height: height), PixelRect(x: 0, y: 0, width: 1, height: 1),
            PixelRect(x: width - 1, y: height - 1, width: 1, height: 1),
            PixelRect(x: 13, y: 7, width: 61, height: 33), PixelRect(x: 0, y: height - 5, width: width, height: 5),
        ] {
            let part = try source.decode(region, resizedTo: region.size)
            #expect(part == whole.cropped(to: region), "\(region)")
        }
    }
}
