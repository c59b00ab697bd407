import Imaging

/// Parts that stand apart on the wrong side: holes in a subject under a stroke that keeps, subjects apart under one
/// that removes. A stroke over a good part of one means all of it.
struct StrokeIslands {
    /// From this part under the stroke on, an island is rather meant as a whole …
    static let leastShare: Float = 0.04
    /// … and from this on it surely is.
    static let fullShare: Float = 0.12

    /// The sides of the raster that are sides of the photo: an island may end there.
    var frame: FrameSides
    /// In pixels of the raster: what is larger is no island.
    var largest: Int
    /// The same for those that the photo's frame cuts off.
    var largestAtFrame: Int

    /// For each group how surely it belongs to an island that the stroke means, 0…1.
    ///
    /// - Parameters:
    ///   - isThere: by group, whether it is on the stroke's side already.
    ///   - marked: by group, the part under the stroke.
    func shares(of clusters: PixelClusters, isThere: [Bool], marked: [Float]) -> [Float] {
        let parts = ConnectedComponents(size: clusters.size) { !isThere[Int(clusters.labels[$0])] }
        var under = [Float](repeating: 0, count: parts.components.count + 1)
        for (part, label) in zip(parts.labels, clusters.labels) where part > 0 {
            under[Int(part)] += marked[Int(label)]
        }
        let meant = parts.components.indices.map { index -> Float in
            let part = parts.components[index]
            guard part.area <= limit(of: part.box, in: clusters.size) else { return 0 }
            let share = under[index + 1] / Float(part.area)
            return min(max((share - Self.leastShare) / (Self.fullShare - Self.leastShare), 0), 1)
        }
        var shares = [Float](repeating: 0, count: clusters.count)
        for (part, label) in zip(parts.labels, clusters.labels) where part > 0 {
            shares[Int(label)] = meant[Int(part) - 1]
        }
        return shares
    }

    private func limit(of box: PixelRect, in size: PixelSize) -> Int {
        var cut: FrameSides = []
        if box.x == 0 { cut.insert(.left) }
        if box.y == 0 { cut.insert(.top) }
        if box.maxX == size.width { cut.insert(.right) }
        if box.maxY == size.height { cut.insert(.bottom) }
        if cut.isEmpty { return largest }
        // Where the raster ends and the photo does not, the island may go on.
        return cut.isSubset(of: frame) ? min(largest, largestAtFrame) : 0
    }
}
