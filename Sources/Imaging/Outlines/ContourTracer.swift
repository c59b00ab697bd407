/// Traces where a field of samples crosses a level: marching squares (Lorensen & Cline 1987, in two dimensions) with
/// linear interpolation along the edges between samples.
///
/// A saddle is decided by the mean of its four samples. So loops are closed, never cross or touch each other or
/// themselves, and go clockwise around what is above the level, counter-clockwise around holes.
package enum ContourTracer {
    /// Traces the lines at which a field crosses a level.
    ///
    /// - Parameter field: samples outside it count as far below the level.
    /// - Returns: closed polygons, without the first point again at the end; a sample (x, y) lies at the point (x, y).
    package static func loops(of field: Plane, above level: Float) -> [[Point]] {
        guard field.width > 1, field.height > 1 else { return [] }
        let (width, height) = (field.width, field.height)
        // Where the contour that enters a cell through an edge continues: edge 2i is to the right of sample i, 2i + 1
        // below it.
        var next = [Int32](repeating: -1, count: 2 * width * height)
        var starts: [Int32] = []
        field.samples.withUnsafeBufferPointer { samples in
            next.withUnsafeMutableBufferPointer { next in
                for y in 0..<height - 1 {
                    let row = y * width
                    for x in 0..<width - 1 {
                        let at = row + x
                        let corners =
                            (samples[at] > level ? 1 : 0) | (samples[at + 1] > level ? 2 : 0)
                            | (samples[at + width + 1] > level ? 4 : 0) | (samples[at + width] > level ? 8 : 0)
                        if corners == 0 || corners == 15 { continue }
                        let (top, bottom) = (Int32(2 * at), Int32(2 * (at + width)))
                        let (left, right) = (Int32(2 * at + 1), Int32(2 * (at + 1) + 1))
                        func connect(_ from: Int32, _ to: Int32) {
                            next[Int(from)] = to
                            starts.append(from)
                        }
                        switch corners {
                        case 1: connect(top, left)
                        case 2: connect(right, top)
                        case 3: connect(right, left)
                        case 4: connect(bottom, right)
                        case 6: connect(bottom, top)
                        case 7: connect(bottom, left)
                        case 8: connect(left, bottom)
                        case 9: connect(top, bottom)
                        case 11: connect(right, bottom)
                        case 12: connect(left, right)
                        case 13: connect(top, right)
                        case 14: connect(left, top)
                        default:
                            let sum =
                                samples[at] + samples[at + 1] + samples[at + width] + samples[at + width + 1]
                            let isJoined = sum > 4 * level
                            switch (corners, isJoined) {
                            case (5, true):
                                connect(top, right)
                                connect(bottom, left)
                            case (5, false):
                                connect(top, left)
                                connect(bottom, right)
                            case (_, true):
                                connect(left, top)
                                connect(right, bottom)
                            default:
                                connect(right, top)
                                connect(left, bottom)
                            }
                        }
                    }
                }
            }
        }
        return follow(starts, &next, in: field, level: level)
    }

    private static func follow(
        _ starts: [Int32], _ next: inout [Int32], in field: Plane, level: Float
    ) -> [[Point]] {
        var loops: [[Point]] = []
        for start in starts where next[Int(start)] >= 0 {
            var loop: [Point] = []
            var edge = start
            var isClosed = false
            while true {
                let following = next[Int(edge)]
                guard following >= 0 else { break }
                next[Int(edge)] = -1
                loop.append(crossing(edge, field, level))
                edge = following
                if edge == start {
                    isClosed = true
                    break
                }
            }
            // A contour that leaves the field is no loop. The caller leaves room around what is above the level.
            if isClosed, loop.count > 2 { loops.append(loop) }
        }
        return loops
    }

    private static func crossing(_ edge: Int32, _ field: Plane, _ level: Float) -> Point {
        let index = Int(edge) / 2
        let other = edge % 2 == 0 ? index + 1 : index + field.width
        let (from, to) = (Double(field.samples[index]), Double(field.samples[other]))
        // Not exactly at a sample, because two loops that meet there would touch.
        let along = min(max((Double(level) - from) / (to - from), 1e-3), 1 - 1e-3)
        let point = Point(Double(index % field.width), Double(index / field.width))
        return edge % 2 == 0 ? point + Point(along, 0) : point + Point(0, along)
    }
}
