import Testing

@testable import Imaging

struct PolygonCoverageTests {
    private let size = PixelSize(width: 12, height: 10)

    @Test func ofARectangleBetweenPixelsEachHasItsPart() {
        let plane = Plane(size: size, insideOf: [[Point(2.25, 1.5), Point(7.5, 1.5), Point(7.5, 6), Point(2.25, 6)]])
        #expect(plane[2, 1] == 0.375 && plane[2, 3] == 0.75 && plane[4, 1] == 0.5 && plane[4, 3] == 1)
        #expect(plane[7, 3] == 0.5 && plane[8, 3] == 0 && plane[4, 6] == 0 && plane[1, 3] == 0)
    }

    @Test func itsSumIsTheAreaHolesLeftOut() {
        let outer = [Point(1.3, 0.4), Point(10.9, 2.2), Point(8.1, 9.7), Point(2.2, 8.8)]
        let hole = [Point(4, 3), Point(4.5, 6.5), Point(7.25, 6)]
        #expect(Polygon.signedArea(hole) < 0)
        let plane = Plane(size: size, insideOf: [outer, hole])
        let area = Polygon.signedArea(outer) + Polygon.signedArea(hole)
        #expect(abs(Double(plane.samples.reduce(0, +)) - area) < 0.01)
    }

    @Test func whatLiesBeyondThePlaneIsCutOff() {
        let plane = Plane(size: size, insideOf: [[Point(-5, -4), Point(30, -4), Point(30, 5.5), Point(-5, 5.5)]])
        for y in 0..<size.height {
            for x in 0..<size.width { #expect(plane[x, y] == (y < 5 ? 1 : y == 5 ? 0.5 : 0)) }
        }
        let above = Plane(size: size, insideOf: [[Point(2, -9), Point(5, -9), Point(5, -1)]])
        #expect(above.samples.allSatisfy { $0 == 0 })
        #expect(
            Plane(size: PixelSize(width: 0, height: 3), insideOf: [[Point(0, 0), Point(1, 0), Point(0, 1)]]).samples
                == [])
    }
}
