import Imaging

/// Joins the pieces of a sticker by bridges, so that one path goes around all of them.
///
/// A bridge is what a morphological closing adds between two pieces, with the least radius that reaches across: it
/// leaves both without a corner. Nowhere else is the edge changed.
struct PieceJoiner {
    /// The spacing of the grid on which bridges are found, in the pieces' unit.
    let spacing: Double

    /// Joins pieces to one polygon.
    ///
    /// - Parameter pieces: closed polygons, clockwise, none inside of another; at least one.
    func join(_ pieces: [[Point]]) -> [Point] {
        let box = Box(around: pieces.joined())
        var (low, high) = (0.0, box.longestSide)
        // The least radius at which the discs around the pieces make one shape.
        let field = DistanceField(pieces, room: high / 2, spacing: max(spacing, high / 256))
        while high - low > spacing / 2 {
            let middle = (low + high) / 2
            if outerLoops(field.loops(at: middle)).count > 1 { low = middle } else { high = middle }
        }
        // More than half as much again; otherwise the bridge is a thread.
        let radius = 1.5 * high + 4 * spacing
        let grown = DistanceField(pieces, room: radius, spacing: spacing).loops(at: radius)
        let closing = DistanceField(outerLoops(grown), room: 0, spacing: spacing)
        let closed = outerLoops(closing.loops(at: -radius))
        let whole = closed.max { Polygon.signedArea($0) < Polygon.signedArea($1) }
        return whole.map { withBridgesAlone($0, pieces) } ?? pieces[0]
    }

    private func outerLoops(_ loops: [[Point]]) -> [[Point]] {
        loops.filter { Polygon.signedArea($0) > 0 }
    }

    /// Undoes what the closing filled elsewhere than between two pieces.
    private func withBridgesAlone(_ closed: [Point], _ pieces: [[Point]]) -> [Point] {
        let field = DistanceField([closed], room: spacing, spacing: spacing)
        let (origin, size, toClosed) = (field.origin, field.plane.size, field.plane)
        let toPieces = DistanceField(pieces, origin: origin, spacing: spacing, size: size).plane
        let inPiece = Regions(size) { toPieces.samples[$0] <= 0 }
        let added = Regions(size) { toPieces.samples[$0] > 0 && toClosed.samples[$0] <= 0 }
        let isBridge = added.touching(atLeast: 2, of: inPiece)
        var joined = toPieces
        for index in joined.samples.indices {
            let region = added.labels[index]
            if region > 0 {
                if isBridge[Int(region)] { joined.samples[index] = toClosed.samples[index] }
            } else if toClosed.samples[index] > 0 {
                // Near a bridge, its edge is nearer than any piece.
                let nearer = toClosed.samples[index]
                if toPieces.samples[index] - nearer > Float(spacing) / 2 { joined.samples[index] = nearer }
            }
        }
        for index in joined.samples.indices { joined.samples[index] = -joined.samples[index] }
        let loops = outerLoops(
            ContourTracer.loops(of: joined, above: 0).map { loop in loop.map { origin + $0 * spacing } })
        // Pieces closer than the grid's spacing have no region between them.
        let substantial = loops.filter { Polygon.signedArea($0) > 4 * spacing * spacing }
        return substantial.count == 1 ? substantial[0] : closed
    }
}

/// The connected parts of a raster, numbered from 1.
private struct Regions {
    let size: PixelSize
    private(set) var labels: [Int32]
    private(set) var count = 0

    init(_ size: PixelSize, where isMember: (Int) -> Bool) {
        self.size = size
        labels = (0..<size.area).map { isMember($0) ? -1 : 0 }
        var front: [Int] = []
        for start in labels.indices where labels[start] == -1 {
            count += 1
            labels[start] = Int32(count)
            front.append(start)
            while let index = front.popLast() {
                for neighbour in neighbours(of: index) where labels[neighbour] == -1 {
                    labels[neighbour] = Int32(count)
                    front.append(neighbour)
                }
            }
        }
    }

    /// Returns the eight samples around one, fewer at the frame.
    private func neighbours(of index: Int) -> [Int] {
        let (x, y) = (index % size.width, index / size.width)
        var found: [Int] = []
        for row in max(0, y - 1)...min(size.height - 1, y + 1) {
            for column in max(0, x - 1)...min(size.width - 1, x + 1) where (column, row) != (x, y) {
                found.append(row * size.width + column)
            }
        }
        return found
    }

    /// Returns which regions, by number, touch so many others.
    func touching(atLeast least: Int, of others: Regions) -> [Bool] {
        var touched = [Set<Int32>](repeating: [], count: count + 1)
        for index in labels.indices where labels[index] > 0 {
            for neighbour in neighbours(of: index) where others.labels[neighbour] > 0 {
                touched[Int(labels[index])].insert(others.labels[neighbour])
            }
        }
        return touched.map { $0.count >= least }
    }
}
