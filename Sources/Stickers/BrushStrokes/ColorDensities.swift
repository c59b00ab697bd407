/// How common colours like a group's are near it, on either of two sides.
///
/// Sums over all groups with a kernel of colour and one of place, both with long tails: 1 / (1 + d²)² and 1 / (1 + d²).
struct ColorDensities {
    private let clusters: PixelClusters
    private let byColor: Float
    private let byPlace: Float
    private let light: [SIMD8<Float>]
    private let a: [SIMD8<Float>]
    private let b: [SIMD8<Float>]
    private let x: [SIMD8<Float>]
    private let y: [SIMD8<Float>]
    private let over: [SIMD8<Float>]
    private let staying: [SIMD8<Float>]

    /// - Parameters:
    ///   - over: how many pixels of each group speak for the one side.
    ///   - staying: likewise for the other.
    ///   - colorWidth: of the colour kernel.
    ///   - placeWidth: of the kernel of place, in pixels.
    init(_ clusters: PixelClusters, over: [Float], staying: [Float], colorWidth: Float, placeWidth: Float) {
        self.clusters = clusters
        byColor = 1 / (colorWidth * colorWidth)
        byPlace = 1 / (placeWidth * placeWidth)
        let used = (0..<clusters.count).filter { over[$0] > 0 || staying[$0] > 0 }
        func lanes(_ value: (Int) -> Float) -> [SIMD8<Float>] {
            stride(from: 0, to: used.count, by: 8).map { start in
                var lane = SIMD8<Float>.zero
                for offset in 0..<min(8, used.count - start) { lane[offset] = value(used[start + offset]) }
                return lane
            }
        }
        light = lanes { clusters.features[$0].x }
        a = lanes { clusters.features[$0].y }
        b = lanes { clusters.features[$0].z }
        x = lanes { clusters.centers[$0].x }
        y = lanes { clusters.centers[$0].y }
        self.over = lanes { over[$0] }
        self.staying = lanes { staying[$0] }
    }

    /// The two densities at a group, each 0…1.
    func densities(at node: Int) -> (over: Float, staying: Float) {
        let feature = clusters.features[node]
        let center = clusters.centers[node]
        var (overSum, overWeight) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var (stayingSum, stayingWeight) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        for index in light.indices {
            let (dLight, dA, dB) = (light[index] - feature.x, a[index] - feature.y, b[index] - feature.z)
            let (dx, dy) = (x[index] - center.x, y[index] - center.y)
            let color = (dLight * dLight + dA * dA + dB * dB) * byColor + 1
            let near = 1 / ((dx * dx + dy * dy) * byPlace + 1)
            let alike = near / (color * color)
            overSum += over[index] * alike
            overWeight += over[index] * near
            stayingSum += staying[index] * alike
            stayingWeight += staying[index] * near
        }
        return (overSum.sum() / (overWeight.sum() + 1e-3), stayingSum.sum() / (stayingWeight.sum() + 1e-3))
    }
}
