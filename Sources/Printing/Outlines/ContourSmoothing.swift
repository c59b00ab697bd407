import Glibc
import Imaging

/// Removes the noise of single pixels from a traced line before curves are fitted to it.
enum ContourSmoothing {
    /// Returns a closed polygon with points at equal distances. Each is the Gaussian mean of those around it, at most
    /// `leeway` from the given line, so corners keep their place.
    ///
    /// - Parameters:
    ///   - sigma: of the Gaussian, and four times the distance between points; in the polygon's unit.
    ///   - leeway: in the polygon's unit.
    static func smoothed(_ polygon: [Point], sigma: Double, leeway: Double) -> [Point] {
        let points = Polygon.resampled(polygon, spacing: sigma / 4).points
        let count = points.count
        let reach = 12
        guard count > 4 * reach else { return points }
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / 32) }
        let sum = weights.reduce(0, +)
        return points.indices.map { index in
            var mean = Point.zero
            for offset in -reach...reach {
                mean += points[(index + offset + count) % count] * weights[offset + reach]
            }
            let move = mean / sum - points[index]
            let length = move.length
            return length <= leeway ? points[index] + move : points[index] + move * (leeway / length)
        }
    }
}
