import Imaging
import Stickers
import TestSupport
import Testing

@Suite("A photo's colour scheme")
struct PhotoColorSchemeTests {
    private func scheme(_ colors: [SRGBColor]) -> PhotoColorScheme {
        PhotoColorScheme(swatches: colors.map { Swatch(color: $0, share: 1 / Double(colors.count)) })
    }

    private func color(_ hex: String) -> SRGBColor { SRGBColor(hex) ?? .clear }

    // MARK: - Text

    @Test(arguments: 0..<16)
    func hasATextThatReaches4Point5OnEveryColourItsGradientShows(batch: Int) {
        var random = SeededGenerator(seed: UInt64(batch))
        for _ in 0..<64 {
            let colors = (0..<Int.random(in: 1...6, using: &random)).map { _ in Painted.color(using: &random) }
            let scheme = scheme(colors)
            let least = scheme.gradient.ramp.reduce(Double.infinity) { min($0, scheme.textColor.contrast(with: $1)) }
            #expect(least >= 4.5, "\(colors.map(\.hex))")
            #expect(scheme.textColor == .black || scheme.textColor == .white)
        }
    }

    @Test
    func reaches4Point5OnTheHardestColours() {
        let corners = (0..<8).map { corner in
            SRGBColor(
                red: corner & 1 == 0 ? 0 : 255, green: corner & 2 == 0 ? 0 : 255, blue: corner & 4 == 0 ? 0 : 255)
        }
        let greys = (112...126).map { SRGBColor(red: $0, green: $0, blue: $0) }
        for first in corners + greys {
            for second in corners + greys {
                let scheme = scheme([first, second])
                let bitmap = scheme.gradient.bitmap(size: PixelSize(width: 24, height: 12))
                for y in 0..<12 {
                    for x in 0..<24 { #expect(scheme.textColor.contrast(with: bitmap[x, y]) >= 4.5) }
                }
            }
        }
    }

    @Test(arguments: [
        (["#f4e8d0", "#c8a060", "#80c0d0"], SRGBColor.black), (["#402010", "#203060", "#000000"], .white),
        (["#ffffff"], .black), (["#000000"], .white), (["#767676"], .black), (["#757575"], .white),
    ])
    func keepsTheColoursOfThePhotoWhereBlackOrWhiteCanBeReadOnThem(hex: [String], text: SRGBColor) {
        let scheme = scheme(hex.map(color))
        #expect(Set(scheme.gradient.stops.map(\.color)) == Set(scheme.colors))
        #expect(scheme.textColor == text)
    }

    @Test
    func changesItsGradientNoMoreThanItMustAndItsSwatchesNever() {
        // Mostly dark with a light spot: darkened. Mostly light with a dark spot: lightened.
        let dark = PhotoColorScheme(swatches: [
            Swatch(color: color("#202830"), share: 0.9), Swatch(color: color("#e0c0a0"), share: 0.1),
        ])
        #expect(dark.textColor == .white)
        #expect(dark.colors == [color("#202830"), color("#e0c0a0")])
        #expect(dark.gradient.stops.last?.color == color("#202830"))
        #expect(dark.gradient.stops.first.map { SRGBColor.white.contrast(with: $0.color) < 5 } == true)

        let light = PhotoColorScheme(swatches: [
            Swatch(color: color("#e0c0a0"), share: 0.9), Swatch(color: color("#202830"), share: 0.1),
        ])
        #expect(light.textColor == .black)
        #expect(light.gradient.stops.first?.color == color("#e0c0a0"))
        #expect(light.gradient.stops.last.map { SRGBColor.black.contrast(with: $0.color) < 5 } == true)
    }

    @Test
    func keepsTheHueOfAColourThatItLightensOrDarkens() {
        for hex in ["#701818", "#185070", "#186020", "#604010"] {
            let original = Oklab(color(hex))
            let scheme = PhotoColorScheme(swatches: [
                Swatch(color: .white, share: 0.8), Swatch(color: color(hex), share: 0.2),
            ])
            guard let stop = scheme.gradient.stops.last else { continue }
            let adjusted = Oklab(stop.color)
            #expect(adjusted.lightness > original.lightness)
            let sine = (adjusted.a * original.b - adjusted.b * original.a) / (adjusted.chroma * original.chroma)
            #expect(abs(sine) < 0.03)
            #expect(adjusted.chroma >= original.chroma * 0.9)
        }
    }

    // MARK: - Gradient

    @Test
    func hasAGradientThatStartsLightAndKeepsLikeBesideLike() {
        // Around half the circle of hues; by lightness alone they would be out of order.
        let hues: [(lightness: Float, a: Float, b: Float)] = [
            (0.78, 0.1, 0), (0.72, 0.05, 0.087), (0.76, -0.05, 0.087), (0.74, -0.1, 0),
        ]
        let ordered = hues.map { Oklab(lightness: $0.lightness, a: $0.a, b: $0.b).srgb }
        #expect(scheme([2, 0, 3, 1].map { ordered[$0] }).gradient.stops.map(\.color) == ordered)

        let greys = self.scheme(["#202020", "#e0e0e0", "#606060", "#a0a0a0"].map(color))
        let lightness = greys.gradient.stops.map { Oklab($0.color).lightness }
        #expect(lightness == lightness.sorted(by: >))
    }

    @Test
    func doesNotDependOnTheOrderInWhichItsSwatchesAreGiven() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<20 {
            let swatches = (0..<5).map { Swatch(color: Painted.color(using: &random), share: $0 < 2 ? 0.26 : 0.16) }
            #expect(
                PhotoColorScheme(swatches: swatches)
                    == PhotoColorScheme(swatches: swatches.shuffled(using: &random)))
        }
    }

    // MARK: - Ends

    @Test
    func mayHaveSixteenColoursTheSameOneTwiceOrOne() {
        var random = SeededGenerator(seed: 10)
        let many = scheme((0..<16).map { _ in Painted.color(using: &random) })
        #expect(many.gradient.stops.count == 16)
        #expect(scheme([.white, .white]).gradient.stops.map(\.color) == [.white, .white])
        #expect(scheme([.black]).gradient.color(at: 0.3) == .black)
    }

    @Test
    func withoutAColourIsBlackOnWhite() {
        let empty = PhotoColorScheme(swatches: [])
        #expect(empty.colors.isEmpty)
        #expect(empty.gradient == Gradient([.white]))
        #expect(empty.textColor == .black)
    }
}
