import TestSupport
import Testing

@testable import Stickers

struct SymmetricMatrixTests {
    /// The covariance of colours along one line has an inverse that only the noise gives it: rounding may lose the
    /// determinant. What is explained by the line stays bounded all the same.
    @Test func coloursAlongOneLineHaveABoundedInverse() {
        var random = SeededGenerator(seed: 1)
        let noise: Float = 5e-5
        var largest: Float = 0
        for _ in 0..<20_000 {
            func coordinate() -> Float { Float.random(in: -1...1, using: &random) }
            let direction = SIMD4(coordinate(), coordinate(), coordinate(), 0)
            let line = direction / (direction * direction).sum().squareRoot()
            let spread = SymmetricMatrix(squareOf: line) * Float.random(in: 0.01...0.75, using: &random)
            let sum = spread + SymmetricMatrix(diagonal: SIMD4(noise, noise, noise, 0))
            let error = spread * (sum.inverse(eigenvaluesAtLeast: noise) * line) - line
            largest = max(largest, (error * error).sum().squareRoot())
        }
        #expect(largest < 10)
    }

    @Test func theInverseOfAWellConditionedMatrixIsExact() {
        let matrix = SymmetricMatrix(diagonal: SIMD4(0.5, 0.4, 0.3, 0), others: SIMD4(0.1, -0.05, 0.02, 0))
        let vector = SIMD4<Float>(0.3, -0.2, 0.7, 0)
        let difference = matrix.inverse(eigenvaluesAtLeast: 5e-5) * (matrix * vector) - vector
        #expect((difference * difference).sum() < 1e-10)
    }
}
