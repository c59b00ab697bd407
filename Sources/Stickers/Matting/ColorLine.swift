/// What the colours say about alpha near one cell: the linear function that tells the subject's colours from the
/// background's best, 1 at the mean of the one and 0 at the mean of the other.
///
/// Fisher's linear discriminant (1936) of the sure pixels in the surroundings. A guided filter (He et al. 2010) over the
/// same pixels has the same direction; unlike it, this one is not flattened where colours vary.
struct ColorLine {
    /// Slopes by red, green, blue (0…1 each), then the constant.
    var coefficients = SIMD4<Float>()
    /// How far apart the means lie, squared, in units of the spread along the line. 0 when nothing is known.
    var separation: Float = 0

    init() {}

    /// - Parameters:
    ///   - sums: weight and weighted colours of the subject (0…3) and of the background (4…7), then the weighted
    ///     products rr, gg, bb, rg, rb, gb of both (8…13).
    ///   - noise: the spread that every colour has at least, squared.
    init(_ sums: SIMD16<Float>, noise: Float) {
        let weightF = sums[0]
        let weightB = sums[4]
        guard weightF > 1e-4, weightB > 1e-4 else { return }
        let meanF = SIMD4(sums[1], sums[2], sums[3], 0) / weightF
        let meanB = SIMD4(sums[5], sums[6], sums[7], 0) / weightB
        let scale = 1 / (weightF + weightB)
        let diagonal =
            (SIMD4(sums[8], sums[9], sums[10], 0) - weightF * meanF * meanF - weightB * meanB * meanB) * scale
        let crossF = meanF * SIMD4(meanF[1], meanF[2], meanF[0], 0)
        let crossB = meanB * SIMD4(meanB[1], meanB[2], meanB[0], 0)
        // rg, gb, br
        let cross = (SIMD4(sums[11], sums[13], sums[12], 0) - weightF * crossF - weightB * crossB) * scale
        let rr = max(diagonal[0], 0) + noise
        let gg = max(diagonal[1], 0) + noise
        let bb = max(diagonal[2], 0) + noise
        let (rg, gb, rb) = (cross[0], cross[1], cross[2])
        let difference = meanF - meanB
        // The inverse of the symmetric spread matrix by cofactors.
        let first = SIMD4(gg * bb - gb * gb, rb * gb - rg * bb, rg * gb - rb * gg, 0)
        let second = SIMD4(first[1], rr * bb - rb * rb, rg * rb - rr * gb, 0)
        let third = SIMD4(first[2], second[2], rr * gg - rg * rg, 0)
        let determinant = rr * first[0] + rg * first[1] + rb * first[2]
        guard determinant > 1e-12 else { return }
        let direction = (first * difference[0] + second * difference[1] + third * difference[2]) / determinant
        let distance = (direction * difference).sum()
        guard distance > 1e-3 else { return }
        var slopes = direction / distance
        slopes[3] = -(slopes * meanB).sum()
        coefficients = slopes
        separation = distance
    }
}
