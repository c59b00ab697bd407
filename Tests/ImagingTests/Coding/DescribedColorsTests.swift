import Imaging
import TestSupport
import Testing

/// Colours that a file describes without an ICC profile. Every picture shows the patches of ``ProfileTests``.
@Suite struct DescribedColorsTests {
    private func decoded(_ name: String) throws -> Bitmap {
        try ImageSource(Fixtures.bytes("described/\(name)")).decode()
    }

    @Test(arguments: [
        "p3-cicp.png", "p3-narrow-cicp.png", "p3-cicp-profile.png", "gamma-primaries.png", "linear-gamma-16.png",
        "adobe-exif.jpg", "p3-nclx.heic", "p3-vui.heic", "p3-nclx.avif",
    ])
    func coloursAreBroughtToSRGB(name: String) throws {
        // As they are, they are 10 and more away.
        #expect(try decoded(name).largestError() <= 3, "\(name)")
    }

    @Test(arguments: ["srgb-gamma.png", "srgb-said.png", "primaries-alone.png"])
    func whatIsSRGBOrSaysTooLittleStaysAsItIs(name: String) throws {
        #expect(try decoded(name).largestError() == 0)
    }

    @Test func greyHasAnExponentToo() throws {
        let bitmap = try decoded("grey-gamma.png")
        // Samples are proportional to light: 128 of 255 is sRGB's 188.
        #expect(abs(Int(bitmap[128, 2].red) - 188) <= 1)
        #expect(bitmap[128, 2].green == bitmap[128, 2].red && bitmap[0, 2].red == 0)
    }

    /// White is at 203 cd/m². What is brighter than seven tenths of it makes room for what HDR has beyond white.
    private let toneMapped: [SIMD3<Int>] = [
        [200, 80, 60], [60, 160, 90], [70, 90, 190], [227, 198, 59], [128, 128, 128], [30, 30, 30], [235, 235, 235],
        [150, 110, 90],
    ]

    @Test(arguments: [
        "pq-cicp.png", "pq-alpha-cicp.png", "hlg-cicp.png", "pq-nclx.heic", "pq-vui.heic", "hlg-nclx.heic",
        "hlg-vui.heic",
    ])
    func hdrIsToneMapped(name: String) throws {
        let bitmap = try decoded(name)
        #expect(bitmap.largestError(from: toneMapped) <= (name.hasSuffix("heic") ? 4 : 2), "\(name)")
        #expect(bitmap[8, 8].alpha == (name.contains("alpha") ? 128 : 255))
    }

    @Test func aPartHasTheColoursOfTheWhole() throws {
        for name in ["pq-alpha-cicp.png", "hlg-nclx.heic"] {
            let source = try ImageSource(Fixtures.bytes("described/\(name)"))
            let whole = try source.decode()
            let part = try source.decode(
                PixelRect(x: 2, y: 2, width: 12, height: 12), resizedTo: PixelSize(width: 6, height: 6))
            #expect(abs(Int(part[3, 3].red) - Int(whole[8, 8].red)) <= 2)
            #expect(part[3, 3].alpha == whole[8, 8].alpha)
        }
    }

    @Test func damagedDescriptionsAreLeftAside() throws {
        let bytes = try Fixtures.bytes("described/hlg-vui.heic")
        let settings = try #require(bytes.indices.first { bytes[$0...].starts(with: "hvcC".utf8) })
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[settings + 4 + Int(random.next() % 110)] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = try? ImageSource(damaged, limits: ImageLimits(pixels: 1 << 22))
        }
        var degenerate = try Fixtures.bytes("described/gamma-primaries.png")
        let chromaticities = try #require(degenerate.indices.first { degenerate[$0...].starts(with: "cHRM".utf8) })
        degenerate.replaceSubrange(chromaticities + 4..<chromaticities + 36, with: [UInt8](repeating: 0, count: 32))
        let picture = try? ImageSource(degenerate).decode()
        #expect(picture == nil || picture?.size == PixelSize(width: 128, height: 16))
    }
}
