/// A symmetric 3 × 3 matrix, as covariances of red, green and blue are.
struct SymmetricMatrix {
    /// Red-red, green-green, blue-blue, 0.
    var diagonal = SIMD4<Float>()
    /// Red-green, green-blue, blue-red, 0.
    var others = SIMD4<Float>()

    /// v·vᵀ
    @inline(__always)
    init(squareOf vector: SIMD4<Float>) {
        diagonal = vector * vector
        others = vector * SIMD4(vector[1], vector[2], vector[0], 0)
    }

    @inline(__always)
    init(diagonal: SIMD4<Float>, others: SIMD4<Float> = .zero) {
        (self.diagonal, self.others) = (diagonal, others)
    }

    /// The inverse by cofactors, of a matrix that is positive definite.
    ///
    /// - Parameter least: no eigenvalue is less. The determinant is then at least least² · (trace − 2 · least), where
    ///   two eigenvalues are the least. Rounding may take that of three nearly parallel colours below it, even below 0.
    @inline(__always)
    func inverse(eigenvaluesAtLeast least: Float) -> SymmetricMatrix {
        let (rr, gg, bb) = (diagonal[0], diagonal[1], diagonal[2])
        let (rg, gb, br) = (others[0], others[1], others[2])
        let (first, second, third) = (gg * bb - gb * gb, br * gb - rg * bb, rg * gb - br * gg)
        let leastDeterminant = least * least * (rr + gg + bb - 2 * least)
        let scale = 1 / max(rr * first + rg * second + br * third, leastDeterminant)
        return SymmetricMatrix(
            diagonal: SIMD4(first, rr * bb - br * br, rr * gg - rg * rg, 0) * scale,
            others: SIMD4(second, rg * br - rr * gb, third, 0) * scale)
    }

    @inline(__always)
    static func + (left: SymmetricMatrix, right: SymmetricMatrix) -> SymmetricMatrix {
        SymmetricMatrix(diagonal: left.diagonal + right.diagonal, others: left.others + right.others)
    }

    @inline(__always)
    static func * (matrix: SymmetricMatrix, factor: Float) -> SymmetricMatrix {
        SymmetricMatrix(diagonal: matrix.diagonal * factor, others: matrix.others * factor)
    }

    @inline(__always)
    static func * (matrix: SymmetricMatrix, vector: SIMD4<Float>) -> SIMD4<Float> {
        let others = matrix.others
        var product = matrix.diagonal * vector
        product += SIMD4(others[0], others[0], others[2], 0) * SIMD4(vector[1], vector[0], vector[0], 0)
        product += SIMD4(others[2], others[1], others[1], 0) * SIMD4(vector[2], vector[2], vector[1], 0)
        return product
    }
}
