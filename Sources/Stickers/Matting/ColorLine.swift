/// What the colours say about alpha near one cell: the linear function that tells the subject's colours from the
/// background's best, 1 at the mean of the one and 0 at the mean of the other.
///
/// Fisher's linear discriminant (1936) of the sure pixels in the surroundings. A guided filter (He et al. 2010) over
/// the same pixels has the same direction; unlike it, this one is not flattened where colours vary.
struct ColorLine {
    /// Slopes by red, green, blue (0…1 each), then the constant.
    var coefficients = SIMD4<Float>()
    /// How far apart the means lie, squared, in units of the spread along the line: one over the variance of the alpha
    /// that the line gives. 0 when nothing is known.
    var separation: Float = 0

    /// The line between those of four cells.
    @inline(__always)
    init(_ lines: [ColorLine], slots: [Int32], corners: CellCorners) {
        let a = lines[Int(slots[corners.own])]
        let b = lines[Int(slots[corners.beside])]
        let c = lines[Int(slots[corners.below])]
        let d = lines[Int(slots[corners.opposite])]
        let weights = corners.weights
        coefficients = a.coefficients * weights[0]
        coefficients += b.coefficients * weights[1]
        coefficients += c.coefficients * weights[2]
        coefficients += d.coefficients * weights[3]
        separation = (SIMD4(a.separation, b.separation, c.separation, d.separation) * weights).sum()
    }

    /// - Parameter noise: the spread that every colour has at least, squared.
    init(_ sums: PureSums, noise: Float) {
        let (subject, background) = (sums.subject, sums.background)
        let weightF = subject.colors[3]
        let weightB = background.colors[3]
        guard weightF > 1e-6, weightB > 1e-6 else { return }
        let meanF = subject.colors / weightF
        let meanB = background.colors / weightB
        let scale = 1 / (weightF + weightB)
        let squares = subject.squares + background.squares
        let diagonal = (squares - weightF * meanF * meanF - weightB * meanB * meanB) * scale
        let crossF = meanF * SIMD4(meanF[1], meanF[2], meanF[0], 0)
        let crossB = meanB * SIMD4(meanB[1], meanB[2], meanB[0], 0)
        let cross = (subject.products + background.products - weightF * crossF - weightB * crossB) * scale
        let rr = max(diagonal[0], 0) + noise
        let gg = max(diagonal[1], 0) + noise
        let bb = max(diagonal[2], 0) + noise
        let (rg, gb, rb) = (cross[0], cross[1], cross[2])
        var difference = meanF - meanB
        difference[3] = 0
        // The inverse of the symmetric matrix of spreads by cofactors.
        let first = SIMD4(gg * bb - gb * gb, rb * gb - rg * bb, rg * gb - rb * gg, 0)
        let second = SIMD4(first[1], rr * bb - rb * rb, rg * rb - rr * gb, 0)
        let third = SIMD4(first[2], second[2], rr * gg - rg * rg, 0)
        let determinant = rr * first[0] + rg * first[1] + rb * first[2]
        guard determinant > 0 else { return }
        let direction = (first * difference[0] + second * difference[1] + third * difference[2]) / determinant
        let distance = (direction * difference).sum()
        guard distance > 1e-3, distance.isFinite else { return }
        var slopes = direction / distance
        slopes[3] = -(slopes * meanB).sum()
        coefficients = slopes
        separation = distance
    }
}
