import Imaging
import Stickers
import Testing

@Suite struct BackgroundPictureTests {
    /// A third each of red, green and blue, side by side.
    private func stripes(_ size: PixelSize) throws -> [UInt8] {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let third = 3 * x / size.width
                bitmap[x, y] = SRGBColor(
                    red: third == 0 ? 255 : 0, green: third == 1 ? 255 : 0, blue: third == 2 ? 255 : 0)
            }
        }
        return try ImageEncoder(.png()).encode(bitmap)
    }

    private let green = SRGBColor(red: 0, green: 255, blue: 0)

    @Test func theMiddleIsKeptAndNothingIsDistorted() throws {
        let picture = try BackgroundPicture(stripes(PixelSize(width: 300, height: 100)), forStickersOf: nil)
        let square = picture.covering(PixelSize(width: 60, height: 60))
        #expect(square.size == PixelSize(width: 60, height: 60))
        #expect((4..<56).allSatisfy { square[$0, 30] == green })
        let wide = picture.covering(PixelSize(width: 60, height: 10))
        #expect(wide[2, 5].red > 200 && wide[57, 5].blue > 200 && wide[30, 5] == green)
        let same = picture.covering(PixelSize(width: 300, height: 100))
        #expect(same == picture.bitmap)
    }

    @Test func onlyAsManyPixelsAreDecodedAsAreNeeded() throws {
        let file = try stripes(PixelSize(width: 1200, height: 400))
        let picture = try BackgroundPicture(file, forStickersOf: 50)
        #expect(picture.bitmap.height >= 50 && picture.bitmap.height < 200)
        #expect(try BackgroundPicture(file, forStickersOf: 5000).bitmap.size == PixelSize(width: 1200, height: 400))
    }

    @Test func picturesOfTheSameFileAreTheSame() throws {
        let file = try stripes(PixelSize(width: 30, height: 10))
        let other = try stripes(PixelSize(width: 30, height: 11))
        #expect(try BackgroundPicture(file, forStickersOf: 5) == BackgroundPicture(file, forStickersOf: 5))
        #expect(try BackgroundPicture(file, forStickersOf: 5) != BackgroundPicture(other, forStickersOf: 5))
        #expect(Mirror(reflecting: try BackgroundPicture(file, forStickersOf: 5)).children.count == 2)
    }

    @Test func whatIsNoPictureIsRefused() {
        #expect(throws: StickerError.self) { try BackgroundPicture(Array("hello".utf8), forStickersOf: 5) }
    }
}
