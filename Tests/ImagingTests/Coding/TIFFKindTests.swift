import Imaging
import TestSupport
import Testing

/// What TIFF files hold beside the usual samples: read as it is meant, or named.
@Suite struct TIFFKindTests {
    private func isPicture(_ name: String, within tolerance: Int = 2) throws -> Bool {
        let bitmap = try ImageSource(Fixtures.bytes("tiff/\(name)")).decode()
        #expect(bitmap.size == PixelSize(width: 64, height: 48))
        return isNear(bitmap[8, 20], [200, 100, 50], tolerance) && isNear(bitmap[56, 20], [40, 160, 90], tolerance)
    }

    private func isNear(_ color: SRGBColor, _ expected: [Int], _ tolerance: Int) -> Bool {
        zip([color.red, color.green, color.blue], expected).allSatisfy { abs(Int($0) - $1) <= tolerance }
    }

    private func failure(_ bytes: [UInt8]) throws -> ImagingError {
        try #require(#expect(throws: ImagingError.self) { try ImageSource(bytes).decode() })
    }

    @Test(arguments: ["ycbcr.tiff", "rgb32.tiff", "zstd.tiff"])
    func samplesMeanColours(name: String) throws {
        #expect(try isPicture(name), "\(name)")
    }

    @Test func greyLightInFloatingPointIsSeen() throws {
        let bitmap = try ImageSource(Fixtures.bytes("tiff/grey-float.tiff")).decode()
        #expect(isNear(bitmap[8, 20], [200, 200, 200], 2) && isNear(bitmap[56, 20], [40, 40, 40], 2))
    }

    @Test(arguments: ["preview-first.tiff", "preview-above.tiff"])
    func aPreviewIsNotThePhoto(name: String) throws {
        #expect(try isPicture(name), "\(name)")
        let source = try ImageSource(Fixtures.bytes("tiff/\(name)"))
        #expect(source.size == PixelSize(width: 64, height: 48))
        let part = try source.decode(
            PixelRect(x: 32, y: 0, width: 32, height: 48), resizedTo: PixelSize(width: 8, height: 12))
        #expect(isNear(part[4, 6], [40, 160, 90], 2))
    }

    @Test func aPreviewAloneIsRefused() throws {
        let failure = try failure(Fixtures.bytes("tiff/preview-alone.tiff"))
        #expect(failure.code == .unknownFormat)
        #expect(failure.description.contains("small previews and no full picture"))
    }

    @Test(arguments: [
        ("half.tiff", "floating-point samples of 16 bits"), ("double.tiff", "floating-point samples of 64 bits"),
        ("signed16.tiff", "samples with a sign"), ("ycbcr16.tiff", "YCbCr samples of 16 bits"),
    ])
    func whatIsNotReadIsNamed(name: String, kind: String) throws {
        let failure = try failure(Fixtures.bytes("tiff/\(name)"))
        #expect(failure.code == .unknownFormat)
        #expect(failure.description == "the TIFF has \(kind), which is not supported; save the picture as PNG or JPEG")
    }

    @Test func aCompressionThatIsNotReadIsNamed() throws {
        let failure = try failure(Fixtures.bytes("tiff/jpeg2000.tiff"))
        #expect(failure.description.contains("its compression, JPEG 2000, is not supported"))
    }

    @Test(arguments: ["raw.tiff", "raw-dng.tiff"])
    func aRawIsNoPictureYet(name: String) throws {
        let failure = try failure(Fixtures.bytes("tiff/\(name)"))
        #expect(failure.code == .unknownFormat)
        #expect(failure.description.hasPrefix("a camera's raw file must be developed first; export it as JPEG"))
    }

    @Test(arguments: [
        Array("FUJIFILMCCD-RAW 0201".utf8), Array("IIU\0\u{18}".utf8), Array("IIRO\u{8}\0\0\0".utf8),
        Array("FOVb\0".utf8),
        [0, 0, 0, 24] + Array("ftypcrx ".utf8) + [0, 0, 0, 1] + Array("crx isom".utf8),
        Array("II\u{1A}\0\0\0HEAPCCDR".utf8), Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8),
    ])
    func rawsWithSignaturesOfTheirOwnAreNamed(start: [UInt8]) throws {
        let failure = try failure(start + [UInt8](repeating: 0, count: 64))
        #expect(failure.description.hasPrefix("a camera's raw file must be developed first"))
    }

    @Test func directoriesThatLeadInCirclesEnd() throws {
        var bytes = try Fixtures.bytes("tiff/preview-alone.tiff")
        // The first directory follows itself.
        let first = Int(bytes[4]) | Int(bytes[5]) << 8
        let count = Int(bytes[first]) | Int(bytes[first + 1]) << 8
        bytes.replaceSubrange(first + 2 + 12 * count..<first + 4 + 12 * count, with: bytes[4...5])
        #expect(try failure(bytes).code == .unknownFormat)
    }

    @Test func bytesThatWereFlippedGiveAPictureOrAnError() throws {
        for name in try Fixtures.names(in: "tiff") {
            let bytes = try Fixtures.bytes(name)
            var random = SeededGenerator(seed: 3)
            for _ in 0..<40 {
                var damaged = bytes
                for _ in 0..<6 {
                    damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                _ = try? ImageSource(damaged, limits: ImageLimits(pixels: 1 << 20)).decode(atLeast: 40)
            }
        }
    }
}
