import Imaging
import Stickers
import TestSupport
import Testing

/// Pictures of few flat colours give back exactly those.
@Suite("The colours of painted pictures")
struct KnownColorsTests {
    typealias Areas = [(color: SRGBColor, area: Int)]

    static let quantiserVectors: [(Areas, Areas)] = [
        ([(Painted.red, 1)], [(Painted.red, 1)]),
        ([(Painted.green, 1)], [(Painted.green, 1)]),
        ([(Painted.blue, 1)], [(Painted.blue, 1)]),
        ([(Painted.blue, 5)], [(Painted.blue, 5)]),
        ([(Painted.red, 2), (Painted.green, 3)], [(Painted.green, 3), (Painted.red, 2)]),
        (
            [(Painted.blue, 1), (Painted.green, 1), (Painted.red, 1)],
            [(Painted.red, 1), (Painted.green, 1), (Painted.blue, 1)]
        ),
    ]

    /// As in the tests of material-color-utilities' quantisers.
    @Test(arguments: quantiserVectors)
    func areThoseOfTheQuantiserVectors(painted: Areas, expected: Areas) {
        let bitmap = Painted.bitmap(painted.map { ($0.color, $0.area) }, width: 5)
        let scheme = ColorExtractor().extract(from: bitmap, matte: nil)
        #expect(scheme.colors == expected.map(\.color))
        let total = Double(expected.reduce(0) { $0 + $1.area })
        for (swatch, known) in zip(scheme.swatches, expected) {
            #expect(abs(swatch.share - Double(known.area) / total) < 1e-12)
        }
    }

    @Test
    func areNoneWhenAllIsTransparent() {
        let faint = SRGBColor(red: 255, green: 0, blue: 0, alpha: 127)
        for bitmap in [
            Painted.bitmap([(.clear, 9)], width: 3), Painted.bitmap([(faint, 20), (.clear, 5)], width: 5),
            Bitmap(size: PixelSize(width: 0, height: 0)), Bitmap(size: PixelSize(width: 300, height: 400)),
        ] {
            let scheme = ColorExtractor().extract(from: bitmap, matte: nil)
            #expect(scheme.swatches.isEmpty)
            #expect(scheme.colors.isEmpty)
        }
    }

    @Test
    func doNotCountTransparentPixels() {
        let hidden = SRGBColor(red: 0, green: 255, blue: 0, alpha: 127)
        let seen = SRGBColor(red: 0, green: 0, blue: 255, alpha: 128)
        let bitmap = Painted.bitmap([(hidden, 500), (seen, 20), (Painted.red, 30)], width: 10)
        let scheme = ColorExtractor().extract(from: bitmap, matte: nil)
        #expect(scheme.colors == [Painted.red, Painted.blue])
        #expect(abs(scheme.swatches[0].share - 0.6) < 1e-12)
    }

    @Test(arguments: 1...16)
    func areExactForEveryCountSeedAndOrderOfThePixels(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        for round in 0..<4 {
            // Merely different: also colours that nobody can tell apart come back as they are.
            let colors = Painted.colors(count, distance: 0, using: &random)
            var areas = Array(stride(from: 3, to: 3 + 40 * count, by: 40))
            areas.shuffle(using: &random)
            let bitmap = Painted.bitmap(Array(zip(colors, areas)), width: 29).shuffled(using: &random)
            let extractor = ColorExtractor(colorCount: max(count, round * 5), seed: random.next())
            let scheme = extractor.extract(from: bitmap, matte: nil)
            let order = colors.indices.sorted { areas[$0] > areas[$1] }
            #expect(scheme.colors == order.map { colors[$0] })
        }
    }

    @Test
    func areExactWhenTheyDifferByOneCodeOnManyPixelsAndOnASingleOne() {
        let colors = [(100, 100, 100), (101, 100, 100), (100, 101, 100), (100, 100, 99)].map { red, green, blue in
            SRGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
        }
        let areas = zip(colors, [1, 60_000, 200, 50_000])
        let scheme = ColorExtractor().extract(from: Painted.bitmap(Array(areas), width: 500), matte: nil)
        #expect(scheme.colors == [colors[1], colors[3], colors[2], colors[0]])
    }

    @Test(arguments: 0..<8)
    func ofTheSameAreaComeInTheOrderOfTheirCodes(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let colors = Painted.colors(4, distance: 0, using: &random)
        let bitmap = Painted.bitmap(colors.map { ($0, 25) }, width: 10).shuffled(using: &random)
        let scheme = ColorExtractor(seed: random.next()).extract(from: bitmap, matte: nil)
        #expect(scheme.colors == colors.sorted { $0.hex > $1.hex })
    }

    @Test(arguments: 1...4)
    func moveByLessThanOneCIEDE2000UnderNoise(count: Int) {
        var random = SeededGenerator(seed: 90 + UInt64(count))
        for _ in 0..<6 {
            let colors = Painted.colors(count, distance: 10, using: &random)
            let areas = (1...count).map { 900 * $0 }
            let painted = Painted.bitmap(Array(zip(colors, areas)), width: 90)
            let scheme = ColorExtractor(seed: random.next()).extract(from: painted.noisy(using: &random), matte: nil)
            #expect(scheme.swatches.count == count)
            let total = Double(areas.reduce(0, +))
            for (swatch, index) in zip(scheme.swatches, (0..<count).reversed()) {
                #expect(swatch.color.deltaE2000(to: colors[index]) < 1)
                #expect(abs(swatch.share - Double(areas[index]) / total) < 0.01)
            }
        }
    }

    @Test
    func moreThanAskedForBecomeAsManyAsAskedFor() {
        var random = SeededGenerator(seed: 5)
        let colors = Painted.colors(12, distance: 8, using: &random)
        let bitmap = Painted.bitmap(colors.map { ($0, 400) }, width: 60)
        for count in 1...8 {
            let scheme = ColorExtractor(colorCount: count).extract(from: bitmap, matte: nil)
            #expect(scheme.swatches.count == count)
            #expect(abs(scheme.swatches.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        }
    }

    @Test
    func needACountOf1To16() async {
        await #expect(processExitsWith: .failure) { _ = ColorExtractor(colorCount: 0) }
        await #expect(processExitsWith: .failure) { _ = ColorExtractor(colorCount: 17) }
    }
}
