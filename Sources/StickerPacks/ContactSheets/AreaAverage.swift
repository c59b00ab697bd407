import Imaging

extension Bitmap {
    /// The picture at another size: each new pixel is the mean of the area it covers, weighted by alpha so that
    /// transparent pixels lend no colour. Where it grows, neighbours are mixed linearly.
    func averaged(to target: PixelSize) -> Bitmap {
        if target == size { return self }
        guard target.area > 0, size.area > 0 else { return Bitmap(size: target) }
        let columns = ResamplingWeights(from: width, to: target.width)
        let rows = ResamplingWeights(from: height, to: target.height)
        // One row of sums at a time: a target row needs only the source rows that it covers.
        let rowLength = 4 * target.width
        let pixels = [UInt8](unsafeUninitializedCapacity: rowLength * target.height) { output, count in
            var sums = [Float](repeating: 0, count: rowLength)
            for y in 0..<target.height {
                for index in 0..<rowLength { sums[index] = 0 }
                for row in rows.ranges[y] {
                    addRow(row, weight: rows.weight(of: row, in: y), columns: columns, to: &sums)
                }
                for x in 0..<target.width {
                    let alpha = sums[4 * x + 3]
                    let scale = alpha > 0 ? 255 / alpha : 0
                    for channel in 0..<3 {
                        output[y * rowLength + 4 * x + channel] = UInt8(min(255, sums[4 * x + channel] * scale + 0.5))
                    }
                    output[y * rowLength + 4 * x + 3] = UInt8(min(255, alpha + 0.5))
                }
            }
            count = rowLength * target.height
        }
        return Bitmap(size: target, pixels: pixels)
    }

    /// Adds a row, averaged to the new columns, to sums of premultiplied samples.
    private func addRow(_ row: Int, weight: Float, columns: ResamplingWeights, to sums: inout [Float]) {
        pixels.withUnsafeBufferPointer { pixels in
            for x in 0..<columns.ranges.count {
                var sum = SIMD4<Float>.zero
                for column in columns.ranges[x] {
                    let offset = 4 * (row * width + column)
                    let alpha = Float(pixels[offset + 3]) * columns.weight(of: column, in: x)
                    let color = SIMD4(Float(pixels[offset]), Float(pixels[offset + 1]), Float(pixels[offset + 2]), 255)
                    sum += color * (alpha / 255)
                }
                sums[4 * x] += sum.x * weight
                sums[4 * x + 1] += sum.y * weight
                sums[4 * x + 2] += sum.z * weight
                sums[4 * x + 3] += sum.w * weight
            }
        }
    }
}

/// Which samples of a line make each sample of a longer or shorter one, and how much of each.
private struct ResamplingWeights {
    private(set) var ranges: [Range<Int>] = []
    private var weights: [Float] = []
    private var starts: [Int] = []

    init(from source: Int, to target: Int) {
        let ratio = Double(source) / Double(target)
        for index in 0..<target {
            let from: Double
            let to: Double
            if ratio >= 1 {
                from = Double(index) * ratio
                to = from + ratio
            } else {
                // A window as wide as a source sample around the middle mixes the two neighbours linearly.
                let middle = (Double(index) + 0.5) * ratio
                from = max(0, middle - 0.5)
                to = min(Double(source), middle + 0.5)
            }
            let range = Int(from)..<min(source, max(Int(from) + 1, Int(to.rounded(.up))))
            ranges.append(range)
            starts.append(weights.count)
            for sample in range {
                let overlap = max(0, min(to, Double(sample + 1)) - max(from, Double(sample)))
                weights.append(Float(overlap / (to - from)))
            }
        }
    }

    func weight(of sample: Int, in index: Int) -> Float {
        weights[starts[index] + sample - ranges[index].lowerBound]
    }
}
