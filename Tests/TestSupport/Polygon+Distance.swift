package import Imaging

extension Polygon {
    /// Returns the distance from a point to the nearest side.
    package static func distance(_ point: Point, _ points: [Point]) -> Double {
        guard var last = points.last else { return .infinity }
        var nearest = Double.infinity
        for next in points {
            nearest = min(nearest, point.squaredDistance(toSegment: last, next))
            last = next
        }
        return nearest.squareRoot()
    }
}
