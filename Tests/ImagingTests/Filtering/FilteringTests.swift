import Imaging
import TestSupport
import Testing

struct ResamplingTests {
    @Test func evenPlanesStayEven() {
        let plane = Plane(size: PixelSize(width: 13, height: 7), filledWith: 0.4)
        for (width, height) in [(40, 3), (5, 29), (1, 1)] {
            let target = PixelSize(width: width, height: height)
            #expect(plane.resampled(to: target).samples.allSatisfy { abs($0 - 0.4) < 1e-5 })
        }
    }

    @Test func rampsStayRampsAwayFromTheEnds() {
        let ramp = Plane(
            size: PixelSize(width: 20, height: 2), samples: (0..<40).map { (Float($0 % 20) + 0.5) / 20 })
        let enlarged = ramp.resampled(to: PixelSize(width: 60, height: 2))
        for x in 6..<54 { #expect(abs(enlarged[x, 1] - (Float(x) + 0.5) / 60) < 1e-4) }
    }

    @Test func stepsDoNotOvershoot() {
        let step = Plane(size: PixelSize(width: 8, height: 1), samples: [0, 0, 0, 0, 1, 1, 1, 1])
        #expect(step.resampled(to: PixelSize(width: 50, height: 1)).samples.allSatisfy { (0...1).contains($0) })
    }
}

struct BoxBlurTests {
    @Test(arguments: [1, 2, 9]) func agreesWithTheMeanOverTheWindow(radius: Int) {
        var random = SeededGenerator(seed: 3)
        let size = PixelSize(width: 11, height: 6)
        let plane = Plane(size: size, samples: (0..<size.area).map { _ in Float.random(in: 0...1, using: &random) })
        let blurred = plane.boxBlurred(radius: radius)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum: Float = 0
                var count: Float = 0
                for row in max(0, y - radius)...min(size.height - 1, y + radius) {
                    for column in max(0, x - radius)...min(size.width - 1, x + radius) {
                        sum += plane[column, row]
                        count += 1
                    }
                }
                #expect(abs(blurred[x, y] - sum / count) < 1e-4)
            }
        }
    }
}

struct DiscDilationTests {
    /// Below and above the reach at which the method changes.
    @Test(arguments: [1, 4.5, 10, 40] as [Float]) func growsByTheUnionOfDiscs(radius: Float) {
        var random = SeededGenerator(seed: 5)
        let size = PixelSize(width: 70, height: 55)
        var shape = Plane(size: size)
        for _ in 0..<6 {
            shape[Int.random(in: 0..<70, using: &random), Int.random(in: 0..<55, using: &random)] =
                Float.random(in: 0.2...1, using: &random)
        }
        let grown = shape.dilated(radius: radius)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var power = Float.infinity
                for row in 0..<size.height {
                    for column in 0..<size.width where shape[column, row] > 0 {
                        let disc = radius + shape[column, row] - 0.5
                        let squared = Float((x - column) * (x - column) + (y - row) * (y - row))
                        power = min(power, squared + radius * radius - disc * disc)
                    }
                }
                let expected = min(max(radius - max(power, 0).squareRoot() + 0.5, 0), 1)
                #expect(abs(grown[x, y] - expected) < 0.02)
            }
        }
    }

    @Test func theOutlineFollowsAFractionOfAPixel() {
        // A half-plane that ends at x = 10 + part: the grown one ends at x = 15 + part.
        for part in [0, 0.25, 0.5, 0.75] as [Float] {
            let row = (0..<30).map { x in x < 10 ? 1 : x == 10 ? part : 0 }
            let grown = Plane(size: PixelSize(width: 30, height: 9), samples: (0..<9).flatMap { _ in row })
                .dilated(radius: 5)
            let end = (0..<30).reduce(Float(0)) { $0 + grown[$1, 4] }
            #expect(abs(end - 15 - part) < 0.05)
        }
    }

    @Test func nothingGrowsFromNothing() {
        #expect(Plane(size: PixelSize(width: 40, height: 40)).dilated(radius: 12).samples.allSatisfy { $0 == 0 })
    }
}

struct ConnectedComponentsTests {
    @Test func diagonalNeighboursBelongTogether() {
        let rows = ["#..#.", ".#..#", "#...."]
        let samples = rows.joined().map { $0 == "#" ? Float(1) : 0 }
        let parts = ConnectedComponents(of: Plane(size: PixelSize(width: 5, height: 3), samples: samples), above: 0.5)
        #expect(parts.components.map(\.area) == [3, 2])
        #expect(parts.components[0].box == PixelRect(x: 0, y: 0, width: 2, height: 3))
        #expect(parts.labels[1 * 5 + 4] == 2)
    }

    @Test func armsThatMeetLateAreOnePart() {
        let rows = ["#.#.#", "#.#.#", "#####"]
        let samples = rows.joined().map { $0 == "#" ? Float(1) : 0 }
        let parts = ConnectedComponents(of: Plane(size: PixelSize(width: 5, height: 3), samples: samples), above: 0.5)
        #expect(parts.components.map(\.area) == [11])
    }
}

struct AlphaBoxTests {
    @Test func tracesDoNotCount() {
        var bitmap = Bitmap(size: PixelSize(width: 9, height: 8))
        #expect(bitmap.alphaBox(above: 10) == nil)
        bitmap[0, 0] = SRGBColor(red: 0, green: 0, blue: 0, alpha: 10)
        bitmap[3, 2] = SRGBColor(red: 0, green: 0, blue: 0, alpha: 11)
        bitmap[5, 6] = .white
        #expect(bitmap.alphaBox(above: 10) == PixelRect(x: 3, y: 2, width: 3, height: 5))
    }
}
