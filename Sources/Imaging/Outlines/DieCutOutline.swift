/// A smooth line around a shape, as a die cuts a sticker: at a constant distance from the shape's edge, without the
/// effect of hairs and of a small photo's stairs.
///
/// Waves shorter than three times the ``detail`` are removed, and the line keeps its distance from their mean. Corners
/// stay. Bays and gaps are closed if a disc with the detail's radius does not fit beside the line, and small holes are
/// filled. The whole shape stays inside.
package struct DieCutOutline: Hashable, Sendable {
    /// The distance from the shape's edge to the line, in pixels.
    package let distance: Double
    /// A third of the shortest wave of the line, in pixels. A border's detail is its width.
    package let detail: Double
    /// Closed polygons in pixels of the shape's plane, clockwise around the shape and counter-clockwise around its
    /// holes. (0.5, 0.5) is the middle of the first pixel. The line may leave the plane; the shape does not.
    package private(set) var loops: [[Point]] = []

    /// How much nearer the line may come to a single hair, in units of ``detail``.
    static let leeway = 0.45
    /// The smallest hole that stays, in squares of ``detail``.
    private static let smallestHole = 7.0

    /// Draws the line around a shape. Takes some milliseconds.
    ///
    /// - Parameters:
    ///   - shape: how much of each pixel is inside, 0…1.
    ///   - distance: at least 0.
    ///   - detail: more than 0.
    package init(around shape: Plane, distance: Double, detail: Double) {
        precondition(distance >= 0 && detail > 0, "distance must be at least 0 and detail more than 0")
        self.distance = distance
        self.detail = detail
        // From here on in cells of a raster that begins at the shape, so that moving the shape by whole pixels does not
        // change its outline.
        guard let box = shape.boundingBox(above: 1 / 512) else { return }
        let cell = max(1, Int((0.4 * detail).squareRoot()))
        let surroundings = Surroundings(
            of: shape.cropped(to: box), distance: distance / Double(cell), detail: detail / Double(cell), cell: cell)
        let origin = Point(Double(box.x), Double(box.y))
        loops = surroundings.loops.compactMap { loop in
            let area = Polygon.signedArea(loop)
            guard area > 0 || -area >= Self.smallestHole * surroundings.detail * surroundings.detail else { return nil }
            let smoothed = surroundings.smoothed(loop)
            // Smoothing may close a hole.
            guard Polygon.signedArea(smoothed) * area > 0 else { return nil }
            return smoothed.map { origin + ($0 + 0.5 - Double(surroundings.room)) * Double(cell) }
        }
    }
}

/// The shape on a raster of cells, and the distance of each cell from it. A cell (x, y) is at the point (x, y).
private struct Surroundings {
    let distance: Double
    let detail: Double
    /// The empty cells on each side.
    let room: Int
    let shape: Plane
    /// The distances from the shape, exact near the line.
    let distances: Plane
    /// The lines before smoothing.
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

    /// Smooths a loop, at the mean distance of its short waves.
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

    /// Returns how far inwards each point of a line must move to be at the distance from the shape's mean edge. It is
    /// zero where no edge is near, as across a gap, and at corners.
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

    /// Returns the distance to the shape, up to three tenths of the detail either way; what is deeper is a gap.
    private func edge(from point: Point, along way: Point) -> Double? {
        func depth(_ place: Double) -> Double { Double(shape.sample(at: point + way * place)) - 0.5 }
        let step = detail / 10
        guard let first = (-3...3).first(where: { depth(step * Double($0)) >= 0 }) else { return nil }
        var (far, near) = (step * Double(first - 1), step * Double(first))
        guard first > -3 else { return near }
        // Samples lie only on a line between the raster's cells.
        for _ in 0..<4 {
            let middle = (near + far) / 2
            if depth(middle) >= 0 { near = middle } else { far = middle }
        }
        return near - (near - far) * depth(near) / (depth(near) - depth(far))
    }
}

extension Plane {
    /// Interpolates between samples, with (x, y) at the point (x, y); outside, the nearest sample counts.
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
