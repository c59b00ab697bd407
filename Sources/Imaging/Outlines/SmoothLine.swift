import Glibc

/// A closed line without its short waves, which keeps its corners.
///
/// Directions are smoothed, not places. A wave turns the line back and forth; a corner, or the arc around one, turns it
/// one way. A median over a window removes turns that go back within half of it, and keeps the others exactly. The
/// points then follow the new directions, and stay as near to their places as these allow (a screened Poisson equation
/// along the line).
struct SmoothLine {
    /// The points, at equal distances along the original line.
    private(set) var points: [Point]
    /// The distance between two points before smoothing.
    let spacing: Double

    /// The original points.
    private let origins: [Point]
    /// The places that the points are drawn to.
    private var targets: [Point]
    /// The strength with which each point is drawn there.
    private var holds: [Double]
    /// The vector from each point to the next, in the new directions.
    private let steps: [Point]

    /// The longest wave that the median removes, in widths.
    private static let window = 3.0
    /// The sigma of the Gaussian that rounds the remaining kinks of corners, in widths.
    private static let rounding = 0.3
    /// The wavelength, in widths, at which new directions and old places count equally.
    private static let followed = 8.0
    /// The number of points in a width.
    private static let pointsPerWidth = 10.0

    /// Resamples a polygon at equal spacing and smooths its directions.
    ///
    /// - Parameters:
    ///   - polygon: closed.
    ///   - width: a third of the shortest wave that stays, in the polygon's unit.
    /// - Returns: `nil` for a line that has too few points to tell waves.
    init?(_ polygon: [Point], width: Double) {
        let (points, spacing) = Polygon.resampled(polygon, spacing: max(width / Self.pointsPerWidth, 0.25))
        guard points.count > 16 else { return nil }
        (self.points, self.spacing) = (points, spacing)
        (origins, targets) = (points, points)
        let hold = 2 * Double.pi * spacing / (Self.followed * width)
        holds = [Double](repeating: hold * hold, count: points.count)
        let directions = Self.smoothed(
            Self.directions(of: points), reach: Int((Self.window / 2 * width / spacing).rounded()),
            sigma: Self.rounding * width / spacing)
        steps = points.indices.map { index in
            let direction = Point(cos(directions[index]), sin(directions[index]))
            return direction * max(0, (points[(index + 1) % points.count] - points[index]).dot(direction))
        }
        solve()
    }

    /// The normals of the points, to the right of the line, with length 1.
    var normals: [Point] {
        points.indices.map { index in
            let ahead = points[(index + 1) % points.count] - points[(index + points.count - 1) % points.count]
            return Point(-ahead.y, ahead.x).normalized
        }
    }

    /// Moves each point to the right.
    mutating func move(inwards shifts: [Double]) {
        for (index, normal) in normals.enumerated() {
            points[index] += normal * shifts[index]
            targets[index] += normal * shifts[index]
        }
    }

    /// Draws some points, and those around them, more strongly to their original places.
    mutating func hold(_ isHeld: [Bool]) {
        let count = points.count
        let reach = Int(Self.pointsPerWidth / 2)
        var isNear = [Bool](repeating: false, count: count)
        for index in 0..<count where isHeld[index] {
            for other in index - reach...index + reach { isNear[(other + count) % count] = true }
        }
        for index in 0..<count where isNear[index] {
            targets[index] = origins[index]
            holds[index] *= 4
        }
        solve()
    }

    /// Solves for the points with the least sum of squares of each step's error and of each point's distance from its
    /// target times its hold.
    ///
    /// The equations are tridiagonal but for two corners, which are a second right side (Sherman & Morrison 1950).
    private mutating func solve() {
        let count = points.count
        let corner = 2 + holds[0]
        var factors = [Double](repeating: 0, count: count)
        var values = [SIMD4<Double>](repeating: .zero, count: count)
        for index in 0..<count {
            let pull = steps[(index + count - 1) % count] - steps[index] + targets[index] * holds[index]
            var right = SIMD4(pull.x, pull.y, 0, 0)
            var diagonal = 2 + holds[index]
            if index == 0 {
                right.z = -corner
                diagonal += corner
            } else if index == count - 1 {
                right.z = -1
                diagonal += 1 / corner
            }
            if index > 0 {
                right += values[index - 1]
                diagonal -= factors[index - 1]
            }
            factors[index] = 1 / diagonal
            values[index] = right / diagonal
        }
        for index in (0..<count - 1).reversed() { values[index] += values[index + 1] * factors[index] }
        let sum = values[0] + values[count - 1] / corner
        let share = sum / (1 + sum.z)
        for index in 0..<count {
            let value = values[index] - share * values[index].z
            points[index] = Point(value.x, value.y)
        }
    }

    // MARK: Directions

    /// Returns the angles of the sides without jumps, and the turn of the whole line.
    private static func directions(of points: [Point]) -> (angles: [Double], turn: Double) {
        var last = points[0] - points[points.count - 1]
        var angles: [Double] = []
        angles.reserveCapacity(points.count)
        var angle = atan2(last.y, last.x)
        let first = angle
        for index in points.indices {
            let side = points[(index + 1) % points.count] - points[index]
            angle += atan2(last.cross(side), last.dot(side))
            angles.append(angle)
            last = side
        }
        return (angles, angle - first)
    }

    private static func smoothed(
        _ directions: (angles: [Double], turn: Double), reach: Int, sigma: Double
    ) -> [Double] {
        let count = directions.angles.count
        let reach = min(reach, (count - 1) / 2)
        let kernel = gaussian(sigma: sigma)
        let more = reach + kernel.count / 2
        let extended = (-more..<count + more).map { index in
            let round = Int((Double(index) / Double(count)).rounded(.down))
            return directions.angles[index - round * count] + Double(round) * directions.turn
        }
        return weighted(medians(of: extended, reach: reach), kernel)
    }

    /// Returns the median of each value and `reach` others on either side, for values that have them.
    private static func medians(of values: [Double], reach: Int) -> [Double] {
        var window = values[..<(2 * reach + 1)].sorted()
        var medians = [window[reach]]
        medians.reserveCapacity(values.count - 2 * reach)
        for index in 2 * reach + 1..<values.count {
            window.remove(at: window.firstIndex(of: values[index - 2 * reach - 1]) ?? reach)
            window.insert(values[index], at: window.firstIndex { $0 >= values[index] } ?? window.count)
            medians.append(window[reach])
        }
        return medians
    }

    // MARK: Means

    /// Returns the means of values along a closed line, weighted by a Gaussian.
    static func means(of values: [Double], sigma: Double) -> [Double] {
        let kernel = gaussian(sigma: sigma)
        let more = kernel.count / 2
        let count = values.count
        return weighted((-more..<count + more).map { values[(($0 % count) + count) % count] }, kernel)
    }

    private static func gaussian(sigma: Double) -> [Double] {
        let reach = max(1, Int((3 * sigma).rounded(.up)))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * max(sigma * sigma, 1e-3))) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// Returns the weighted means of the values that have as many neighbours as the kernel needs.
    private static func weighted(_ values: [Double], _ kernel: [Double]) -> [Double] {
        values.withUnsafeBufferPointer { values in
            kernel.withUnsafeBufferPointer { kernel in
                (0...values.count - kernel.count).map { start in
                    var sum = 0.0
                    for index in kernel.indices { sum += values[start + index] * kernel[index] }
                    return sum
                }
            }
        }
    }
}
