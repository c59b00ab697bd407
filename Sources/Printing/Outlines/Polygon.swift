/// What can be measured of a closed polygon, given as its corners in order.
enum Polygon {
    /// Positive when the corners go clockwise, as y grows downwards.
    static func signedArea(_ points: [Point]) -> Double {
        guard var last = points.last else { return 0 }
        var sum = 0.0
        for point in points {
            sum += last.cross(point)
            last = point
        }
        return sum / 2
    }

    /// Whether a point lies inside, by the even-odd rule.
    static func contains(_ point: Point, _ points: [Point]) -> Bool {
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

    /// The distance from a point to the nearest side.
    static func distance(_ point: Point, _ points: [Point]) -> Double {
        guard var last = points.last else { return .infinity }
        var nearest = Double.infinity
        for next in points {
            nearest = min(nearest, point.squaredDistance(toSegment: last, next))
            last = next
        }
        return nearest.squareRoot()
    }

    /// Whether two sides cross that are not neighbours. Sides are sorted into the squares of a grid, so that only those
    /// near each other are compared.
    static func crossesItself(_ points: [Point]) -> Bool {
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
                        if cross(start, end, points[other], points[(other + 1) % count]) { return true }
                    }
                    sides[square, default: []].append(index)
                }
            }
        }
        return false
    }

    private static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        let first = (b - a).cross(c - a)
        let second = (b - a).cross(d - a)
        let third = (d - c).cross(a - c)
        let fourth = (d - c).cross(b - c)
        return (first > 0) != (second > 0) && (third > 0) != (fourth > 0) && first != 0 && second != 0 && third != 0
            && fourth != 0
    }
}
