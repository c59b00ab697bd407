import Imaging

/// A group of colours of a photo that show as one swatch.
struct ColorGroup {
    /// Which of the colours, in their order.
    private(set) var members: [Int]
    private(set) var share: Double
    /// The colour that the group crowds around.
    private(set) var peak: SRGBColor

    /// How far around a colour others count as its crowd, in Oklab: first all, for the mean, in the end the nearest.
    private static let crowdRadii: [Float] = [.infinity, 0.12, 0.12, 0.12, 0.12, 0.12, 0.04, 0.04, 0.04]

    init(members: [Int], of colors: WeightedColors) {
        self.members = members
        share = members.reduce(0) { $0 + colors.shares[$1] }
        peak = Self.peak(of: members, in: colors)
    }

    mutating func absorb(_ other: ColorGroup, of colors: WeightedColors) {
        self = ColorGroup(members: (members + other.members).sorted(), of: colors)
    }

    /// From the mean of the group towards where it is densest, so that a swatch is a colour of the photo and not a
    /// mixture of two: mean shift with Epanechnikov's kernel (Y. Cheng, "Mean shift, mode seeking, and clustering",
    /// 1995).
    private static func peak(of members: [Int], in colors: WeightedColors) -> SRGBColor {
        var peak = SIMD3<Float>()
        for radius in crowdRadii {
            var sum = SIMD4<Double>()
            for index in members {
                let color = SIMD3(colors.planes.lightness[index], colors.planes.a[index], colors.planes.b[index])
                let away = (color - peak) / radius
                let nearness = max(0, 1 - (away * away).sum())
                sum += Double(nearness * colors.pulls[index]) * SIMD4(SIMD4(color, 1))
            }
            guard sum.w > 0 else { break }
            let mean = sum / sum.w
            peak = SIMD3(Float(mean.x), Float(mean.y), Float(mean.z))
        }
        return Oklab(lightness: peak.x, a: peak.y, b: peak.z).srgb
    }
}

extension ColorGroup {
    /// Colours nearer than that (CIEDE2000) are one: they look alike even side by side.
    private static let leastDifference = 3.0

    /// At most `count` groups whose peaks can be told apart.
    static func groups(of colors: WeightedColors, count: Int, seed: UInt64) -> [ColorGroup] {
        let owners = ColorClustering(colors, count: count, seed: seed).owners
        var groups = (0..<Int32(count)).compactMap { owner in
            let members = owners.indices.filter { owners[$0] == owner }
            return members.isEmpty ? nil : ColorGroup(members: members, of: colors)
        }
        while let (kept, merged) = firstPairThatLooksAlike(in: groups) {
            groups[kept].absorb(groups[merged], of: colors)
            groups.remove(at: merged)
        }
        return groups
    }

    private static func firstPairThatLooksAlike(in groups: [ColorGroup]) -> (Int, Int)? {
        for second in groups.indices.dropFirst() {
            for first in 0..<second where groups[first].peak.deltaE2000(to: groups[second].peak) < leastDifference {
                return (first, second)
            }
        }
        return nil
    }
}
