extension Plane {
    /// Returns the mean over a square of `2 * radius + 1` pixels around each pixel, over its part inside the plane.
    ///
    /// The time does not depend on the radius: sums run along, one pixel enters and one leaves (Crow 1984's idea in one
    /// dimension after the other).
    package func boxBlurred(radius: Int) -> Plane {
        guard radius > 0, size.area > 0 else { return self }
        var vertical = [Float](repeating: 0, count: size.area)
        var result = [Float](repeating: 0, count: size.area)
        let width = self.width
        let height = self.height
        samples.withUnsafeBufferPointer { input in
            vertical.withUnsafeMutableBufferPointer { output in
                Self.runningMeansDown(input, width: width, height: height, radius: radius, into: output)
            }
        }
        vertical.withUnsafeBufferPointer { input in
            result.withUnsafeMutableBufferPointer { output in
                Self.runningMeansAcross(input, width: width, height: height, radius: radius, into: output)
            }
        }
        return Plane(size: size, samples: result)
    }

    private static func runningMeansDown(
        _ input: UnsafeBufferPointer<Float>, width: Int, height: Int, radius: Int,
        into output: UnsafeMutableBufferPointer<Float>
    ) {
        var sums = [Float](repeating: 0, count: width)
        sums.withUnsafeMutableBufferPointer { sums in
            for y in 0..<min(radius, height) {
                for x in 0..<width { sums[x] += input[y * width + x] }
            }
            for y in 0..<height {
                if y + radius < height {
                    let row = (y + radius) * width
                    for x in 0..<width { sums[x] += input[row + x] }
                }
                if y - radius - 1 >= 0 {
                    let row = (y - radius - 1) * width
                    for x in 0..<width { sums[x] -= input[row + x] }
                }
                let scale = 1 / Float(min(y + radius, height - 1) - max(y - radius, 0) + 1)
                for x in 0..<width { output[y * width + x] = sums[x] * scale }
            }
        }
    }

    private static func runningMeansAcross(
        _ input: UnsafeBufferPointer<Float>, width: Int, height: Int, radius: Int,
        into output: UnsafeMutableBufferPointer<Float>
    ) {
        let scales = (0..<width).map { 1 / Float(min($0 + radius, width - 1) - max($0 - radius, 0) + 1) }
        // Four rows at once, because a single running sum waits for its own last addition.
        var y = 0
        while y < height {
            let rows = SIMD4<Int>(y, min(y + 1, height - 1), min(y + 2, height - 1), min(y + 3, height - 1)) &* width
            var sums = SIMD4<Float>()
            for x in 0..<min(radius, width) {
                sums += SIMD4(input[rows[0] + x], input[rows[1] + x], input[rows[2] + x], input[rows[3] + x])
            }
            for x in 0..<width {
                let entering = x + radius
                if entering < width {
                    sums += SIMD4(
                        input[rows[0] + entering], input[rows[1] + entering], input[rows[2] + entering],
                        input[rows[3] + entering])
                }
                let leaving = x - radius - 1
                if leaving >= 0 {
                    sums -= SIMD4(
                        input[rows[0] + leaving], input[rows[1] + leaving], input[rows[2] + leaving],
                        input[rows[3] + leaving])
                }
                let means = sums * scales[x]
                output[rows[0] + x] = means[0]
                output[rows[1] + x] = means[1]
                output[rows[2] + x] = means[2]
                output[rows[3] + x] = means[3]
            }
            y += 4
        }
    }
}
