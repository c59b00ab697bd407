import Glibc
import Imaging

/// Fits cubic Bézier curves to a closed polygon: Schneider, "An Algorithm for Automatically Fitting Digitized Curves",
/// Graphics Gems 1990. Corners stay; elsewhere the curves meet without a kink.
struct CurveFitter {
    /// The largest distance of a corner of the polygon from the curves.
    let tolerance: Double
    /// The length over which a direction is measured, so that single points do not turn it.
    let reach: Double
    /// The turn of the polygon, within `reach` on both sides, from which on a point is a corner.
    static let sharpestTurn = 55.0 * Double.pi / 180

    private let points: [Point]
    /// The length along the polygon to each point; the last entry is the whole length.
    private let lengths: [Double]

    /// - Parameter polygon: at least three points, no two neighbours at the same place.
    init(_ polygon: [Point], tolerance: Double, reach: Double) {
        self.tolerance = tolerance
        self.reach = reach
        points = polygon
        var lengths = [0.0]
        lengths.reserveCapacity(polygon.count + 1)
        for index in polygon.indices {
            let next = polygon[(index + 1) % polygon.count]
            lengths.append(lengths[index] + (next - polygon[index]).length)
        }
        self.lengths = lengths
    }

    func fit() -> Outline {
        var corners = cornerIndices()
        let isRound = corners.isEmpty
        if isRound { corners = [0] }
        var curves: [Outline.Curve] = []
        for (number, corner) in corners.enumerated() {
            let next = number + 1 < corners.count ? corners[number + 1] : corners[0] + points.count
            let tangents: (Point, Point)
            if isRound {
                let direction = direction(through: corner)
                tangents = (direction, -direction)
            } else {
                tangents = (direction(after: corner, upTo: next), -direction(before: next, downTo: corner))
            }
            fit(corner, next, tangents, into: &curves)
        }
        return Outline(start: points[corners[0]], curves: curves)
    }

    // MARK: Directions and corners

    private func point(_ index: Int) -> Point { points[index % points.count] }

    /// Returns the length along the polygon to a point.
    private func length(_ index: Int) -> Double {
        lengths[index % points.count] + Double(index / points.count) * lengths[points.count]
    }

    /// Returns the last point at most `reach` after `index`, and at least the next one.
    private func indexAhead(of index: Int, within way: Double) -> Int {
        var ahead = index + 1
        while ahead < index + points.count - 1, length(ahead + 1) - length(index) <= way { ahead += 1 }
        return ahead
    }

    private func indexBehind(_ index: Int, within way: Double) -> Int {
        var behind = index + points.count - 1
        while behind > index + 1, length(index + points.count) - length(behind - 1) <= way { behind -= 1 }
        return behind
    }

    private func direction(after index: Int, upTo end: Int) -> Point {
        // Pixels round a corner off, so the nearest points say little of the side.
        let ahead = min(indexAhead(of: index, within: 1.5 * reach), end)
        let first = min(indexAhead(of: index, within: reach / 2), ahead - 1)
        return (point(ahead) - point(max(first, index))).normalized
    }

    private func direction(before index: Int, downTo start: Int) -> Point {
        let way = min(1.5 * reach, length(index) - length(start))
        let behind = indexBehind(index % points.count, within: way)
        let last = indexBehind(index % points.count, within: min(reach / 2, way / 2))
        let direction = point(max(last, behind + 1)) - point(behind)
        return direction.squaredLength > 0 ? direction.normalized : (point(index) - point(behind)).normalized
    }

    /// Returns the direction of the polygon at a point that is no corner.
    private func direction(through index: Int) -> Point {
        let ahead = point(indexAhead(of: index, within: reach))
        let behind = point(indexBehind(index % points.count, within: reach))
        let direction = ahead - behind
        return direction.squaredLength > 0 ? direction.normalized : (point(index + 1) - point(index)).normalized
    }

    /// Returns the sharpest point of each turn by more than ``sharpestTurn``, in order.
    private func cornerIndices() -> [Int] {
        var turns = [Double](repeating: 0, count: points.count)
        for index in points.indices {
            let before = (points[index] - point(indexBehind(index, within: reach))).normalized
            let after = (point(indexAhead(of: index, within: reach)) - points[index]).normalized
            turns[index] = abs(atan2(before.cross(after), before.dot(after)))
        }
        var corners: [Int] = []
        for index in points.indices where turns[index] > Self.sharpestTurn {
            // The first of equal turns.
            let before = indexBehind(index, within: reach)..<index + points.count
            let after = index + 1...indexAhead(of: index, within: reach)
            if before.allSatisfy({ turns[$0 % points.count] < turns[index] }),
                after.allSatisfy({ turns[$0 % points.count] <= turns[index] })
            {
                corners.append(index)
            }
        }
        return corners
    }

    // MARK: Fitting

    /// Fits curves to a stretch of the polygon, and splits it where one curve is not near enough.
    ///
    /// - Parameters:
    ///   - first, last: the points between which curves are fitted; `last` may lie in the next round.
    ///   - tangents: of length 1, into the stretch from either end.
    private func fit(
        _ first: Int, _ last: Int, _ tangents: (Point, Point), into curves: inout [Outline.Curve]
    ) {
        let (from, to) = (point(first), point(last))
        if last - first == 1 {
            let third = (to - from).length / 3
            curves.append(
                Outline.Curve(control1: from + tangents.0 * third, control2: to + tangents.1 * third, end: to))
            return
        }
        var parameters = chordParameters(first, last)
        var curve = leastSquares(first, last, at: parameters, tangents: tangents)
        var worst = worstError(first, last, of: curve, at: parameters)
        // Each round moves the parameters to the nearest points of the curve.
        for _ in 0..<6 where worst.squared > tolerance * tolerance && worst.squared < 64 * tolerance * tolerance {
            improve(&parameters, first, last, on: curve)
            curve = leastSquares(first, last, at: parameters, tangents: tangents)
            worst = worstError(first, last, of: curve, at: parameters)
        }
        if worst.squared <= tolerance * tolerance {
            curves.append(curve)
            return
        }
        let direction = direction(through: worst.index)
        fit(first, worst.index, (tangents.0, -direction), into: &curves)
        fit(worst.index, last, (direction, tangents.1), into: &curves)
    }

    private func chordParameters(_ first: Int, _ last: Int) -> [Double] {
        let whole = length(last) - length(first)
        return (first...last).map { (length($0) - length(first)) / whole }
    }

    /// Returns the lengths of the handles for which the curve is nearest to the points.
    private func leastSquares(
        _ first: Int, _ last: Int, at parameters: [Double], tangents: (Point, Point)
    ) -> Outline.Curve {
        let (from, to) = (point(first), point(last))
        var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in first...last {
            let t = parameters[index - first]
            let u = 1 - t
            let (b0, b1, b2, b3) = (u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t)
            let (a0, a1) = (tangents.0 * b1, tangents.1 * b2)
            let rest = point(index) - from * (b0 + b1) - to * (b2 + b3)
            c00 += a0.dot(a0)
            c01 += a0.dot(a1)
            c11 += a1.dot(a1)
            x0 += a0.dot(rest)
            x1 += a1.dot(rest)
        }
        let chord = (to - from).length
        let determinant = c00 * c11 - c01 * c01
        var (left, right) = (chord / 3, chord / 3)
        if abs(determinant) > 1e-12 * c00 * c11 {
            let fitted = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
            // A handle that points backwards, or is longer than the way, makes a loop.
            let way = length(last) - length(first)
            let allowed = 1e-3 * way...way
            if allowed.contains(fitted.0), allowed.contains(fitted.1) { (left, right) = fitted }
        }
        return Outline.Curve(control1: from + tangents.0 * left, control2: to + tangents.1 * right, end: to)
    }

    private func worstError(
        _ first: Int, _ last: Int, of curve: Outline.Curve, at parameters: [Double]
    ) -> (squared: Double, index: Int) {
        let from = point(first)
        var worst = (squared: 0.0, index: (first + last) / 2)
        for index in first + 1..<last {
            let squared = (Bezier.point(from, curve, at: parameters[index - first]) - point(index)).squaredLength
            if squared > worst.squared { worst = (squared, index) }
        }
        return worst
    }

    /// Improves each parameter by one step of Newton's method.
    private func improve(_ parameters: inout [Double], _ first: Int, _ last: Int, on curve: Outline.Curve) {
        let from = point(first)
        for index in first...last {
            let t = parameters[index - first]
            let offset = Bezier.point(from, curve, at: t) - point(index)
            let slope = Bezier.firstDerivative(from, curve, at: t)
            let bend = Bezier.secondDerivative(from, curve, at: t)
            let divisor = slope.dot(slope) + offset.dot(bend)
            guard abs(divisor) > 1e-12 else { continue }
            parameters[index - first] = min(max(t - offset.dot(slope) / divisor, 0), 1)
        }
    }
}
