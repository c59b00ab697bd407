/// Measures of a closed polygon, given as its corners in order.
package enum Polygon {
    /// Returns the area, positive if the corners go clockwise.
    package static func signedArea(_ points: [Point]) -> Double {
        guard var last = points.last else { return 0 }
        var sum = 0.0
        for point in points {
            sum += last.cross(point)
            last = point
        }
        return sum / 2
    }

    /// Whether a point is inside, by the even-odd rule.
    package static func contains(_ point: Point, _ points: [Point]) -> Bool {
        guard var last = points.last else { return false }
        var isInside = false
        for next in points {
            if (next.y > point.y) != (last.y > point.y),
                point.x < (last.x - next.x) * (point.y - next.y) / (last.y - next.y) + next.x
            {
                isInside.toggle()
            }
            last = next
        }
        return isInside
    }

    /// Whether two sides that are not neighbours cross. A grid sorts the sides, so that only near ones are compared.
    package static func crossesItself(_ points: [Point]) -> Bool {
        let count = points.count
        guard count > 3 else { return false }
        let box = Box(around: points)
        let squares = max(1, min(1024, Int(Double(count).squareRoot() * 2)))
        let side = max(box.longestSide / Double(squares), 1e-9)
        var sides: [Int: [Int]] = [:]
        for index in 0..<count {
            let (start, end) = (points[index], points[(index + 1) % count])
            let low = (pointwiseMin(start, end) - box.low) / side
            let high = (pointwiseMax(start, end) - box.low) / side
            for row in Int(low.y)...Int(high.y) {
                for column in Int(low.x)...Int(high.x) {
                    let square = row * (squares + 2) + column
                    for other in sides[square] ?? [] {
                        let gap = index - other
                        if gap == 1 || gap == count - 1 { continue }
                        if cross(from: start, to: end, from: points[other], to: points[(other + 1) % count]) {
                            return true
                        }
                    }
                    sides[square, default: []].append(index)
                }
            }
        }
        return false
    }

    private static func cross(from a: Point, to b: Point, from c: Point, to d: Point) -> Bool {
        let first = (b - a).cross(c - a)
        let second = (b - a).cross(d - a)
        let third = (d - c).cross(a - c)
        let fourth = (d - c).cross(b - c)
        return (first > 0) != (second > 0) && (third > 0) != (fourth > 0) && first != 0 && second != 0 && third != 0
            && fourth != 0
    }

    /// Returns points on a polygon's sides at equal distances of about `spacing`; a polygon that is too short keeps its
    /// own.
    package static func resampled(_ polygon: [Point], spacing: Double) -> (points: [Point], spacing: Double) {
        var whole = 0.0
        for index in polygon.indices { whole += (polygon[(index + 1) % polygon.count] - polygon[index]).length }
        let count = min(200_000, Int((whole / spacing).rounded()))
        guard count > 16 else { return (polygon, spacing) }
        let step = whole / Double(count)
        var points: [Point] = []
        points.reserveCapacity(count)
        var passed = 0.0
        for index in polygon.indices {
            let (from, to) = (polygon[index], polygon[(index + 1) % polygon.count])
            let length = (to - from).length
            while points.count < count, Double(points.count) * step <= passed + length {
                let along = length > 0 ? (Double(points.count) * step - passed) / length : 0
                points.append(from + (to - from) * min(max(along, 0), 1))
            }
            passed += length
        }
        return (points, step)
    }
}
