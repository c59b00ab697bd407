import Glibc
import TestSupport
import Testing

@testable import Imaging

/// Lines around shapes whose edge is known.
@Suite struct DieCutOutlineTests {
    private static let size = PixelSize(width: 512, height: 512)
    private static let width = 15.0

    private func line(around shape: Plane, width: Double = Self.width) -> DieCutOutline {
        DieCutOutline(around: shape, distance: width, detail: width)
    }

    @Test(arguments: KnownShape.allCases, [0, 0.75])
    func knownShapesAreFollowedToHalfAPixelWhereTheyAreSmoothWithNoiseOrWithout(
        _ shape: KnownShape, _ noise: Double
    ) throws {
        let outline = line(around: Plane(size: Self.size, insideOf: [shape.polygon(noise: noise)]))
        try #require(outline.loops.count == 1)
        let edge = shape.silhouette
        var errors: [Double] = []
        for point in outline.loops[0] where shape.corners.allSatisfy({ ($0 - point).length > 3.5 * Self.width }) {
            errors.append(Polygon.distance(point, edge) - Self.width)
        }
        #expect(errors.count > 300)
        #expect(errors.allSatisfy { abs($0) < 0.5 }, "\(errors.min() ?? 0) to \(errors.max() ?? 0)")
    }

    @Test(arguments: [0, 1.5]) func cornersStayTheLineDoesNotComeNearerThere(_ noise: Double) throws {
        let frame = [Point(60, 80), Point(450, 80), Point(450, 400), Point(60, 400)]
        let ear = [Point(150, 440), Point(256, 60), Point(362, 440)]
        for polygon in [frame, ear] {
            let rough = KnownShape.noisy(polygon, noise)
            let loop = try #require(line(around: Plane(size: Self.size, insideOf: [rough])).loops.first)
            for corner in polygon {
                let nearest = loop.map { ($0 - corner).length }.min() ?? 0
                // The noise takes a pixel or two of the corner itself.
                #expect(abs(nearest - Self.width) < 0.2 * Self.width + noise, "\(corner): \(nearest)")
            }
        }
    }

    @Test(arguments: [0.8, 1.5, 2.5]) func wavesShorterThanThreeWidthsAreTakenOut(_ waves: Double) throws {
        let length = waves * Self.width
        let top = stride(from: 40.0, through: 470, by: 0.5).map { x in
            Point(x, 200 + 0.3 * Self.width * sin(2 * .pi * x / length))
        }
        let loop = try #require(
            line(around: Plane(size: Self.size, insideOf: [top + [Point(470, 400), Point(40, 400)]])).loops.first)
        let along = loop.filter { (130...380).contains($0.x) && $0.y < 300 }.map(\.y)
        try #require(along.count > 100)
        // Even, and about as far as the mean of the waves is. Where they are steep and deep, it is nearer to their
        // crests.
        #expect((along.max() ?? 0) - (along.min() ?? 0) < 0.06 * Self.width)
        let mean = along.reduce(0, +) / Double(along.count)
        #expect(abs(200 - mean - Self.width) < 0.25 * Self.width)
    }

    @Test func wavesLongerThanThatAreFollowed() throws {
        let shape =
            stride(from: 40.0, through: 470, by: 0.5).map { x in
                Point(x, 200 + 8 * sin(2 * .pi * x / (8 * Self.width)))
            } + [Point(470, 400), Point(40, 400)]
        let loop = try #require(line(around: Plane(size: Self.size, insideOf: [shape])).loops.first)
        let along = loop.filter { (130...380).contains($0.x) && $0.y < 300 }
        for point in along { #expect(abs(Polygon.distance(point, shape) - Self.width) < 0.1 * Self.width) }
    }

    /// Hairs, specks and pits of any form.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func allOfAShapeStaysInside(_ seed: UInt64) {
        let shape = hairyShape(seed: seed)
        for width in [2.0, 9, 24] {
            let covered = line(around: shape, width: width).coverage(in: shape.size)
            #expect(zip(shape.samples, covered.samples).allSatisfy { $0 < 0.01 || $1 > 0.97 }, "\(width)")
        }
    }

    private func hairyShape(seed: UInt64) -> Plane {
        var random = SeededGenerator(seed: seed)
        var polygons = [KnownShape.noisy(KnownShape.disc.polygon(noise: 0).map { $0 * 0.6 + 60 }, 3)]
        for _ in 0..<60 {
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            let way = Point(cos(angle), sin(angle))
            let side = Point(-way.y, way.x) * Double.random(in: 0.5...2, using: &random)
            let root = Point(214, 214) + way * 100
            let tip = Point(214, 214) + way * Double.random(in: 112...170, using: &random)
            polygons.append([root - side, tip - side, tip + side, root + side])
        }
        return Plane(size: PixelSize(width: 430, height: 430), insideOf: polygons)
    }

    @Test func gapsNarrowerThanTheLinesDistanceAreClosedSmallHolesFilled() {
        var shape = Plane(size: Self.size)
        for y in 60..<460 {
            for x in 60..<460 where !(240..<254).contains(x) || y > 300 { shape[x, y] = 1 }
        }
        for y in 350..<370 { for x in 100..<120 { shape[x, y] = 0 } }
        for y in 100..<240 { for x in 300..<430 { shape[x, y] = 0 } }
        let outline = line(around: shape)
        #expect(outline.loops.count == 2, "the line around the shape and that around the large hole")
        let covered = outline.coverage(in: Self.size)
        #expect((60..<300).allSatisfy { covered[247, $0] == 1 }, "the gap")
        #expect(covered[110, 360] == 1, "the small hole")
        #expect(covered[365, 170] == 0, "the large hole")
    }

    @Test func widerGapsStayOpen() {
        var shape = Plane(size: Self.size)
        for y in 60..<460 { for x in 60..<460 where !(200..<290).contains(x) || y > 380 { shape[x, y] = 1 } }
        #expect(line(around: shape).coverage(in: Self.size)[245, 200] == 0)
    }

    @Test func movedByWholePixelsTheLineIsTheSame() {
        let shape = Plane(size: Self.size, insideOf: [KnownShape.star.polygon(noise: 2)])
        let before = line(around: shape).coverage(in: Self.size)
        var moved = Plane(size: PixelSize(width: 540, height: 530))
        for y in 0..<512 { for x in 0..<512 { moved[x + 13, y + 7] = shape[x, y] } }
        let after = line(around: moved).coverage(in: moved.size)
        for y in 0..<512 {
            for x in 0..<512 where abs(before[x, y] - after[x + 13, y + 7]) > 1e-4 {
                Issue.record("\(x), \(y)")
                return
            }
        }
    }

    @Test(arguments: [0.3, 3, 5]) func theSameShapeInAnotherSizeHasTheSameLine(_ scale: Double) throws {
        let polygon = KnownShape.star.polygon(noise: 0)
        let loop = try #require(line(around: Plane(size: Self.size, insideOf: [polygon])).loops.first)
        let side = Int(512 * scale)
        let scaled = Plane(size: PixelSize(width: side, height: side), insideOf: [polygon.map { $0 * scale }])
        let other = try #require(line(around: scaled, width: Self.width * scale).loops.first)
        let farthest = other.map { Polygon.distance($0 * (1 / scale), loop) }.max() ?? 9
        // Half a pixel of the smaller one, and a sixteenth of the width.
        #expect(farthest < 0.5 / min(scale, 1) + 0.06 * Self.width, "\(farthest)")
    }

    @Test func aLineWithoutDistanceGoesAlongTheMeanEdge() throws {
        let shape = Plane(size: Self.size, insideOf: [KnownShape.disc.polygon(noise: 1.5)])
        let loop = try #require(DieCutOutline(around: shape, distance: 0, detail: 6).loops.first)
        let errors = loop.map { ($0 - KnownShape.middle).length - KnownShape.radius }
        #expect(errors.allSatisfy { abs($0) < 1 }, "\(errors.min() ?? 0) to \(errors.max() ?? 0)")
    }

    @Test func nothingHasNoLineAPixelHasOne() throws {
        #expect(line(around: Plane(size: PixelSize(width: 9, height: 9))).loops.isEmpty)
        #expect(line(around: Plane(size: PixelSize(width: 0, height: 0))).loops.isEmpty)
        for width in [1.0, 2, 15, 40] {
            var speck = Plane(size: PixelSize(width: 1, height: 1))
            speck[0, 0] = 1
            let loop = try #require(line(around: speck, width: width).loops.first)
            // Cells of the raster are larger than the pixel.
            let distances = loop.map { ($0 - Point(0.5, 0.5)).length }
            #expect(distances.allSatisfy { abs($0 - width) < 0.7 + 0.1 * width })
        }
    }
}

/// Closed polygons, with noise on their edges.
enum KnownShape: CaseIterable {
    case disc, star, comb

    static let middle = Point(256, 256)
    static let radius = 190.0

    /// Without noise, and what a line at a distance sees of it.
    var silhouette: [Point] {
        switch self {
        case .disc:
            (0..<1200).map { index in
                let angle = 2 * Double.pi * Double(index) / 1200
                return Self.middle + Point(cos(angle), sin(angle)) * Self.radius
            }
        case .star:
            (0..<10).map { index in
                let angle = Double.pi * Double(index) / 5 - 1.5
                return Self.middle + Point(cos(angle), sin(angle)) * (index % 2 == 0 ? 236 : 102)
            }
        case .comb: [Point(31, 100), Point(471, 100), Point(471, 400), Point(31, 400)]
        }
    }

    var corners: [Point] { self == .disc ? [] : silhouette }

    func polygon(noise: Double) -> [Point] {
        guard self == .comb else { return Self.noisy(silhouette, noise) }
        // Nine teeth, with gaps that are narrower than the line's distance.
        var teeth: [Point] = []
        for tooth in 0..<9 {
            let left = 31 + 50 * Double(tooth)
            teeth += [Point(left, 240), Point(left, 100), Point(left + 40, 100), Point(left + 40, 240)]
        }
        return Self.noisy(teeth + [Point(471, 400), Point(31, 400)], noise)
    }

    /// With a point every pixel and a half, off by as much as `noise` at random.
    static func noisy(_ polygon: [Point], _ noise: Double) -> [Point] {
        guard noise > 0 else { return polygon }
        var random = SeededGenerator(seed: 7)
        return polygon.indices.flatMap { index in
            let (from, to) = (polygon[index], polygon[(index + 1) % polygon.count])
            let count = max(1, Int((to - from).length / 1.5))
            let normal = Point(to.y - from.y, from.x - to.x).normalized
            return (0..<count).map { step in
                from + (to - from) * (Double(step) / Double(count))
                    + normal * Double.random(in: -noise...noise, using: &random)
            }
        }
    }
}
