import Imaging

/// The colours of a photo in Oklab with the share of each.
struct WeightedColors {
    let planes: OklabPlanes
    /// Adds up to 1.
    let shares: [Double]
    /// The shares as grouping sees them, in which vivid colours count more than dull ones.
    let pulls: [Float]

    /// How much of the weight all background together has where there is a subject. Of four colours the largest has a
    /// quarter at least, so the background adds a colour but never the first.
    private static let backgroundShare = 0.15
    /// How much more a colour pulls for each unit of chroma; the most vivid ones pull about five times as much as grey.
    private static let vividness: Float = 15

    init(_ tallies: [ColorTally]) {
        let factor = Self.backgroundWeight(in: tallies)
        let sums = tallies.map { SIMD4<Double>($0.subject) + factor * SIMD4<Double>($0.background) }
        let planes = OklabPlanes(
            encodedRed: sums.map { Float($0[1] / $0[0]) }, green: sums.map { Float($0[2] / $0[0]) },
            blue: sums.map { Float($0[3] / $0[0]) })
        self.planes = planes
        let total = sums.reduce(0) { $0 + $1[0] }
        let shares = sums.map { $0[0] / total }
        self.shares = shares
        pulls = shares.indices.map { Float(shares[$0]) * (1 + Self.vividness * planes[$0].chroma) }
    }

    /// What a background pixel weighs when a subject pixel weighs 1: no more than that.
    private static func backgroundWeight(in tallies: [ColorTally]) -> Double {
        let subject = tallies.reduce(0) { $0 + $1.subject[0] }
        let background = tallies.reduce(0) { $0 + $1.background[0] }
        guard subject > 0, background > 0 else { return 1 }
        return min(1, backgroundShare / (1 - backgroundShare) * Double(subject) / Double(background))
    }
}

extension ColorTally {
    /// As ``subject``, with what of each pixel is not subject.
    fileprivate var background: SIMD4<UInt64> { UInt64(SubjectWeights.full) &* all &- subject }
}
