import Imaging

/// Groups of like pixels and how they touch.
struct ClusterGraph {
    let clusters: PixelClusters
    let borders: [PixelClusters.Border]
    /// For each border the squared difference of the two sides' mean colours.
    let contrasts: [Float]
    /// The borders of group n are those of `ends` from `firstEnds[n]` on.
    private let firstEnds: [Int32]
    private let ends: [End]

    /// A border as one of its two groups sees it.
    struct End {
        let neighbour: Int32
        let border: Int32
    }

    /// - Parameter clusters: groups whose last feature is not a colour.
    init(_ clusters: PixelClusters) {
        self.clusters = clusters
        borders = clusters.borders()
        contrasts = borders.map { border in
            var difference = clusters.features[Int(border.first)] - clusters.features[Int(border.second)]
            difference.w = 0
            return (difference * difference).sum()
        }
        var firstEnds = [Int32](repeating: 0, count: clusters.count + 1)
        for border in borders {
            firstEnds[Int(border.first) + 1] += 1
            firstEnds[Int(border.second) + 1] += 1
        }
        for node in 0..<clusters.count { firstEnds[node + 1] += firstEnds[node] }
        var ends = [End](repeating: End(neighbour: 0, border: 0), count: 2 * borders.count)
        var next = firstEnds
        for (index, border) in borders.enumerated() {
            for (node, neighbour) in [(border.first, border.second), (border.second, border.first)] {
                ends[Int(next[Int(node)])] = End(neighbour: neighbour, border: Int32(index))
                next[Int(node)] += 1
            }
        }
        self.firstEnds = firstEnds
        self.ends = ends
    }

    var count: Int { clusters.count }

    func ends(of node: Int) -> ArraySlice<End> { ends[Int(firstEnds[node])..<Int(firstEnds[node + 1])] }

    /// How much contrast lies on the best way from any of the seeds; infinite where no way leads.
    ///
    /// - Parameters:
    ///   - seeds: by group.
    ///   - isOpen: by group, where ways may lead.
    ///   - ignored: contrast below this, as a difference of colours, is none.
    func geodesicDistances(from seeds: [Bool], through isOpen: [Bool], ignored: Float) -> [Float] {
        let steps = contrasts.map { max(0, $0.squareRoot() - ignored) + 0.5 }
        var distances = seeds.map { $0 ? Float(0) : .infinity }
        var queue = seeds.indices.filter { seeds[$0] }
        var isQueued = seeds
        var first = 0
        // Bellman and Ford's way with a queue, which is fast on so small a graph.
        while first < queue.count {
            let node = queue[first]
            first += 1
            isQueued[node] = false
            for end in ends(of: node) where isOpen[Int(end.neighbour)] {
                let (neighbour, distance) = (Int(end.neighbour), distances[node] + steps[Int(end.border)])
                guard distance < distances[neighbour] else { continue }
                distances[neighbour] = distance
                if !isQueued[neighbour] {
                    isQueued[neighbour] = true
                    queue.append(neighbour)
                }
            }
        }
        return distances
    }

    /// How far each group is from the nearest of the seeds, in pixels.
    func distances(from seeds: [Bool]) -> [Float] {
        let places = seeds.indices.filter { seeds[$0] }.map { clusters.centers[$0] }
        return clusters.centers.map { center in
            var least = Float.infinity
            for place in places {
                let way = place - center
                least = min(least, (way * way).sum())
            }
            return least.squareRoot()
        }
    }

    /// The seeds, and what hangs together with them.
    ///
    /// - Parameter edge: what differs by more in colour does not hang together.
    func connected(_ isInside: [Bool], to seeds: [Bool], below edge: Float) -> [Bool] {
        let limit = edge * edge
        var reached = seeds
        var front = seeds.indices.filter { seeds[$0] }
        while let node = front.popLast() {
            for end in ends(of: node)
            where isInside[Int(end.neighbour)] && !reached[Int(end.neighbour)] && contrasts[Int(end.border)] <= limit {
                reached[Int(end.neighbour)] = true
                front.append(Int(end.neighbour))
            }
        }
        return reached
    }

    /// The groups that reach the sides of the raster.
    var isAtRim: [Bool] {
        var isAtRim = [Bool](repeating: false, count: count)
        let (width, height) = (clusters.size.width, clusters.size.height)
        for x in 0..<width {
            isAtRim[Int(clusters.labels[x])] = true
            isAtRim[Int(clusters.labels[(height - 1) * width + x])] = true
        }
        for y in 0..<height {
            isAtRim[Int(clusters.labels[y * width])] = true
            isAtRim[Int(clusters.labels[(y + 1) * width - 1])] = true
        }
        return isAtRim
    }
}
