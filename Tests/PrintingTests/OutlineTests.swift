import Glibc
import Imaging
import TestSupport
import Testing

@testable import Printing

/// Outlines of shapes whose edge is known.
struct OutlineTests {
    @Test func circleIsFollowedByFewCurves() throws {
        let outline = try OutlineTracer().trace(Shape.circle(radius: 200).bitmap).outline
        let radii = outline.flattened(tolerance: 0.02).map { ($0 - Point(256, 256)).length }
        #expect(radii.allSatisfy { abs($0 - 200) < 0.3 }, "\(radii.min() ?? 0) to \(radii.max() ?? 0)")
        #expect(outline.curves.count <= 16, "\(outline.curves.count) curves")
    }

    @Test(arguments: ["star", "circle", "thin arms"])
    func lineIsWithinHalfAPixelOfTheEdgeAt512Pixels(name: String) throws {
        let shape = ["star": Shape.star(), "circle": Shape.circle(radius: 180.3), "thin arms": Shape.thinArms()][name]
        try expectNear(#require(shape).bitmap)
    }

    @Test func lineOfARealCutoutIsWithinHalfAPixelOfTheEdge() throws {
        for cutout in [RealCutout.chelsea, .astronaut] { try expectNear(cutout.bitmap(side: 512)) }
    }

    /// Both ways: the curves near the line where alpha is one half, and that line near the curves.
    private func expectNear(_ bitmap: Bitmap) throws {
        let scale = max(1, Double(bitmap.size.longestSide) / 512)
        let outline = try OutlineTracer().trace(bitmap).outline
        let curve = outline.flattened(tolerance: 0.02)
        let edges = OutlineTracer.pieces(of: bitmap)
        let edge = try #require(edges.first)
        try #require(edges.dropFirst().allSatisfy { Polygon.signedArea($0) < Polygon.signedArea(edge) / 200 })
        let farthest = curve.map { Polygon.distance($0, edge) }.max() ?? 9
        let missed = edge.map { Polygon.distance($0, curve) }.max() ?? 9
        #expect(farthest <= 0.5 * scale, "the curves are \(farthest) pixels off")
        #expect(missed <= 0.5 * scale, "the edge is \(missed) pixels off")
        expectSound(outline)
    }

    private func expectSound(_ outline: Outline) {
        #expect(outline.curves.last?.end == outline.start, "closed")
        let polygon = outline.flattened(tolerance: 0.02)
        #expect(!Polygon.crossesItself(polygon))
        #expect(Polygon.signedArea(polygon) > 0, "clockwise")
    }

    @Test(arguments: 1...25)
    func anyBlobIsInsideOfOneClosedPathThatDoesNotCrossItself(seed: Int) throws {
        let bitmap = Shape.blob(seed: UInt64(seed)).bitmap
        let outline = try OutlineTracer().trace(bitmap).outline
        expectSound(outline)
        let polygon = outline.flattened(tolerance: 0.02)
        for y in stride(from: 0, to: bitmap.height, by: 3) {
            for x in stride(from: 0, to: bitmap.width, by: 3) {
                let place = Point(Double(x) + 0.5, Double(y) + 0.5)
                let isSubject = bitmap[x, y].alpha > 127
                if Polygon.contains(place, polygon) != isSubject, Polygon.distance(place, polygon) >= 0.8 {
                    Issue.record("\(place) has alpha \(bitmap[x, y].alpha)")
                }
            }
        }
    }

    /// Noise has the worst edges there are: saddles, specks, single pixels.
    @Test(arguments: 1...10)
    func evenNoiseHasOneClosedPathThatDoesNotCrossItself(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bitmap = Bitmap(size: PixelSize(width: 48, height: 40))
        for index in 0..<bitmap.size.area { bitmap.pixels[4 * index + 3] = .random(in: 0...255, using: &generator) }
        expectSound(try OutlineTracer().trace(bitmap).outline)
        expectSound(try OutlineTracer(offset: 3).trace(bitmap).outline)
        expectSound(try OutlineTracer(offset: 1, smoothing: 2).trace(bitmap).outline)
    }

    @Test func starHasItsTenCornersAndStraightSides() throws {
        let outline = try OutlineTracer().trace(Shape.star().bitmap).outline
        #expect(outline.curves.count <= 48, "\(outline.curves.count) curves")
        for corner in Shape.starCorners(side: 512) {
            // Antialiasing takes the last pixel or two of a tip.
            #expect(Polygon.distance(corner, outline.flattened(tolerance: 0.02)) < 2)
        }
    }

    @Test func offsetIsThatFarFromTheEdgeWhereItIsSmooth() throws {
        let outline = try OutlineTracer(offset: 17).trace(Shape.star().bitmap).outline
        let corners = Shape.starCorners(side: 512)
        let places = outline.flattened(tolerance: 0.02)
        let smooth = places.filter { place in corners.allSatisfy { (place - $0).length > 50 } }
        #expect(smooth.count > 20)
        #expect(smooth.allSatisfy { abs(Polygon.distance($0, corners) - 17) < 0.8 })
        // Never nearer than where a tip is rounded off. A bay is.
        let distances = places.map { Polygon.distance($0, corners) }
        #expect(distances.allSatisfy { $0 > 12 && $0 < 26 }, "\(distances.min() ?? 0) to \(distances.max() ?? 0)")
        expectSound(outline)
    }

    @Test func holesStayInTheSticker() throws {
        let ring = Shape(size: PixelSize(width: 100, height: 100)) { place in
            (20...40).contains((place - Point(50, 50)).length)
        }
        let outline = try OutlineTracer().trace(ring.bitmap).outline
        for point in outline.flattened(tolerance: 0.05) { #expect(abs((point - Point(50, 50)).length - 40) < 0.4) }
    }

    @Test func piecesAreJoinedByABridgeAndSpecksAreLeftOutside() throws {
        let centers = [Point(80, 100), Point(210, 100)]
        let two = Shape(size: PixelSize(width: 300, height: 200)) { place in
            centers.contains { (place - $0).length <= 50 } || (place - Point(20, 20)).length <= 2
        }
        let outline = try OutlineTracer().trace(two.bitmap).outline
        expectSound(outline)
        let polygon = outline.flattened(tolerance: 0.05)
        for center in centers { #expect(Polygon.contains(center, polygon)) }
        #expect(Polygon.contains(Point(145, 100), polygon), "the bridge")
        #expect(!Polygon.contains(Point(20, 20), polygon), "the speck")
        // Far from the bridge the edge is as it was.
        for point in polygon where point.x < 50 { #expect(abs((point - centers[0]).length - 50) < 0.6) }
    }

    @Test func smoothingClosesSlitsAndCutsSpikesOff() throws {
        let shape = Shape(size: PixelSize(width: 200, height: 200)) { place in
            let isSquare = (40...160).contains(place.x) && (60...160).contains(place.y)
            let isSlit = (98...102).contains(place.x) && place.y < 120
            let isSpike = (139...141).contains(place.x) && (20...60).contains(place.y)
            return (isSquare && !isSlit) || isSpike
        }
        let polygon = try OutlineTracer(smoothing: 4).trace(shape.bitmap).outline.flattened(tolerance: 0.05)
        #expect(Polygon.contains(Point(100, 80), polygon))
        #expect(!Polygon.contains(Point(140, 40), polygon))
        #expect(Polygon.contains(Point(60, 80), polygon))
    }

    @Test func pictureWithoutAHalfOpaquePixelIsRefused() {
        let clear = Bitmap(size: PixelSize(width: 20, height: 20))
        let faint = Bitmap(
            size: PixelSize(width: 20, height: 20), filledWith: SRGBColor(red: 9, green: 9, blue: 9, alpha: 120))
        for bitmap in [clear, faint, Bitmap(size: PixelSize(width: 0, height: 0))] {
            let error = #expect(throws: PrintingError.self) { try OutlineTracer().trace(bitmap) }
            #expect(error?.code == .noShape)
        }
    }

    @Test(arguments: [-1, .nan, .infinity, 1e9] as [Double])
    func lengthThatIsNoneIsRefused(length: Double) {
        let bitmap = Shape.circle(side: 32, radius: 10).bitmap
        for tracer in [OutlineTracer(offset: length), OutlineTracer(smoothing: length)] {
            #expect(throws: PrintingError.self) { try tracer.trace(bitmap) }
        }
    }

    @Test func distancesAreThoseToTheSides() {
        let corners = Shape.starCorners(side: 60)
        let field = DistanceField([corners], room: 6, spacing: 1)
        for y in 0..<field.plane.height {
            for x in 0..<field.plane.width {
                let place = field.origin + Point(Double(x), Double(y))
                let distance = Polygon.distance(place, corners) * (Polygon.contains(place, corners) ? -1 : 1)
                #expect(abs(Double(field.plane[x, y]) - distance) < 0.1)
            }
        }
    }
}
