import TestSupport
import Testing

@testable import Imaging

struct DiscClosingTests {
    /// Discs and bars with soft edges, some of them cut off by the plane.
    private func blobs(seed: UInt64, size: PixelSize) -> Plane {
        var random = SeededGenerator(seed: seed)
        var shape = Plane(size: size)
        for _ in 0..<7 {
            let x = Float.random(in: 0...Float(size.width), using: &random)
            let y = Float.random(in: 0...Float(size.height), using: &random)
            let reach = SIMD2(Float.random(in: 2...40, using: &random), Float.random(in: 2...40, using: &random))
            let isDisc = Bool.random(using: &random)
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let away = SIMD2(abs(Float(column) - x), abs(Float(row) - y))
                    let outside =
                        isDisc ? (away * away).sum().squareRoot() - reach.x : max(away.x - reach.x, away.y - reach.y)
                    shape[column, row] = max(shape[column, row], min(max(0.5 - outside, 0), 1))
                }
            }
        }
        return shape
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func onACoarserRasterTheOutlineIsNearlyTheSame(seed: UInt64) {
        let shape = blobs(seed: seed, size: PixelSize(width: 301, height: 215))
        for (radius, factor) in [(17, 2), (38, 3), (70, 4)] as [(Float, Int)] {
            let coarse = shape.dilated(radius: radius, closing: radius, by: factor)
            let tolerance = max(1, 0.4 * Float(factor))
            let outer = shape.dilated(radius: radius + tolerance, closing: radius, by: 1)
            let inner = shape.dilated(radius: radius - tolerance, closing: radius, by: 1)
            // A bay that nearly fills may end a little earlier on either raster.
            #expect(zip(coarse.samples, outer.samples).count { $0 > $1 + 0.01 } < 20)
            #expect(zip(coarse.samples, inner.samples).count { $0 < $1 - 0.01 } < 20)
        }
    }

    @Test(arguments: [(5, 1), (17, 2), (38, 3)] as [(Float, Int)])
    func aStraightEdgeKeepsItsDistanceAndAGapIsClosed(radius: Float, factor: Int) {
        let size = PixelSize(width: 220, height: 40)
        for part in [0, 0.25, 0.5, 0.75] as [Float] {
            let row = (0..<220).map { x in x < 70 ? 1 : x == 70 ? part : 0 }
            let grown = Plane(size: size, samples: (0..<40).flatMap { _ in row })
                .dilated(radius: radius, closing: radius, by: factor)
            let end = (0..<220).reduce(Float(0)) { $0 + grown[$1, 20] }
            #expect(abs(end - 70 - part - radius) < 0.1)
        }
        // Twice the radius is filled by growing, as much again by closing.
        func gap(_ width: Int) -> Float {
            let row = (0..<220).map { x in x < 4 || x >= 4 + width ? Float(1) : 0 }
            let grown = Plane(size: size, samples: (0..<40).flatMap { _ in row })
                .dilated(radius: radius, closing: radius, by: factor)
            return grown[4 + width / 2, 20]
        }
        #expect(gap(Int(3.8 * radius)) == 1)
        #expect(gap(Int(4.4 * radius)) < 0.01)
    }

    @Test func nothingComesOfNothing() {
        let nothing = Plane(size: PixelSize(width: 90, height: 70))
        #expect(nothing.dilated(radius: 40, closing: 40).samples.allSatisfy { $0 == 0 })
        let speck = Plane(size: PixelSize(width: 1, height: 1), samples: [1])
        #expect(speck.dilated(radius: 40, closing: 40).samples == [1])
    }
}
