package import Imaging

/// A closed path of cubic Bézier curves that goes clockwise around a shape and does not cross itself.
package struct Outline: Hashable, Sendable {
    /// A cubic Bézier curve that begins where the one before it ends.
    package struct Curve: Hashable, Sendable {
        /// The first control point.
        package var control1: Point
        /// The second control point.
        package var control2: Point
        /// The end of the curve.
        package var end: Point
    }

    /// The beginning of the first curve, and the end of the last one.
    package var start: Point
    /// The curves of the closed line, at least two.
    package var curves: [Curve]

    /// Returns a polygon whose sides are at most `tolerance` from the curves.
    package func flattened(tolerance: Double) -> [Point] {
        var points: [Point] = []
        var from = start
        for curve in curves {
            // The number of even steps that keeps the error of a cubic below the tolerance (Goldman 2002).
            let bend = max(
                (from - curve.control1 * 2 + curve.control2).length,
                (curve.control1 - curve.control2 * 2 + curve.end).length)
            let steps = max(1, min(64, Int((0.75 * bend / tolerance).squareRoot().rounded(.up))))
            for step in 0..<steps { points.append(Bezier.point(from, curve, at: Double(step) / Double(steps))) }
            from = curve.end
        }
        return points
    }

    /// The box around the path, with a tolerance of 0.01.
    var box: Box { Box(around: flattened(tolerance: 0.01)) }

    /// Applies an affine transform to every point.
    func mapped(_ transform: (Point) -> Point) -> Outline {
        Outline(
            start: transform(start),
            curves: curves.map {
                Curve(control1: transform($0.control1), control2: transform($0.control2), end: transform($0.end))
            })
    }

    /// Creates a path from a polygon; each side is a straight curve.
    init(polygon: [Point]) {
        start = polygon.first ?? .zero
        curves = polygon.indices.map { index in
            let (from, to) = (polygon[index], polygon[(index + 1) % polygon.count])
            return Curve(control1: from + (to - from) / 3, control2: from + (to - from) * (2 / 3), end: to)
        }
    }

    init(start: Point, curves: [Curve]) {
        self.start = start
        self.curves = curves
    }

    /// Creates a rectangle with rounded corners.
    ///
    /// - Parameter radius: of the corners; at most half of the shorter side is taken.
    init(rectangle box: Box, radius: Double) {
        let radius = min(radius, min(box.width, box.height) / 2)
        // A quarter of a circle as a cubic: off by less than 0.03 % of the radius.
        let handle = radius * (1 - 0.552_284_749_8)
        let (low, high) = (box.low, box.high)
        start = Point(low.x + radius, low.y)
        var path: [Curve] = []
        var from = start
        func line(_ to: Point) {
            path.append(Curve(control1: from + (to - from) / 3, control2: from + (to - from) * (2 / 3), end: to))
            from = to
        }
        func turn(_ control1: Point, _ control2: Point, _ to: Point) {
            path.append(Curve(control1: control1, control2: control2, end: to))
            from = to
        }
        line(Point(high.x - radius, low.y))
        turn(
            Point(high.x - handle, low.y), Point(high.x, low.y + handle), Point(high.x, low.y + radius))
        line(Point(high.x, high.y - radius))
        turn(
            Point(high.x, high.y - handle), Point(high.x - handle, high.y), Point(high.x - radius, high.y))
        line(Point(low.x + radius, high.y))
        turn(
            Point(low.x + handle, high.y), Point(low.x, high.y - handle), Point(low.x, high.y - radius))
        line(Point(low.x, low.y + radius))
        turn(
            Point(low.x, low.y + handle), Point(low.x + handle, low.y), start)
        curves = path
    }
}

/// Points on a cubic Bézier curve.
enum Bezier {
    @inline(__always)
    static func point(_ start: Point, _ curve: Outline.Curve, at t: Double) -> Point {
        let u = 1 - t
        return start * (u * u * u) + curve.control1 * (3 * u * u * t) + curve.control2 * (3 * u * t * t)
            + curve.end * (t * t * t)
    }

    static func firstDerivative(_ start: Point, _ curve: Outline.Curve, at t: Double) -> Point {
        let u = 1 - t
        return (curve.control1 - start) * (3 * u * u) + (curve.control2 - curve.control1) * (6 * u * t)
            + (curve.end - curve.control2) * (3 * t * t)
    }

    static func secondDerivative(_ start: Point, _ curve: Outline.Curve, at t: Double) -> Point {
        (curve.control2 - curve.control1 * 2 + start) * (6 * (1 - t))
            + (curve.end - curve.control2 * 2 + curve.control1) * (6 * t)
    }
}
