import Imaging
import Testing

/// Pictures of a few pixels' width and thousands of pixels' height, of which nothing would be left of the width when
/// they were shrunk while they are read.
struct NarrowPhotoTests {
    /// An even grey baseline JPEG (ISO 10918-1, annex B): every block is two bits, "no difference" and "end of block".
    private func greyJPEG(_ size: PixelSize) -> [UInt8] {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
        }
        // A table of one code: the single bit 0 stands for the symbol 0.
        func codes(_ place: UInt8) -> [UInt8] { [place, 1] + [UInt8](repeating: 0, count: 15) + [0] }
        let blocks = ((size.width + 7) / 8) * ((size.height + 7) / 8)
        let (width, height) = (size.width, size.height)
        let sides = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xC0, [8] + sides + [1, 1, 0x11, 0]) + segment(0xC4, codes(0x00)) + segment(0xC4, codes(0x10))
            + segment(0xDA, [1, 1, 0x00, 0, 63, 0]) + [UInt8](repeating: 0, count: (2 * blocks + 7) / 8) + [0xFF, 0xD9]
    }

    @Test(arguments: [1, 2, 3, 4, 7, 8, 9])
    func areDecodedSmall(width: Int) throws {
        for size in [PixelSize(width: width, height: 8_000), PixelSize(width: 8_000, height: width)] {
            let webp = try ImageEncoder(.webp(effort: 0)).encode(Bitmap(size: size))
            for bytes in [greyJPEG(size), webp] {
                let source = try ImageSource(bytes)
                #expect(source.size == size)
                #expect(try source.decode().size == size)
                for side in [1, 100, 1_000, 2_000, 4_000] {
                    let small = try source.decode(atLeast: side)
                    #expect(small.size.longestSide >= side && small.size.shortestSide >= 1, "\(size) \(side)")
                }
                let part = try source.decode(PixelRect(size), resizedTo: PixelSize(width: 1, height: 1))
                #expect(part.size == PixelSize(width: 1, height: 1))
            }
        }
    }

    @Test func areEvenGrey() throws {
        let bitmap = try ImageSource(greyJPEG(PixelSize(width: 3, height: 8_000))).decode(atLeast: 1_000)
        #expect(bitmap[0, 500].red == 128 && bitmap[0, 500].green == 128)
    }
}
