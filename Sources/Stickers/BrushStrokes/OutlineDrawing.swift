import Glibc
import Imaging

/// Where the outline of a stroke lies between what it surely covers and what it surely does not.
///
/// A minimum cut, which is cheap along an edge of the photo, and at the brush's own outline, where nothing of what was
/// painted is given up (Boykov & Jolly, "Interactive Graph Cuts", ICCV 2001).
struct OutlineDrawing {
    /// 1 inside the outline, else 0.
    let inside: Plane

    /// What giving up all that lies between core and outline costs, where an edge that is cut along costs up to 1.
    private static let givenUp: Float = 1
    /// Differences of colour below this one, as 100 times Oklab, are not an edge.
    private static let leastContrast: Float = 4
    /// What an outline costs for each pixel of its length where there is no edge.
    private static let lengthOfOutline: Float = 1.15
    private static let unit: Float = 1024

    /// What an outline saves by being shorter nearer to the stroke's way is made up for: else the ends of strokes would
    /// be cut off.
    init(_ distances: Plane, core: Float, radius: Float, over picture: Bitmap) {
        let grid = Grid(distances, core: core, radius: radius, colors: OklabPlanes(picture))
        var favours = grid.nodes.map { Self.givenUp / radius + Self.lengthOfOutline * distances.bend(at: Int($0)) }
        var edges: [(first: Int32, second: Int32, cost: Float)] = []
        let usual = grid.usualContrast
        grid.forEachPair { first, second, contrast, length in
            let cost = (exp(-contrast / (2 * max(usual, Self.leastContrast))) + 0.02) * length
            switch (grid.slots[first], grid.slots[second]) {
            case (Grid.core, Grid.core), (Grid.outside, Grid.outside), (Grid.core, Grid.outside),
                (Grid.outside, Grid.core):
                break
            case (Grid.core, let node), (let node, Grid.core): favours[Int(node)] += cost
            case (Grid.outside, let node), (let node, Grid.outside): favours[Int(node)] -= cost
            case (let one, let other): edges.append((one, other, cost))
            }
        }
        var cut = MinimumCut(nodeCount: grid.nodes.count, edgeCount: edges.count)
        for (node, favour) in favours.enumerated() { cut.favour(node, by: Int32(favour * Self.unit)) }
        for edge in edges { cut.connect(Int(edge.first), Int(edge.second), cost: Int32(edge.cost * Self.unit)) }
        let isIn = cut.solve()
        var inside = Plane(
            size: distances.size,
            samples: grid.slots.map { $0 == Grid.core ? 1 : $0 == Grid.outside ? 0 : isIn[Int($0)] ? 1 : 0 })
        Self.keepParts(of: &inside) { distances.samples[$0] <= core }
        for index in inside.samples.indices { inside.samples[index] = 1 - inside.samples[index] }
        Self.keepParts(of: &inside) { distances.samples[$0] >= radius }
        for index in inside.samples.indices { inside.samples[index] = 1 - inside.samples[index] }
        self.inside = inside
    }

    /// Clears parts that have none of what is asked for.
    private static func keepParts(of plane: inout Plane, with isSeed: (Int) -> Bool) {
        let parts = ConnectedComponents(of: plane, above: 0.5)
        var isKept = [Bool](repeating: false, count: parts.components.count + 1)
        for (index, label) in parts.labels.enumerated() where label > 0 && isSeed(index) { isKept[Int(label)] = true }
        for (index, label) in parts.labels.enumerated() where !isKept[Int(label)] { plane.samples[index] = 0 }
    }
}

extension Plane {
    /// By how much a line at this distance grows for each pixel that it is farther away, for each pixel of its length:
    /// 1 / distance around an end, 0 beside a straight way.
    fileprivate func bend(at index: Int) -> Float {
        let (x, y) = (index % width, index / width)
        guard x > 0, y > 0, x + 1 < width, y + 1 < height else { return 0 }
        let around = samples[index - 1] + samples[index + 1] + samples[index - width] + samples[index + width]
        return min(max(around - 4 * samples[index], 0), 1 / samples[index])
    }
}

/// The pixels between core and outline, and how they touch.
private struct Grid {
    static let core: Int32 = -1
    static let outside: Int32 = -2

    /// Indices of the pixels that may be on either side.
    private(set) var nodes: [Int32] = []
    /// For each pixel its place in ``nodes``, or on which side it surely is.
    private(set) var slots: [Int32]
    private let size: PixelSize
    private let colors: OklabPlanes

    init(_ distances: Plane, core: Float, radius: Float, colors: OklabPlanes) {
        size = distances.size
        self.colors = colors
        slots = distances.samples.map { $0 <= core ? Self.core : Self.outside }
        for (index, distance) in distances.samples.enumerated() where distance > core && distance < radius {
            slots[index] = Int32(nodes.count)
            nodes.append(Int32(index))
        }
    }

    /// All pairs of neighbours of which one may be on either side.
    ///
    /// - Parameter body: is told the two pixels, the squared difference of their colours and how much of an outline
    ///   runs between them.
    func forEachPair(_ body: (Int, Int, Float, Float) -> Void) {
        // Neighbours across a corner count less, so that outlines in all directions cost about the same.
        for (dx, dy, length) in [(1, 0, Float(0.55)), (0, 1, 0.55), (1, 1, 0.3), (-1, 1, 0.3)] {
            for y in 0..<size.height - dy {
                for x in max(0, -dx)..<size.width - max(0, dx) {
                    let first = y * size.width + x
                    let second = first + dy * size.width + dx
                    if slots[first] >= 0 || slots[second] >= 0 {
                        body(first, second, contrast(first, second), length)
                    }
                }
            }
        }
    }

    var usualContrast: Float {
        var (sum, count): (Float, Float) = (0, 0)
        forEachPair { _, _, contrast, _ in
            sum += contrast
            count += 1
        }
        return sum / max(count, 1)
    }

    @inline(__always)
    private func contrast(_ first: Int, _ second: Int) -> Float {
        let light = 100 * (colors.lightness[first] - colors.lightness[second])
        let a = 200 * (colors.a[first] - colors.a[second])
        let b = 200 * (colors.b[first] - colors.b[second])
        return light * light + a * a + b * b
    }
}
