/// A smooth line around a shape, as a die cuts a sticker out: at an even distance from the shape's edge, and without
/// what hairs and the stairs of a small photo do to that edge.
///
/// Waves that are shorter than three times the ``detail`` are taken out; the line then keeps its distance from the mean
/// of them. The shape's corners stay. Bays and gaps are closed where a disc of the detail's radius does not fit beside
/// the line, and small holes are filled. All of the shape stays inside.
public struct DieCutOutline: Hashable, Sendable {
    /// The distance from the shape's edge to the line, in pixels.
    public let distance: Double
    /// A third of the shortest wave of the line, in pixels. A border's detail is its width.
    public let detail: Double
    /// Closed polygons in pixels of the shape's plane: clockwise around the shape, counter-clockwise around its holes.
    /// (0.5, 0.5) is the middle of the first pixel. Beyond the plane there is nothing of the shape, but the line may go
    /// there.
    public private(set) var loops: [[Point]] = []

    /// How much nearer the line may come to a single hair, in details.
    static let leeway = 0.45
    /// A hole that the line leaves smaller than so many squares of the detail is filled.
    private static let smallestHole = 7.0

    /// Draws the line around a shape. Takes some milliseconds.
    ///
    /// - Parameters:
    ///   - shape: how much of each pixel is inside, 0…1.
    ///   - distance: at least 0.
    ///   - detail: more than 0.
    public init(around shape: Plane, distance: Double, detail: Double) {
        precondition(distance >= 0 && detail > 0, "a line has a distance of 0 or more and a detail above 0")
        self.distance = distance
        self.detail = detail
        // From here on in cells of a raster that begins at the shape: moved by whole pixels, its outline is the same.
        guard let box = shape.boundingBox(above: 1 / 512) else { return }
        let cell = max(1, Int((0.4 * detail).squareRoot()))
        let surroundings = Surroundings(
            of: shape.cropped(to: box), distance: distance / Double(cell), detail: detail / Double(cell), cell: cell)
        let origin = Point(Double(box.x), Double(box.y))
        loops = surroundings.loops.compactMap { loop in
            let area = Polygon.signedArea(loop)
            guard area > 0 || -area >= Self.smallestHole * surroundings.detail * surroundings.detail else { return nil }
            let smoothed = surroundings.smoothed(loop)
            // A hole may close when it is smoothed.
            guard Polygon.signedArea(smoothed) * area > 0 else { return nil }
            return smoothed.map { origin + ($0 + 0.5 - Double(surroundings.room)) * Double(cell) }
        }
    }
}

/// What a line is drawn in: a shape on a raster of cells, and how far each cell is from it. In cells; a cell (x, y)
/// lies at the point (x, y).
private struct Surroundings {
    let distance: Double
    let detail: Double
    /// Cells without anything of the shape on each side.
    let room: Int
    let shape: Plane
    /// From the shape, exact near the line.
    let distances: Plane
    /// Along which ``DieCutOutline/loops`` are before they are smoothed.
    let loops: [[Point]]

    init(of shape: Plane, distance: Double, detail: Double, cell: Int) {
        self.distance = distance
        self.detail = detail
        let closing = max(Float(detail), 0.5)
        let radius = Float(distance) + closing
        room = Int(radius.rounded(.up)) + 2
        self.shape = shape.shrunk(by: cell, room: room)
        let nearest = Float(distance - DieCutOutline.leeway * detail)
        distances = self.shape.discDistances(radius: radius, exactFrom: nearest - 1)
        var outside = distances
        outside.transform { min(max($0 - radius + 0.5, 0), 1) }
        let depths = outside.discDistances(radius: closing, exactFrom: closing - 2)
        loops = ContourTracer.loops(of: depths, above: closing)
    }

    /// A loop without short waves, at the distance from what is the mean of them.
    func smoothed(_ loop: [Point]) -> [Point] {
        guard var line = SmoothLine(loop, width: detail) else { return loop }
        line.move(inwards: shifts(of: line))
        let nearest = distance - DieCutOutline.leeway * detail
        guard nearest > 0 else { return line.points }
        for _ in 0..<4 {
            let isTooNear = line.points.map { Double(distances.sample(at: $0)) < nearest }
            guard isTooNear.contains(true) else { break }
            line.hold(isTooNear)
        }
        return line.points
    }

    /// How far inwards each point of a line has to go, to be at the distance from the shape's mean edge. That is not at
    /// all where there is no edge nearby, as across a gap, and where the line turns around a corner.
    private func shifts(of line: SmoothLine) -> [Double] {
        let normals = line.normals
        let count = normals.count
        let shifts = line.points.indices.map { index in
            let turn = normals[(index + count - 2) % count].cross(normals[(index + 2) % count])
            guard abs(turn) * 2 * detail < 4 * line.spacing else { return 0.0 }
            return edge(from: line.points[index] + normals[index] * distance, along: normals[index]) ?? 0
        }
        return SmoothLine.means(of: shifts, sigma: detail / line.spacing)
    }

    /// How far away the shape begins, up to three tenths of the detail either way: what is deeper is a gap.
    private func edge(from point: Point, along way: Point) -> Double? {
        func depth(_ place: Double) -> Double { Double(shape.sample(at: point + way * place)) - 0.5 }
        let step = detail / 10
        guard let first = (-3...3).first(where: { depth(step * Double($0)) >= 0 }) else { return nil }
        var (far, near) = (step * Double(first - 1), step * Double(first))
        guard first > -3 else { return near }
        // Samples lie on a line between the raster's cells alone.
        for _ in 0..<4 {
            let middle = (near + far) / 2
            if depth(middle) >= 0 { near = middle } else { far = middle }
        }
        return near - (near - far) * depth(near) / (depth(near) - depth(far))
    }
}

extension Plane {
    /// Between samples, of which (x, y) lies at the point (x, y); outside, what is nearest.
    fileprivate func sample(at point: Point) -> Float {
        let x = min(max(Float(point.x), 0), Float(width - 1))
        let y = min(max(Float(point.y), 0), Float(height - 1))
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (across, down) = (x - Float(left), y - Float(top))
        let upper = self[left, top] + (self[right, top] - self[left, top]) * across
        let lower = self[left, bottom] + (self[right, bottom] - self[left, bottom]) * across
        return upper + (lower - upper) * down
    }
}
