import TestSupport
import Testing

@testable import Imaging

@Suite struct BMPTests {
    private func decode(_ name: String) throws -> Bitmap {
        let source = try ImageSource(Fixtures.bytes("bmp/\(name).bmp"))
        #expect(source.format == .bmp)
        return try source.decode()
    }

    @Test(arguments: [
        ("palette1", 2), ("palette4", 16), ("palette8", 256), ("runs4", 16), ("runs8", 256), ("core4", 16),
    ])
    func palettesAndRunsAreExact(name: String, colors: Int) throws {
        let bitmap = try decode(name)
        #expect(bitmap.size == PixelSize(width: 37, height: 23))
        for y in 0..<23 {
            for x in 0..<37 {
                let index = (x / 4 + y / 3) % colors
                let share = index * 255 / (colors - 1)
                let expected = SRGBColor(
                    red: UInt8(share), green: UInt8(255 - share), blue: UInt8((40 + 7 * index) % 256))
                guard bitmap[x, y] != expected else { continue }
                Issue.record("\(name): \(bitmap[x, y]) at \(x), \(y) instead of \(expected)")
                return
            }
        }
    }

    @Test(arguments: ["true24", "top-down24", "true32"])
    func trueColoursAreExact(name: String) throws {
        let bitmap = try decode(name)
        #expect(try bitmap == ImageSource(Fixtures.bytes("format/truecolor.png")).decode())
    }

    @Test(arguments: ["true16", "masks16"])
    func sixteenBitsComeNear(name: String) throws {
        let truth = try ImageSource(Fixtures.bytes("format/truecolor.png")).decode()
        #expect(try decode(name).largestDifference(from: truth) <= 8)
    }

    @Test(arguments: ["alpha-v4", "alpha-v5"])
    func alphaIsThatOfTheMask(name: String) throws {
        let bitmap = try decode(name)
        #expect([20, 80, 140].map { bitmap[$0, 60].alpha } == [0, 128, 255])
        #expect(bitmap[140, 60].red == 195)
    }

    @Test func alphaThatIsZeroEverywhereCountsForNone() throws {
        var bytes = try Fixtures.bytes("bmp/alpha-v5.bmp")
        for index in stride(from: 14 + 124, to: bytes.count, by: 4) { bytes[index] = 0 }
        #expect(try !ImageSource(bytes).decode().hasTransparency)
    }

    @Test func isMadeSmallerAndCroppedAsOthersAre() throws {
        let source = try ImageSource(Fixtures.bytes("bmp/true24.bmp"))
        let small = try source.decode(atLeast: 40)
        #expect(GradientPicture.offset(of: small, showing: PixelRect(source.size)).largestMean < 1)
        let part = PixelRect(x: 40, y: 30, width: 80, height: 60)
        let shown = try source.decode(part, resizedTo: PixelSize(width: 40, height: 30))
        #expect(GradientPicture.offset(of: shown, showing: part).largestMean < 1)
    }

    @Test(arguments: ["palette1", "palette4", "palette8", "runs4", "runs8", "core4", "true24", "true16", "alpha-v5"])
    func whatIsCutShortIsDamaged(name: String) throws {
        let bytes = try Fixtures.bytes("bmp/\(name).bmp")
        for part in 1..<24 {
            let head = Array(bytes.prefix(bytes.count * part / 24))
            let error = #expect(throws: ImagingError.self) { try ImageSource(head).decode() }
            #expect(error?.code == .damaged || error?.code == .unknownFormat, "\(name), \(part)")
        }
    }

    @Test func whatIsNotReadIsAnError() throws {
        let bytes = try Fixtures.bytes("bmp/true24.bmp")
        // A JPEG within, 5 bits a pixel, an offset beyond the end, a huge size, no size.
        let changes: [(at: Int, bytes: [UInt8])] = [
            (30, [4]), (28, [5]), (10, [255, 255, 255]), (18, [0x50, 0xC3, 0, 0, 0x50, 0xC3]), (18, [0, 0]),
        ]
        for change in changes {
            var broken = bytes
            broken.replaceSubrange(change.at..<change.at + change.bytes.count, with: change.bytes)
            let error = #expect(throws: ImagingError.self) { try ImageSource(broken).decode() }
            #expect(error?.code == (change.bytes == changes[3].bytes ? .pixelCount : .damaged), "\(change)")
        }
    }

    @Test func flippedBytesGiveAPictureOrAnError() throws {
        var random = SeededGenerator(seed: 3)
        for name in try Fixtures.names(in: "bmp") {
            let bytes = try Fixtures.bytes(name)
            for _ in 0..<300 {
                var damaged = bytes
                for _ in 0..<4 {
                    damaged[Int(random.next() % UInt64(min(bytes.count, 400)))] = UInt8(
                        truncatingIfNeeded: random.next())
                }
                guard let source = try? ImageSource(damaged, limits: ImageLimits(pixels: 1 << 20)) else { continue }
                let bitmap = try? source.decode()
                #expect(bitmap == nil || bitmap?.size == source.size)
            }
        }
    }
}
