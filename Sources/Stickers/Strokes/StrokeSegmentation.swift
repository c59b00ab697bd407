import Glibc
import Imaging

/// Which pixels around a stroke go over to the other side: those that look like what is under it, up to the edges of
/// the picture.
struct StrokeSegmentation {
    private let clusters: PixelClusters
    private let borders: [PixelClusters.Border]
    private let contrasts: [Float]
    private let firstBorders: [Int32]
    private let neighbours: [(node: Int32, border: Int32)]
    /// By group.
    private var marked: [Float]
    private var isCore: [Bool]
    private var isForbidden: [Bool]
    private var isThere: [Bool]
    private var stays: [Float]

    /// - Parameters:
    ///   - picture: the photo around the stroke.
    ///   - side: for each pixel how much of it is on the stroke's side already, 0…1.
    ///   - core: what is under the stroke.
    ///   - forbidden: what other strokes hold on the other side.
    init(picture: Bitmap, side: Plane, core: [Bool], forbidden: [Bool]) {
        let t = StrokeTuning.shared
        let size = picture.size
        let colors = OklabPlanes(picture)
        let chroma = Float(100 * t.chroma)
        let matteScale = Float(t.matteChannel)
        let features = (0..<size.area).map { index in
            SIMD4(
                100 * colors.lightness[index], chroma * colors.a[index], chroma * colors.b[index],
                matteScale * side.samples[index])
        }
        clusters = PixelClusters(features, size: size, spacing: Int(t.spacing), tolerance: Float(t.tolerance))
        borders = clusters.borders()
        let count = clusters.count
        var marked = [Float](repeating: 0, count: count)
        var held = [Float](repeating: 0, count: count)
        for (index, label) in clusters.labels.enumerated() {
            if core[index] { marked[Int(label)] += 1 }
            if forbidden[index] { held[Int(label)] += 1 }
        }
        var most = 0
        for node in 0..<count {
            marked[node] /= Float(clusters.areas[node])
            held[node] /= Float(clusters.areas[node])
            if marked[node] > marked[most] { most = node }
        }
        self.marked = marked
        isCore = marked.map { $0 >= 0.4 }
        if marked[most] > 0 { isCore[most] = true }
        isForbidden = (0..<count).map { held[$0] >= 0.4 && marked[$0] < 0.4 }
        stays = clusters.features.map { 1 - $0.w / matteScale }
        isThere = stays.map { $0 < 0.5 }
        var contrasts: [Float] = []
        for border in borders {
            var d = clusters.features[Int(border.first)] - clusters.features[Int(border.second)]
            d.w = 0
            contrasts.append((d * d).sum())
        }
        self.contrasts = contrasts
        var degrees = [Int32](repeating: 0, count: count + 1)
        for border in borders {
            degrees[Int(border.first) + 1] += 1
            degrees[Int(border.second) + 1] += 1
        }
        for node in 0..<count { degrees[node + 1] += degrees[node] }
        firstBorders = degrees
        var neighbours = [(node: Int32, border: Int32)](repeating: (0, 0), count: 2 * borders.count)
        var next = degrees
        for (index, border) in borders.enumerated() {
            neighbours[Int(next[Int(border.first)])] = (border.second, Int32(index))
            next[Int(border.first)] += 1
            neighbours[Int(next[Int(border.second)])] = (border.first, Int32(index))
            next[Int(border.second)] += 1
        }
        self.neighbours = neighbours
    }

    private func around(_ node: Int) -> ArraySlice<(node: Int32, border: Int32)> {
        neighbours[Int(firstBorders[node])..<Int(firstBorders[node + 1])]
    }

    /// Least sum of contrasts from the stroke.
    private func geodesicDistances() -> [Float] {
        var distances = isCore.map { $0 ? Float(0) : .infinity }
        // Bellman–Ford with a queue: the graph is small.
        var queue = distances.indices.filter { isCore[$0] }
        var isQueued = isCore
        var first = 0
        while first < queue.count {
            let node = queue[first]
            first += 1
            isQueued[node] = false
            for (other, border) in around(node) {
                let distance = distances[node] + contrasts[Int(border)].squareRoot() + 1
                if distance < distances[Int(other)] {
                    distances[Int(other)] = distance
                    if !isQueued[Int(other)] {
                        isQueued[Int(other)] = true
                        queue.append(Int(other))
                    }
                }
            }
        }
        return distances
    }

    func goesOver(extent: Double) -> [Bool] {
        let t = StrokeTuning.shared
        let count = clusters.count
        let geo = geodesicDistances()
        let areas = clusters.areas.map { Float($0) }
        let longest = Float(clusters.size.longestSide)
        let byColor = 1 / Float(t.colorSigma * t.colorSigma)
        let byPlace = 1 / Float(t.placeSigma * t.placeSigma) / (longest * longest)
        let distances = euclideanDistances()
        let holes = holeShares()
        var inF = (0..<count).map { areas[$0] * (isCore[$0] ? marked[$0] : isThere[$0] ? Float(t.existing) * 0.2 : 0) }
        var inB = (0..<count).map { node -> Float in
            if isCore[node] || isThere[node] { return 0 }
            if isForbidden[node] { return areas[node] }
            let near = exp(-geo[node] / Float(t.geoSigma))
            return areas[node] * (1 - near)
        }
        var over = isCore
        let meanContrast = contrasts.isEmpty ? 1 : max(1, contrasts.reduce(0, +) / Float(contrasts.count))
        let byContrast = 1 / (Float(t.edgeScale) * meanContrast)
        let scale: Float = 16
        for round in 0..<Int(t.rounds) {
            // Colour evidence.
            var cut = MinimumCut(nodeCount: count, edgeCount: borders.count)
            for node in 0..<count {
                if isForbidden[node] {
                    cut.favour(node, by: -MinimumCut.infinite)
                    continue
                }
                if isCore[node] || isThere[node] {
                    cut.favour(node, by: MinimumCut.infinite)
                    continue
                }
                var (f, fw, b, bw) = (Float(0), Float(1e-3), Float(0), Float(1e-3))
                let feature = clusters.features[node]
                let center = clusters.centers[node]
                for other in 0..<count {
                    let wf = inF[other]
                    let wb = inB[other]
                    if wf == 0 && wb == 0 { continue }
                    var d = clusters.features[other] - feature
                    d.w = 0
                    let way = clusters.centers[other] - center
                    let kc = 1 / (1 + (d * d).sum() * byColor)
                    let ks = 1 / (1 + (way * way).sum() * byPlace)
                    f += wf * kc * kc * ks
                    fw += wf * ks
                    b += wb * kc * kc * ks
                    bw += wb * ks
                }
                let limit = Float(t.llrLimit)
                let llr = max(-limit, min(limit, log((f / fw + 0.003) / (b / bw + 0.003))))
                var gain = Float(t.color) * llr
                gain -= Float(t.priorWeight) * max(0, 2 * stays[node] - 1)
                let far = distances[node] / Float(extent * t.extentScale)
                gain -= Float(t.distanceWeight) * far * far
                gain -= Float(t.geoWeight) * min(3, geo[node] / Float(4 * t.geoSigma))
                gain += Float(t.hole) * min(1, holes[node] / 0.3)
                cut.favour(node, by: Int32(max(-1000, min(1000, gain)) * areas[node] * scale))
            }
            for (index, border) in borders.enumerated() {
                let weight = Float(t.smooth) * exp(-contrasts[index] * byContrast) + Float(t.floor)
                cut.connect(Int(border.first), Int(border.second), cost: Int32(weight * border.length * scale) + 1)
            }
            over = cut.solve()
            for node in 0..<count where isThere[node] && !isCore[node] { over[node] = false }
            over = connected(over)
            if round + 1 < Int(t.rounds) {
                for node in 0..<count {
                    inF[node] = areas[node] * (isCore[node] ? max(marked[node], 0.4) : over[node] ? 0.6 : isThere[node] ? Float(t.existing) * 0.2 : 0)
                    inB[node] = over[node] || isCore[node] || isThere[node] ? 0 : areas[node]
                }
            }
        }
        return clusters.labels.map { over[Int($0)] && !isThere[Int($0)] }
    }

    /// Of each group that is not there yet, how much of the enclosed part that it is in is under the stroke.
    private func holeShares() -> [Float] {
        var shares = [Float](repeating: 0, count: clusters.count)
        let size = clusters.size
        let parts = ConnectedComponents(size: size) { !isThere[Int(clusters.labels[$0])] }
        var under = [Float](repeating: 0, count: parts.components.count + 1)
        for (index, part) in parts.labels.enumerated() where part > 0 {
            let label = Int(clusters.labels[index])
            under[Int(part)] += marked[label]
        }
        for (index, part) in parts.labels.enumerated() where part > 0 {
            let component = parts.components[Int(part) - 1]
            let box = component.box
            guard box.x > 0, box.y > 0, box.maxX < size.width, box.maxY < size.height else { continue }
            shares[Int(clusters.labels[index])] = under[Int(part)] / Float(component.area)
        }
        return shares
    }

    private func euclideanDistances() -> [Float] {
        let cores = (0..<clusters.count).filter { isCore[$0] }.map { clusters.centers[$0] }
        return clusters.centers.map { center in
            var least = Float.infinity
            for core in cores {
                let way = core - center
                least = min(least, (way * way).sum())
            }
            return least.squareRoot()
        }
    }

    private func connected(_ over: [Bool]) -> [Bool] {
        var reached = isCore
        var stack = reached.indices.filter { reached[$0] }
        while let node = stack.popLast() {
            for (other, _) in around(node) where over[Int(other)] && !reached[Int(other)] {
                reached[Int(other)] = true
                stack.append(Int(other))
            }
        }
        return reached
    }
}
