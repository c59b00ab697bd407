import Imaging

/// The distances of a grid's points from the sides of polygons: negative inside, positive outside.
struct DistanceField {
    /// The place of sample (0, 0).
    let origin: Point
    /// The distance between neighbouring samples.
    let spacing: Double
    /// The distances, in the polygons' unit.
    let plane: Plane

    /// Computes the field by passing the nearest side from sample to sample, as 8SSED (Leymarie & Levine 1992) does
    /// with points: first down, then up, each row in both directions. Each distance is that of a side exactly; rarely
    /// another side is nearer by less than a tenth of the spacing.
    ///
    /// - Parameter polygons: closed, none inside of another.
    init(_ polygons: [[Point]], origin: Point, spacing: Double, size: PixelSize) {
        self.origin = origin
        self.spacing = spacing
        // In the grid's unit; two neighbours are a side.
        var corners: [Point] = []
        var isEnd: [Bool] = []
        for polygon in polygons {
            guard let first = polygon.first else { continue }
            for point in polygon {
                corners.append((point - origin) / spacing)
                isEnd.append(false)
            }
            corners.append((first - origin) / spacing)
            isEnd.append(true)
        }
        var grid = NearestSides(size: size)
        grid.seed(corners, isEnd)
        grid.spread(corners)
        grid.markInside(corners, isEnd)
        plane = Plane(size: size, samples: grid.distances(scale: Float(spacing)))
    }

    /// Computes a field with `room` around the polygons' box.
    init(_ polygons: [[Point]], room: Double, spacing: Double) {
        let box = Box(around: polygons.joined()).grown(by: room + 2 * spacing)
        let size = PixelSize(
            width: Int((box.width / spacing).rounded(.up)) + 1, height: Int((box.height / spacing).rounded(.up)) + 1)
        self.init(polygons, origin: box.low, spacing: spacing, size: size)
    }

    /// Returns the loops at a distance from the polygons' sides.
    func loops(at distance: Double) -> [[Point]] {
        var inside = plane
        for index in inside.samples.indices { inside.samples[index] = -inside.samples[index] }
        return ContourTracer.loops(of: inside, above: Float(-distance)).map { loop in
            loop.map { origin + $0 * spacing }
        }
    }
}

/// The nearest known side of each sample, and its squared distance.
private struct NearestSides {
    let size: PixelSize
    private var side: [Int32]
    private var squared: [Float]
    private var isInside: [Bool]

    init(size: PixelSize) {
        self.size = size
        side = [Int32](repeating: -1, count: size.area)
        squared = [Float](repeating: .infinity, count: size.area)
        isInside = [Bool](repeating: false, count: size.area)
    }

    /// Marks the samples around each side.
    mutating func seed(_ corners: [Point], _ isEnd: [Bool]) {
        for index in 0..<max(0, corners.count - 1) where !isEnd[index] {
            let (start, end) = (corners[index], corners[index + 1])
            let steps = max(1, Int((end - start).length.rounded(.up)))
            for step in 0...steps {
                let point = start + (end - start) * (Double(step) / Double(steps))
                let (left, top) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
                for y in top...top + 1 where y >= 0 && y < size.height {
                    for x in left...left + 1 where x >= 0 && x < size.width {
                        let distance = Float(
                            Point(Double(x), Double(y)).squaredDistance(toSegment: start, end))
                        let at = y * size.width + x
                        if distance < squared[at] {
                            squared[at] = distance
                            side[at] = Int32(index)
                        }
                    }
                }
            }
        }
    }

    mutating func spread(_ corners: [Point]) {
        let (width, height) = (size.width, size.height)
        corners.withUnsafeBufferPointer { corners in
            side.withUnsafeMutableBufferPointer { side in
                squared.withUnsafeMutableBufferPointer { squared in
                    @inline(__always)
                    func take(_ x: Int, _ y: Int, from neighbour: Int) {
                        let candidate = side[neighbour]
                        let at = y * width + x
                        guard candidate >= 0, candidate != side[at] else { return }
                        let distance = Float(
                            Point(Double(x), Double(y)).squaredDistance(
                                toSegment: corners[Int(candidate)], corners[Int(candidate) + 1]))
                        if distance < squared[at] {
                            squared[at] = distance
                            side[at] = candidate
                        }
                    }
                    func sweep(_ y: Int, _ above: Int?) {
                        for x in 0..<width {
                            if let above {
                                take(x, y, from: above * width + x)
                                if x > 0 { take(x, y, from: above * width + x - 1) }
                                if x + 1 < width { take(x, y, from: above * width + x + 1) }
                            }
                            if x > 0 { take(x, y, from: y * width + x - 1) }
                        }
                        for x in stride(from: width - 2, through: 0, by: -1) { take(x, y, from: y * width + x + 1) }
                    }
                    for y in 0..<height { sweep(y, y > 0 ? y - 1 : nil) }
                    for y in stride(from: height - 1, through: 0, by: -1) { sweep(y, y + 1 < height ? y + 1 : nil) }
                }
            }
        }
    }

    /// Marks the samples inside by the even-odd rule along each row.
    mutating func markInside(_ corners: [Point], _ isEnd: [Bool]) {
        for index in 0..<max(0, corners.count - 1) where !isEnd[index] {
            let (start, end) = (corners[index], corners[index + 1])
            guard start.y != end.y else { continue }
            let (low, high) = (min(start.y, end.y), max(start.y, end.y))
            let first = max(0, Int(low.rounded(.down)) + 1)
            let last = min(size.height - 1, Int(high.rounded(.down)))
            guard first <= last else { continue }
            for y in first...last {
                let x = start.x + (end.x - start.x) * ((Double(y) - start.y) / (end.y - start.y))
                let column = max(0, Int(x.rounded(.up)))
                if column < size.width { isInside[y * size.width + column].toggle() }
            }
        }
        for y in 0..<size.height {
            var inside = false
            for at in y * size.width..<(y + 1) * size.width {
                if isInside[at] { inside.toggle() }
                isInside[at] = inside
            }
        }
    }

    func distances(scale: Float) -> [Float] {
        squared.indices.map { (isInside[$0] ? -scale : scale) * squared[$0].squareRoot() }
    }
}
