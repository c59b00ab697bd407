import Imaging
import TestSupport
import Testing

@Suite struct DecodeSizeTests {
    static let names = [
        "format/baseline.jpg", "format/progressive.jpg", "format/truecolor.png", "format/lossy.webp",
        "format/lossless.webp", "format/photo.heic", "format/strips.tiff", "orientation/6.jpg", "orientation/odd-7.jpg",
        "orientation/6.webp",
    ]

    @Test(arguments: names)
    func atLeastWhatIsAskedForNeverMoreThanThePhotoHasAtMostTwiceTooLarge(name: String) throws {
        let source = try ImageSource(Fixtures.bytes(name))
        for side in [1, 2, 10, 20, 21, 22, 41, 42, 43, 83, 84, 85, 100, 164, 165, 166, 168, 169, 1000] {
            let bitmap = try source.decode(atLeast: side)
            #expect(bitmap.size.longestSide >= min(side, source.size.longestSide), "\(side)")
            #expect(bitmap.width <= source.size.width && bitmap.height <= source.size.height, "\(side)")
            #expect(bitmap.size.longestSide <= 2 * side + 1 || bitmap.size == source.size, "\(side)")
            let aspect = Double(source.size.width) / Double(source.size.height)
            #expect(abs(Double(bitmap.width) - aspect * Double(bitmap.height)) <= 1 + aspect, "\(side)")
        }
    }

    @Test func aSmallerSizeShowsTheSamePicture() throws {
        for name in ["format/baseline.jpg", "format/truecolor.png", "format/lossy.webp", "orientation/6.jpg"] {
            let source = try ImageSource(Fixtures.bytes(name))
            for side in [168, 84, 60, 42, 21] {
                let bitmap = try source.decode(atLeast: side)
                let offset = GradientPicture.offset(of: bitmap, showing: PixelRect(source.size))
                #expect(offset.largestMean < 0.8, "\(name) at \(side)")
            }
        }
    }

    @Test func aPhotoOfTwelveMegapixelsIsShrunkWhileItIsRead() throws {
        let source = try ImageSource(Fixtures.bytes("large/photo.jpg"))
        #expect(source.size == PixelSize(width: 4032, height: 3024))
        #expect(try source.decode(atLeast: 1008).size == PixelSize(width: 1008, height: 756))
        #expect(try source.decode(atLeast: 1007).size == PixelSize(width: 1008, height: 756))
        #expect(try source.decode(atLeast: 1009).size == PixelSize(width: 2016, height: 1512))
        #expect(try source.decode(atLeast: 500).size == PixelSize(width: 504, height: 378))
        // Eight is the most that the format can do; the rest is resampled.
        #expect(try source.decode(atLeast: 100).size == PixelSize(width: 100, height: 75))
    }

    @Test func aPhotoOnePixelHighKeepsThatPixel() throws {
        let line = Bitmap(size: PixelSize(width: 400, height: 1), filledWith: .white)
        let source = try ImageSource(ImageEncoder(.png()).encode(line))
        #expect(try source.decode(atLeast: 10) == Bitmap(size: PixelSize(width: 10, height: 1), filledWith: .white))
    }
}
