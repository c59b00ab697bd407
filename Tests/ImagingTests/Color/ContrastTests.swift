import Imaging
import Testing

@Suite("WCAG contrast")
struct ContrastTests {
    @Test
    func hasThePublishedLuminances() {
        #expect(SRGBColor.black.relativeLuminance == 0)
        #expect(abs(SRGBColor.white.relativeLuminance - 1) < 1e-12)
        #expect(abs(SRGBColor(red: 255, green: 0, blue: 0).relativeLuminance - 0.2126) < 1e-12)
        #expect(abs(SRGBColor(red: 0, green: 255, blue: 0).relativeLuminance - 0.7152) < 1e-12)
        #expect(abs(SRGBColor(red: 0, green: 0, blue: 255).relativeLuminance - 0.0722) < 1e-12)
    }

    // The greys that every contrast checker quotes: the last that passes 4.5 and 3 on white, and the first that fails.
    @Test(arguments: [("#000000", 21), ("#767676", 4.54), ("#777777", 4.48), ("#949494", 3.03), ("#ffffff", 1)])
    func hasThePublishedRatiosOnWhite(hex: String, expected: Double) throws {
        let color = try #require(SRGBColor(hex))
        #expect(abs(color.contrast(with: .white) - expected) < 0.005)
        #expect(color.contrast(with: .white) == SRGBColor.white.contrast(with: color))
    }

    @Test
    func doesNotLookAtAlpha() {
        #expect(SRGBColor(red: 9, green: 9, blue: 9, alpha: 0).contrast(with: .white) > 19)
    }
}
