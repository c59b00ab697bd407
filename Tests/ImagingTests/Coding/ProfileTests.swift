import Imaging
import TestSupport
import Testing

/// Embedded colour profiles. Every picture shows patches whose sRGB colours are known.
@Suite struct ProfileTests {
    static let patches: [SIMD3<Int>] = [
        [200, 80, 60], [60, 160, 90], [70, 90, 190], [230, 200, 60], [128, 128, 128], [30, 30, 30], [245, 245, 245],
        [150, 110, 90],
    ]

    private func decoded(_ name: String) throws -> Bitmap {
        try ImageSource(Fixtures.bytes("profile/\(name)")).decode()
    }

    @Test(arguments: [
        "display-p3.jpg", "display-p3.png", "display-p3-16.png", "display-p3-alpha16.png", "display-p3.webp",
        "display-p3.heic", "display-p3.avif", "display-p3.tiff", "adobe-rgb.jpg", "linear-16.png",
    ])
    func coloursAreBroughtToSRGB(name: String) throws {
        let bitmap = try decoded(name)
        // Three levels of 255 lie near a ΔE2000 of 1 in these colours; a profile left out is 15 and more away.
        #expect(bitmap.largestError() <= 3, "\(name)")
        #expect(bitmap[8, 8].alpha == (name.contains("alpha") ? 128 : 255))
    }

    @Test func itsOwnSRGBProfileChangesNothing() throws {
        #expect(try decoded("srgb.png").largestError() == 0)
    }

    @Test(arguments: ["cut-short.jpg", "garbage.jpg", "grey-on-color.jpg", "cmyk-on-color.jpg"])
    func aProfileThatIsBrokenOrOfAnotherKindIsLeftAside(name: String) throws {
        #expect(try decoded(name).largestError() <= 2)
    }

    @Test func aGreyProfileIsAppliedToGrey() throws {
        let bitmap = try decoded("grey.png")
        // The profile says that samples are proportional to light: 128 of 255 is sRGB's 188.
        #expect(abs(Int(bitmap[128, 2].red) - 188) <= 2)
        #expect(bitmap[0, 2].red <= 1 && bitmap[255, 2].red >= 250)
    }

    @Test func aColourProfileOnGreyIsLeftAside() throws {
        let bitmap = try decoded("color-on-grey.png")
        #expect(bitmap[128, 2] == SRGBColor(red: 128, green: 128, blue: 128))
    }

    @Test(arguments: ["cmyk.jpg", "cmyk.tiff"])
    func inksArePrintedAsTheirProfileSays(name: String) throws {
        // Paper, cyan, magenta, yellow, black, and magenta with yellow. Relative colorimetric: paper is white, in part.
        let bitmap = try decoded(name)
        let cyan = bitmap[24, 8]
        #expect(bitmap[8, 8].red > 245 && bitmap[8, 8].green > 240 && bitmap[8, 8].blue > 230)
        #expect(cyan.red < 70 && abs(Int(cyan.green) - 130) < 8 && abs(Int(cyan.blue) - 190) < 8)
        #expect(abs(Int(bitmap[40, 8].red) - 190) < 8 && abs(Int(bitmap[40, 8].blue) - 120) < 8)
        #expect(abs(Int(bitmap[56, 8].red) - 235) < 8 && abs(Int(bitmap[56, 8].blue) - 50) < 20)
        #expect(bitmap[72, 8].red < 12 && bitmap[72, 8].green < 12 && bitmap[72, 8].blue < 12)
        #expect(bitmap[88, 8].red > 120 && bitmap[88, 8].green < 70)
    }

    @Test(arguments: ["cmyk-plain.jpg", "cmyk-broken.jpg"])
    func inksWithoutAProfileThatHelpsLookLikeInks(name: String) throws {
        let bitmap = try decoded(name)
        #expect(bitmap[8, 8].red > 240 && bitmap[8, 8].green > 240 && bitmap[8, 8].blue > 240)
        #expect(bitmap[24, 8].red < 90 && bitmap[24, 8].blue > 180)
        #expect(bitmap[40, 8].green < 90 && bitmap[40, 8].red > 180)
        #expect(bitmap[56, 8].blue < 90 && bitmap[56, 8].red > 200)
        #expect(bitmap[72, 8].red < 70 && bitmap[72, 8].green < 70)
        #expect(bitmap[88, 8].red > 180 && bitmap[88, 8].green < 90)
    }
}

extension Bitmap {
    /// The largest difference of any channel in the middle of any patch.
    func largestError(from patches: [SIMD3<Int>] = ProfileTests.patches) -> Int {
        patches.enumerated().map { index, patch in
            let color = self[16 * index + 8, 8]
            return max(
                abs(Int(color.red) - patch.x), abs(Int(color.green) - patch.y), abs(Int(color.blue) - patch.z))
        }.max() ?? 0
    }
}
