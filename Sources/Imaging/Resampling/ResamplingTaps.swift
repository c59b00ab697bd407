/// The source positions and weights of each position of the result.
struct ResamplingTaps {
    /// The number of source positions for each result.
    let tapCount: Int
    /// The first source position of each result. All its taps lie within the source.
    let starts: [Int32]
    /// The weights, `tapCount` for each result, with a sum of 1.
    let weights: [Float]

    /// - Parameters:
    ///   - source: how many positions there are.
    ///   - range: the part of them that the result shows; all by default. It may begin and end between two.
    init(from source: Int, range: Range<Double>? = nil, to target: Int, kernel: Bitmap.ResamplingKernel) {
        let range = range ?? 0..<Double(source)
        let scale = (range.upperBound - range.lowerBound) / Double(target)
        let stretch = max(1, scale)
        let support = kernel.support * stretch
        tapCount = min(source, Int((2 * support).rounded(.up)) + 1)
        var starts: [Int32] = []
        var weights: [Float] = []
        starts.reserveCapacity(target)
        weights.reserveCapacity(target * tapCount)
        var taps = [Double](repeating: 0, count: tapCount)
        for position in 0..<target {
            let center = range.lowerBound + (Double(position) + 0.5) * scale - 0.5
            let first = Int((center - support).rounded(.down)) + 1
            let start = min(max(first, 0), source - tapCount)
            for tap in 0..<tapCount { taps[tap] = 0 }
            var sum = 0.0
            // Positions outside the source count as its outermost position.
            for offset in 0...Int((2 * support).rounded(.up)) {
                let weight = kernel.weight(at: (Double(first + offset) - center) / stretch)
                let tap = min(max(first + offset, 0), source - 1) - start
                guard weight != 0, tap >= 0, tap < tapCount else { continue }
                taps[tap] += weight
                sum += weight
            }
            starts.append(Int32(start))
            for tap in 0..<tapCount { weights.append(Float(taps[tap] / sum)) }
        }
        self.starts = starts
        self.weights = weights
    }

    func blendRows(
        of input: UnsafeBufferPointer<Float>, width: Int, at position: Int, into row: UnsafeMutableBufferPointer<Float>
    ) {
        let start = Int(starts[position])
        for tap in 0..<tapCount {
            let weight = weights[position * tapCount + tap]
            let source = UnsafeBufferPointer(rebasing: input[(start + tap) * width..<(start + tap + 1) * width])
            if tap == 0 {
                for x in 0..<width { row[x] = weight * source[x] }
            } else if weight != 0 {
                for x in 0..<width { row[x] += weight * source[x] }
            }
        }
    }

    func gather(
        from row: UnsafeMutableBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>, at offset: Int
    ) {
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                for position in 0..<starts.count {
                    let start = Int(starts[position])
                    var sum: Float = 0
                    for tap in 0..<tapCount { sum += weights[position * tapCount + tap] * row[start + tap] }
                    output[offset + position] = min(max(sum, 0), 1)
                }
            }
        }
    }
}
