import Imaging
import TestSupport
import Testing

@Suite struct PNGEncodingTests {
    static let sizes = [(1, 1), (1, 40), (40, 1), (7, 5), (64, 33), (257, 3)]

    @Test(arguments: sizes, [0, 1, 6, 9])
    func whatIsWrittenIsRead(size: (Int, Int), compression: Int) throws {
        for hasAlpha in [false, true] {
            let bitmap = Bitmap.noise(size.0, size.1, hasAlpha: hasAlpha).clearedWhereUnseen
            let bytes = try ImageEncoder(.png(compression: compression)).encode(bitmap)
            #expect(try ImageSource(bytes).decode() == bitmap)
        }
    }

    @Test func smoothPicturesSurviveAndShrink() throws {
        let gradient = try ImageSource(Fixtures.bytes("format/truecolor.png")).decode()
        let bytes = try ImageEncoder(.png()).encode(gradient)
        #expect(try ImageSource(bytes).decode() == gradient)
        #expect(bytes.count < gradient.pixels.count / 20)
    }

    @Test func nothingButPixelsIsWritten() throws {
        for bitmap in [Bitmap.noise(30, 20, hasAlpha: true), Bitmap.noise(30, 20, hasAlpha: false)] {
            let chunks = FileStructure.pngChunks(try ImageEncoder(.png()).encode(bitmap))
            #expect(chunks.map(\.name) == ["IHDR", "IDAT", "IEND"])
        }
    }

    @Test func thePhotoDoesNotStayUnderTransparentPixels() throws {
        let bitmap = Bitmap.noise(50, 40, hasAlpha: true)
        for format in [ImageEncoder.Format.png(), .losslessWebP()] {
            let decoded = try ImageSource(ImageEncoder(format).encode(bitmap)).decode()
            #expect(decoded == bitmap.clearedWhereUnseen, "\(format)")
        }
    }

    @Test func theSameBitmapGivesTheSameBytes() throws {
        let bitmap = Bitmap.noise(120, 90, hasAlpha: true)
        for format in [ImageEncoder.Format.png(), .webp(), .losslessWebP()] {
            let encoder = ImageEncoder(format)
            #expect(try encoder.encode(bitmap) == encoder.encode(bitmap))
        }
    }

    @Test func aMatteIsGrey() throws {
        let matte = Matte(size: PixelSize(width: 5, height: 1), samples: [0, 0.25, 0.5, 1, 7])
        for format in [ImageEncoder.Format.png(), .losslessWebP()] {
            let bytes = try ImageEncoder(format).encode(matte)
            let decoded = try ImageSource(bytes).decode()
            #expect((0..<5).map { decoded[$0, 0].red } == [0, 64, 128, 255, 255])
            #expect((0..<5).map { decoded[$0, 0].blue } == [0, 64, 128, 255, 255])
        }
        let chunks = FileStructure.pngChunks(try ImageEncoder(.png()).encode(matte))
        #expect(chunks.map(\.name) == ["IHDR", "IDAT", "IEND"])
        // Colour type 0 (grey), eight bits.
        #expect(chunks.first.map { Array($0.body.suffix(5)) } == [8, 0, 0, 0, 0])
    }

    @Test(arguments: [ImageEncoder.Format.png(), .webp(), .losslessWebP()])
    func aBitmapWithoutPixelsCannotBeWritten(format: ImageEncoder.Format) {
        let error = #expect(throws: ImagingError.self) {
            try ImageEncoder(format).encode(Bitmap(size: PixelSize(width: 0, height: 3)))
        }
        #expect(error?.code == .notEncodable)
        #expect(error?.description.contains("0 × 3") == true)
    }
}
