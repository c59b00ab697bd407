/// A point or a vector in the plane; y grows downwards.
@usableFromInline package typealias Point = SIMD2<Double>

extension Point {
    @inlinable
    package func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The z of the cross product, positive if `other` is clockwise of this vector.
    package func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    package var squaredLength: Double { dot(self) }
    package var length: Double { squaredLength.squareRoot() }

    /// The vector with length 1; zero for a vector of length zero.
    package var normalized: Point {
        let length = length
        return length > 0 ? self / length : .zero
    }

    /// Returns the squared distance to the segment from `start` to `end`.
    @inlinable
    package func squaredDistance(toSegment start: Point, _ end: Point) -> Double {
        let direction = end - start
        let squared = direction.dot(direction)
        let offset = self - start
        let along = squared > 0 ? Swift.min(Swift.max(offset.dot(direction) / squared, 0), 1) : 0
        let rest = offset - direction * along
        return rest.dot(rest)
    }
}

/// A rectangle in the plane.
package struct Box: Hashable, Sendable {
    /// The top left corner.
    package var low: Point
    /// The bottom right corner.
    package var high: Point

    /// The distance from the left to the right edge.
    package var width: Double { high.x - low.x }
    /// The distance from the top to the bottom edge.
    package var height: Double { high.y - low.y }
    /// The larger of width and height.
    package var longestSide: Double { max(width, height) }

    /// Creates the smallest box around all points; empty at zero without points.
    package init(around points: some Sequence<Point>) {
        low = Point(repeating: .infinity)
        high = Point(repeating: -.infinity)
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        if low.x > high.x { (low, high) = (.zero, .zero) }
    }

    package init(low: Point, high: Point) {
        self.low = low
        self.high = high
    }

    package func grown(by distance: Double) -> Box {
        Box(low: low - Point(repeating: distance), high: high + Point(repeating: distance))
    }
}
