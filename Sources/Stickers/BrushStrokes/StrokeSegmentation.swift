import Glibc
import Imaging

/// Which pixels around a stroke come over to its side with what is under it: those of the same object.
///
/// A minimum cut over groups of like pixels (Li, Sun, Tang & Shum, "Lazy Snapping", SIGGRAPH 2004) whose costs are what
/// colours say, learnt anew in a few rounds (Rother, Kolmogorov & Blake, "GrabCut", SIGGRAPH 2004), and how much
/// contrast lies between a group and the stroke compared with the rim (Price, Morse & Cohen, "Geodesic Graph Cut for
/// Interactive Image Segmentation", CVPR 2010). A stroke only ever moves pixels to its own side, and only such as hang
/// together with it, so what is elsewhere stays as it is.
///
/// The weights were found by trial on composites with known alpha, simulated strokes and mattes made wrong on purpose.
struct StrokeSegmentation {
    /// A picture of the surroundings, and what is known of each of its pixels.
    struct Surroundings {
        var picture: Bitmap
        /// How much of each pixel is on the stroke's side already, 0…1.
        var side: Plane
        /// What is under the stroke.
        var isCore: [Bool]
        /// What other strokes hold on the other side.
        var isHeld: [Bool]
        /// The stroke's longer side in pixels.
        var reach: Double
        var islands: StrokeIslands
        /// Where a network sees the object that the stroke lies on, 0…1, where it sees one.
        var object: Plane?
        /// Of a stroke that reaches no farther than three radii.
        var brush: Brush?
    }

    /// Where the brush of a smart stroke was moved.
    struct Brush {
        /// How far each pixel is from the stroke's way in radii.
        var distances: Plane
        /// In pixels of the picture.
        var radius: Float
    }

    /// So many radii a smart stroke reaches.
    static let reach: Float = 3
    /// What it costs, for each pixel, that a smart stroke takes what the brush was not moved over, and how much more
    /// that is where it ends to reach. By as much as the least it counts that the brush was moved over a pixel.
    private static let beyondCost: (least: Float, more: Float) = (0.5, 1)
    /// From this difference of colour on, an edge is one that a smart stroke does not cross.
    private static let strongEdge: Float = 26

    /// How far groups lie apart, in pixels. A smart stroke with a fine brush has finer ones, two in a radius, but no
    /// more than so many: their time grows with the square of their number.
    private static let spacing = (least: 3, most: 7, groups: 5000)
    /// What an outline costs for each pixel of its length. It is cheaper for a brush with a smaller radius than this,
    /// in pixels: else the shortest outline around what is as small is none.
    private static let outlineCost: (most: Float, radius: Float) = (20, 14)
    private static let rounds = 3
    /// Colours are 100 times Oklab, hue and chroma stretched.
    private static let chromaStretch: Float = 3.75
    /// What one whole step of the matte counts as a feature, so that groups do not lie across its edges.
    private static let matteStep: Float = 40

    private let graph: ClusterGraph
    private let islandShares: [Float]
    /// By group, how surely a network sees it as the stroke's object: -1…1; 0 where nothing was seen.
    private let seen: [Float]
    private let reach: Float
    /// By group: the part under the stroke.
    private let marked: [Float]
    private let isCore: [Bool]
    private let isHeld: [Bool]
    /// Whether it is on the stroke's side already.
    private let isThere: [Bool]
    /// How surely it is on the other side, 0…1.
    private let otherness: [Float]
    private let areas: [Float]
    /// By group, how far it is between the brush's outline, 0, and where it ends to reach, 1; empty without an end.
    private let farness: [Float]
    private let outlineCost: Float

    init(_ surroundings: Surroundings) {
        let clusters = Self.clusters(of: surroundings)
        graph = ClusterGraph(clusters)
        reach = Float(surroundings.reach)
        areas = clusters.areas.map { Float($0) }
        let marked = clusters.shares(of: surroundings.isCore)
        let held = clusters.shares(of: surroundings.isHeld)
        var isCore = marked.map { $0 >= 0.4 }
        // A thin stroke covers no group by so much, and means the one that it covers most.
        if let most = marked.indices.max(by: { marked[$0] < marked[$1] }), marked[most] > 0 { isCore[most] = true }
        self.marked = marked
        self.isCore = isCore
        let farness =
            surroundings.brush.map { clusters.means(of: $0.distances).map { ($0 - 1) / (Self.reach - 1) } } ?? []
        self.farness = farness
        let fineness = surroundings.brush.map { $0.radius / Self.outlineCost.radius } ?? 1
        outlineCost = Self.outlineCost.most * min(fineness, 1)
        isHeld = held.indices.map { !isCore[$0] && (held[$0] >= 0.4 || !farness.isEmpty && farness[$0] >= 1) }
        let isThere = clusters.features.map { $0.w > 0.5 * Self.matteStep }
        self.isThere = isThere
        otherness = clusters.features.map { max(0, 1 - 2 * $0.w / Self.matteStep) }
        seen = surroundings.object.map { clusters.means(of: $0).map { 2 * $0 - 1 } } ?? clusters.areas.map { _ in 0 }
        islandShares = surroundings.islands.shares(of: clusters, isThere: isThere, marked: marked)
    }

    private static func clusters(of surroundings: Surroundings) -> PixelClusters {
        let colors = OklabPlanes(surroundings.picture)
        let features = (0..<colors.count).map { index in
            SIMD4(
                100 * colors.lightness[index], 100 * chromaStretch * colors.a[index],
                100 * chromaStretch * colors.b[index], matteStep * surroundings.side.samples[index])
        }
        let size = surroundings.picture.size
        let inRadius = surroundings.brush.map { Int($0.radius / 2) } ?? spacing.most
        let least = max(spacing.least, Int((Double(size.area) / Double(spacing.groups)).squareRoot().rounded(.up)))
        return PixelClusters(
            features, size: size, spacing: min(max(inRadius, least), spacing.most), tolerance: 7)
    }

    /// For each pixel whether it comes over.
    func pixelsThatComeOver() -> [Bool] {
        let isOpen = isThere.map { !$0 }
        let fromStroke = graph.geodesicDistances(from: isCore, through: isOpen, ignored: 2)
        let biases = biases(fromStroke)
        // What speaks for the stroke's side and for the other, in pixels; near the stroke that is not known at first.
        var ours = (0..<graph.count).map { isCore[$0] ? areas[$0] * marked[$0] : isThere[$0] ? 0.13 * areas[$0] : 0 }
        var others = (0..<graph.count).map { node in
            if isCore[node] || isThere[node] { return Float(0) }
            return isHeld[node] ? areas[node] : areas[node] * (1 - exp(-fromStroke[node] / Self.trust))
        }
        var isOver = isCore
        for _ in 0..<Self.rounds {
            let evidence = ColorDensities(
                graph.clusters, over: ours, staying: others, colorWidth: 5,
                placeWidth: Float(graph.clusters.size.longestSide))
            isOver = graph.connected(
                cut(evidence, biases), to: isCore, below: farness.isEmpty ? .infinity : Self.strongEdge)
            for node in 0..<graph.count where !isThere[node] && !isCore[node] {
                ours[node] = isOver[node] ? 0.6 * areas[node] : 0
                others[node] = isOver[node] ? 0 : areas[node]
            }
        }
        return graph.clusters.labels.map { isOver[Int($0)] && isOpen[Int($0)] }
    }

    /// How much what a network sees counts beside the colours, which count up to 2.5.
    private static let lookTrust: Float = 5

    /// How much contrast from the stroke makes half sure that a group is something else.
    private static let trust: Float = 12

    /// What speaks for each group to come over besides its colour, for each of its pixels.
    private func biases(_ fromStroke: [Float]) -> [Float] {
        let own = (0..<graph.count).map { node in
            -0.06 * otherness[node] + 4 * islandShares[node] + Self.lookTrust * seen[node]
        }
        // What is at the rim of a smart stroke's window is often the object itself, cut off by the brush's reach.
        guard farness.isEmpty else { return zip(own, farness).map { $0 - beyondCost($1) } }
        let rim = graph.isAtRim
        let stays = (0..<graph.count).map { isHeld[$0] || rim[$0] && !isThere[$0] && !isCore[$0] }
        let fromRim = graph.geodesicDistances(from: stays, through: isThere.map { !$0 }, ignored: 2)
        let places = graph.distances(from: isCore)
        return (0..<graph.count).map { node in
            let far = places[node] / (1.5 * reach)
            var bias = own[node] - 0.45 * far * far
            if fromStroke[node].isFinite, fromRim[node].isFinite {
                bias += 1.2 * (fromRim[node] - fromStroke[node]) / (fromRim[node] + fromStroke[node] + 1e-3)
            }
            return bias
        }
    }

    private func beyondCost(_ farness: Float) -> Float {
        farness > 0 ? Self.beyondCost.least + Self.beyondCost.more * farness : -Self.beyondCost.least
    }

    /// By group, whether it comes over.
    private func cut(_ evidence: ColorDensities, _ biases: [Float]) -> [Bool] {
        let unit: Float = 16
        var cut = MinimumCut(nodeCount: graph.count, edgeCount: graph.borders.count)
        for node in 0..<graph.count {
            if isHeld[node] {
                cut.favour(node, by: -MinimumCut.infinite)
            } else if isCore[node] || isThere[node] {
                cut.favour(node, by: MinimumCut.infinite)
            } else {
                let seen = evidence.densities(at: node)
                let told = min(max(log((seen.over + 0.003) / (seen.staying + 0.003)), -2.5), 2.5)
                cut.favour(node, by: Int32((told + biases[node]).clamped(to: -1000...1000) * areas[node] * unit))
            }
        }
        let contrasts = graph.contrasts
        let usual = max(1, contrasts.reduce(0, +) / Float(max(contrasts.count, 1)))
        for (border, contrast) in zip(graph.borders, contrasts) {
            let cost = outlineCost * exp(-contrast / (1.5 * usual)) + 0.05
            cut.connect(Int(border.first), Int(border.second), cost: Int32(cost * border.length * unit) + 1)
        }
        let isOver = cut.solve()
        return isOver.indices.map { isOver[$0] && (isCore[$0] || !isThere[$0]) }
    }
}

extension Float {
    fileprivate func clamped(to range: ClosedRange<Float>) -> Float {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension PixelClusters {
    /// Of each group the part where something is so.
    fileprivate func shares(of isSo: [Bool]) -> [Float] {
        var counts = [Int](repeating: 0, count: count)
        for (label, isSo) in zip(labels, isSo) where isSo { counts[Int(label)] += 1 }
        return zip(counts, areas).map { Float($0) / Float(max($1, 1)) }
    }

    /// Of each group the mean.
    fileprivate func means(of plane: Plane) -> [Float] {
        var sums = [Float](repeating: 0, count: count)
        for (label, sample) in zip(labels, plane.samples) { sums[Int(label)] += sample }
        return zip(sums, areas).map { $0 / Float(max($1, 1)) }
    }
}
