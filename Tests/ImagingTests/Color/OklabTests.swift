import Glibc
import Imaging
import TestSupport
import Testing

@Suite("Oklab")
struct OklabTests {
    static let known: [(SRGBColor, Oklab)] = [
        (.black, Oklab(lightness: 0, a: 0, b: 0)),
        (.white, Oklab(lightness: 1, a: 0, b: 0)),
        (SRGBColor(red: 255, green: 0, blue: 0), Oklab(lightness: 0.627_96, a: 0.224_86, b: 0.125_85)),
        (SRGBColor(red: 0, green: 255, blue: 0), Oklab(lightness: 0.866_44, a: -0.233_89, b: 0.179_50)),
        (SRGBColor(red: 0, green: 0, blue: 255), Oklab(lightness: 0.452_01, a: -0.032_46, b: -0.311_53)),
    ]

    @Test(arguments: known)
    func hasThePublishedCoordinatesOfThePrimaries(color: SRGBColor, expected: Oklab) {
        let oklab = Oklab(color)
        #expect(abs(oklab.lightness - expected.lightness) < 2e-5)
        #expect(abs(oklab.a - expected.a) < 2e-5)
        #expect(abs(oklab.b - expected.b) < 2e-5)
    }

    @Test
    func givesSRGBColoursBackByteForByte() {
        let levels = Array(stride(from: 0, through: 255, by: 15)) + [1, 2, 3, 11, 12, 128, 254]
        for red in levels {
            for green in levels {
                for blue in levels {
                    let color = SRGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    #expect(Oklab(color).srgb == color)
                }
            }
        }
    }

    @Test
    func keepsGreysGrey() {
        for code in UInt8.min...UInt8.max {
            let grey = Oklab(SRGBColor(red: code, green: code, blue: code))
            #expect(grey.chroma < 1e-6)
            #expect(abs(Double(grey.lightness) - cbrt(SRGBTransfer.linearLight[Int(code)])) < 1e-6)
        }
    }

    @Test
    func convertsManyColoursToTheVerySameValuesAsOne() {
        var random = SeededGenerator(seed: 1)
        let size = PixelSize(width: 37, height: 11)
        let bitmap = Bitmap(size: size, pixels: (0..<4 * size.area).map { _ in .random(in: 0...255, using: &random) })
        let planes = OklabPlanes(bitmap)
        #expect(planes.count == size.area)
        for index in 0..<size.area {
            #expect(planes[index] == Oklab(bitmap[index % size.width, index / size.width]))
        }
    }

    @Test
    func convertsAveragesOfCodesWholeOnesExactlyOthersToWhatLiesBetween() {
        let planes = OklabPlanes(
            encodedRed: [0, 255, 12, 100.5], green: [0, 255, 200, 100.5], blue: [0, 255, 31, 100.5])
        #expect(planes[0] == Oklab(.black))
        #expect(planes[1] == Oklab(.white))
        #expect(planes[2] == Oklab(SRGBColor(red: 12, green: 200, blue: 31)))
        let between = Oklab(SRGBColor(red: 100, green: 100, blue: 100)).lightness
        let above = Oklab(SRGBColor(red: 101, green: 101, blue: 101)).lightness
        #expect(planes[3].lightness > between && planes[3].lightness < above)
    }

    @Test
    func mixesOnAStraightLine() {
        let (first, second) = (Oklab(lightness: 0.2, a: -0.1, b: 0.04), Oklab(lightness: 0.6, a: 0.1, b: 0))
        #expect(first.mixed(with: second, 0) == first)
        let quarter = first.mixed(with: second, 0.25)
        #expect(abs(quarter.lightness - 0.3) < 1e-6 && abs(quarter.a + 0.05) < 1e-6 && abs(quarter.b - 0.03) < 1e-6)
    }

    @Test
    func fitsAColourThatSRGBDoesNotHaveByTakingChromaAlone() {
        let inside = Oklab(SRGBColor(red: 200, green: 30, blue: 90))
        #expect(inside.isInSRGB)
        #expect(inside.fittedToSRGB == inside)

        var random = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            let wild = Oklab(
                lightness: .random(in: 0.05...0.95, using: &random), a: .random(in: -0.5...0.5, using: &random),
                b: .random(in: -0.5...0.5, using: &random))
            let fitted = wild.fittedToSRGB
            #expect(fitted.isInSRGB)
            #expect(fitted.lightness == wild.lightness)
            #expect(fitted.chroma <= wild.chroma)
            #expect(abs(fitted.a * wild.b - fitted.b * wild.a) < 1e-4)
            // As vivid as can be: a little more is outside again.
            if !wild.isInSRGB, fitted.chroma > 0.01 {
                let more = Oklab(lightness: fitted.lightness, a: fitted.a * 1.02, b: fitted.b * 1.02)
                #expect(!more.isInSRGB)
            }
        }
        #expect(Oklab(lightness: 1.5, a: 0.1, b: 0).fittedToSRGB.srgb == .white)
        #expect(Oklab(lightness: -1, a: 0.1, b: 0).fittedToSRGB.srgb == .black)
    }
}
