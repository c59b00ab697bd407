import Imaging

/// The cells of a raster that a sticker covers at one angle.
struct Footprint: Sendable {
    /// A run of cells in a row: the first, and one past the last.
    struct Run: Sendable {
        var row: Int32
        var first: Int32
        var end: Int32
    }

    /// The width of the rectangle around ``body``, in cells.
    let width: Int
    let height: Int
    /// The cells that the sticker's outermost line or its inside touches.
    let body: [Run]
    /// The cells with a point nearer to the sticker than the gap, relative to the same corner: rows and columns may be
    /// negative.
    let surroundings: [Run]
    /// The place of the cells' corner, relative to the sticker's origin after the turn.
    let origin: Point
    /// The angle in radians.
    let angle: Double

    /// Computes the cells that a turned sticker and its gap cover.
    ///
    /// - Parameters:
    ///   - polygon: the sticker's outermost line, in millimetres.
    ///   - cell: the side of a cell, in millimetres.
    init(_ polygon: [Point], angle: Double, gap: Double, cell: Double) {
        let turned = polygon.map { $0.turned(by: angle) }
        // The largest distance of a cell's middle from its points; the field may be wrong by a tenth of a cell.
        let half = cell * (0.5.squareRoot() + 0.1)
        let field = DistanceField([turned], room: gap + 2 * half, spacing: cell)
        let body = Self.runs(of: field.plane, upTo: Float(half))
        let left = body.map(\.first).min() ?? 0
        let top = body.map(\.row).min() ?? 0
        func moved(_ runs: [Run]) -> [Run] {
            runs.map { Run(row: $0.row - top, first: $0.first - left, end: $0.end - left) }
        }
        self.body = moved(body)
        surroundings = moved(Self.runs(of: field.plane, upTo: Float(gap + half)))
        width = Int((body.map(\.end).max() ?? 0) - left)
        height = Int((body.last?.row ?? -1) + 1 - top)
        // A cell reaches half its side around its sample.
        origin = field.origin + Point(Double(left) - 0.5, Double(top) - 0.5) * cell
        self.angle = angle
    }

    /// Creates a rectangle, for packing by boxes.
    init(box: Box, isTurned: Bool, gap: Double, cell: Double) {
        let size = isTurned ? Point(box.height, box.width) : Point(box.width, box.height)
        let angle = isTurned ? Double.pi / 2 : 0
        // Less than a line's own accuracy is left out, so that a box exactly as wide as the page fits it.
        width = max(1, Int((size.x / cell - 0.01).rounded(.up)))
        height = max(1, Int((size.y / cell - 0.01).rounded(.up)))
        let reach = Int32((gap / cell).rounded(.up))
        body = (0..<Int32(height)).map { [width] in Run(row: $0, first: 0, end: Int32(width)) }
        surroundings = (-reach..<Int32(height) + reach).map { [width] in
            Run(row: $0, first: -reach, end: Int32(width) + reach)
        }
        origin =
            Box(
                around: [box.low, box.high, Point(box.low.x, box.high.y), Point(box.high.x, box.low.y)].map {
                    $0.turned(by: angle)
                }
            ).low
        self.angle = angle
    }

    private static func runs(of field: Plane, upTo distance: Float) -> [Run] {
        var runs: [Run] = []
        for y in 0..<field.height {
            var x = 0
            while x < field.width {
                guard field.samples[y * field.width + x] <= distance else {
                    x += 1
                    continue
                }
                let first = x
                while x < field.width, field.samples[y * field.width + x] <= distance { x += 1 }
                runs.append(Run(row: Int32(y), first: Int32(first), end: Int32(x)))
            }
        }
        return runs
    }
}

extension Point {
    /// Returns the point turned clockwise around zero; y grows downwards.
    func turned(by angle: Double) -> Point {
        let (cosine, sine) = Rotation.parts(of: angle)
        return Point(x * cosine - y * sine, x * sine + y * cosine)
    }
}
