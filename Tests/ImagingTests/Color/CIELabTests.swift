import Imaging
import Testing

@Suite("CIE L*a*b* and CIEDE2000")
struct CIELabTests {
    @Test(arguments: [
        ("#000000", CIELab(lightness: 0, a: 0, b: 0)),
        ("#ffffff", CIELab(lightness: 100, a: 0, b: 0)),
        ("#808080", CIELab(lightness: 53.585, a: 0, b: 0)),
        ("#ff0000", CIELab(lightness: 53.24, a: 80.09, b: 67.20)),
        ("#00ff00", CIELab(lightness: 87.73, a: -86.18, b: 83.18)),
        ("#0000ff", CIELab(lightness: 32.30, a: 79.19, b: -107.86)),
    ])
    func hasThePublishedCoordinatesOfSRGBColours(hex: String, expected: CIELab) throws {
        let lab = CIELab(try #require(SRGBColor(hex)))
        #expect(abs(lab.lightness - expected.lightness) < 0.01)
        #expect(abs(lab.a - expected.a) < 0.03)
        #expect(abs(lab.b - expected.b) < 0.03)
    }

    @Test
    func ciede2000GivesTheDifferencesOfThePapersTable1BothWays() {
        #expect(Self.pairs.count == 34)
        for (number, pair) in Self.pairs.enumerated() {
            let first = CIELab(lightness: pair[0], a: pair[1], b: pair[2])
            let second = CIELab(lightness: pair[3], a: pair[4], b: pair[5])
            #expect(abs(first.deltaE2000(to: second) - pair[6]) < 0.000_05, "pair \(number + 1)")
            #expect(abs(second.deltaE2000(to: first) - pair[6]) < 0.000_05, "pair \(number + 1), swapped")
        }
    }

    @Test
    func ciede2000OfAColourWithItselfIs0OfBlackAndWhite100() {
        #expect(SRGBColor(red: 31, green: 200, blue: 77).deltaE2000(to: SRGBColor(red: 31, green: 200, blue: 77)) == 0)
        #expect(abs(SRGBColor.black.deltaE2000(to: .white) - 100) < 0.001)
    }

    /// Sharma, Wu and Dalal 2005, table 1: L*, a*, b* of both colours and their difference to four decimals.
    private static let pairs: [[Double]] = [
        [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
        [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
        [50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412],
        [50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000],
        [50, -1.1848, -84.8006, 50, 0, -82.7485, 1.0000],
        [50, -0.9009, -85.5211, 50, 0, -82.7485, 1.0000],
        [50, 0, 0, 50, -1, 2, 2.3669],
        [50, -1, 2, 50, 0, 0, 2.3669],
        [50, 2.4900, -0.0010, 50, -2.4900, 0.0009, 7.1792],
        [50, 2.4900, -0.0010, 50, -2.4900, 0.0010, 7.1792],
        [50, 2.4900, -0.0010, 50, -2.4900, 0.0011, 7.2195],
        [50, 2.4900, -0.0010, 50, -2.4900, 0.0012, 7.2195],
        [50, -0.0010, 2.4900, 50, 0.0009, -2.4900, 4.8045],
        [50, -0.0010, 2.4900, 50, 0.0010, -2.4900, 4.8045],
        [50, -0.0010, 2.4900, 50, 0.0011, -2.4900, 4.7461],
        [50, 2.5, 0, 50, 0, -2.5, 4.3065],
        [50, 2.5, 0, 73, 25, -18, 27.1492],
        [50, 2.5, 0, 61, -5, 29, 22.8977],
        [50, 2.5, 0, 56, -27, -3, 31.9030],
        [50, 2.5, 0, 58, 24, 15, 19.4535],
        [50, 2.5, 0, 50, 3.1736, 0.5854, 1.0000],
        [50, 2.5, 0, 50, 3.2972, 0, 1.0000],
        [50, 2.5, 0, 50, 1.8634, 0.5757, 1.0000],
        [50, 2.5, 0, 50, 3.2592, 0.3350, 1.0000],
        [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
        [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
        [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
        [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
        [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
        [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
        [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
        [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
        [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
        [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
    ]
}
