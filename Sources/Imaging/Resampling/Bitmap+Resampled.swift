extension Bitmap {
    /// Resamples a part whose edges may lie between pixels.
    ///
    /// Colours are weighted by alpha. Every result covers the pixels that it stands for, at any scale. Memory holds
    /// only the rows for one row of the result.
    ///
    /// - Precondition: neither the part nor `target` is empty.
    func resampled(
        from part: FractionalRect, to target: PixelSize, kernel: ResamplingKernel
    ) -> Bitmap {
        precondition(part.width > 0 && part.height > 0 && target.area > 0, "the bitmap and the target must have pixels")
        let columns = ResamplingTaps(
            from: width, range: part.x..<part.x + part.width, to: target.width, kernel: kernel)
        let rows = ResamplingTaps(
            from: height, range: part.y..<part.y + part.height, to: target.height, kernel: kernel)
        if max(columns.tapCount, rows.tapCount) <= Self.mostTapsInWholeNumbers, !hasTransparency {
            return resampledOpaque(columns, rows, to: target)
        }
        let resampled = [UInt8](unsafeUninitializedCapacity: 4 * target.area) { output, count in
            var window = RowWindow(columns: columns, rowCount: rows.tapCount, sourceWidth: width)
            var blended = [SIMD4<Float>](repeating: .zero, count: target.width)
            pixels.withUnsafeBufferPointer { pixels in
                blended.withUnsafeMutableBufferPointer { blended in
                    for y in 0..<target.height {
                        window.blend(rows, at: y, of: pixels, into: blended)
                        for x in 0..<target.width {
                            Self.store(blended[x], into: output, at: 4 * (y * target.width + x))
                        }
                    }
                }
            }
            count = 4 * target.area
        }
        return Bitmap(size: target, pixels: resampled)
    }

    /// Stores a premultiplied colour as a pixel of straight alpha, rounded and clamped.
    ///
    /// - Parameter sum: premultiplied, 0…255 but for what a kernel overshoots.
    @inline(__always)
    static func store(_ sum: SIMD4<Float>, into output: UnsafeMutableBufferPointer<UInt8>, at offset: Int) {
        let alpha = min(max(sum.w + 0.5, 0), 255.5)
        guard alpha >= 1 else {
            for channel in 0..<4 { output[offset + channel] = 0 }
            return
        }
        let straight = sum.w > 254.99 && sum.w < 255.01 ? sum + 0.5 : sum * (255 / sum.w) + 0.5
        let color = pointwiseMin(pointwiseMax(straight, .zero), SIMD4(repeating: 255.5))
        output[offset] = UInt8(color.x)
        output[offset + 1] = UInt8(color.y)
        output[offset + 2] = UInt8(color.z)
        output[offset + 3] = UInt8(alpha)
    }
}

/// The source rows that one row of the result needs, resampled horizontally, in premultiplied colours.
private struct RowWindow {
    private let columns: ResamplingTaps
    private let sourceWidth: Int
    private let rowCount: Int
    private var rows: [SIMD4<Float>]
    private var line: [SIMD4<Float>]
    /// The next source row that is not in ``rows`` yet; row y is at y modulo ``rowCount``.
    private var next = 0

    init(columns: ResamplingTaps, rowCount: Int, sourceWidth: Int) {
        self.columns = columns
        self.sourceWidth = sourceWidth
        self.rowCount = rowCount
        rows = [SIMD4<Float>](repeating: .zero, count: rowCount * columns.starts.count)
        line = [SIMD4<Float>](repeating: .zero, count: sourceWidth)
    }

    /// Computes the weighted sum of the rows for position `y` of the result. Positions must rise.
    mutating func blend(
        _ taps: ResamplingTaps, at y: Int, of pixels: UnsafeBufferPointer<UInt8>,
        into blended: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        let start = Int(taps.starts[y])
        for row in max(next, start)..<max(next, start + rowCount) { load(row, of: pixels) }
        next = max(next, start + rowCount)
        rows.withUnsafeBufferPointer { rows in
            for tap in 0..<rowCount {
                let weight = taps.weights[y * rowCount + tap]
                let from = (start + tap) % rowCount * blended.count
                if tap == 0 {
                    for x in 0..<blended.count { blended[x] = weight * rows[from + x] }
                } else if weight != 0 {
                    for x in 0..<blended.count { blended[x] += weight * rows[from + x] }
                }
            }
        }
    }

    private static func premultiply(
        _ source: UnsafeBufferPointer<UInt8>, into line: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        // As single numbers in sequence, so that the compiler vectorises the conversion.
        line.withMemoryRebound(to: Float.self) { channels in
            for index in 0..<source.count { channels[index] = Float(source[index]) }
        }
        var alphas: UInt8 = 255
        for x in 0..<line.count { alphas &= source[4 * x + 3] }
        guard alphas < 255 else { return }
        for x in 0..<line.count {
            let alpha = line[x].w
            line[x].w = 255
            line[x] *= alpha * (1 / 255)
        }
    }

    private mutating func load(_ row: Int, of pixels: UnsafeBufferPointer<UInt8>) {
        let first = Int(columns.starts.first ?? 0)
        let end = Int(columns.starts.last ?? 0) + columns.tapCount
        let source = UnsafeBufferPointer(
            rebasing: pixels[4 * (row * sourceWidth + first)..<4 * (row * sourceWidth + end)])
        line.withUnsafeMutableBufferPointer { line in
            Self.premultiply(source, into: UnsafeMutableBufferPointer(rebasing: line[first..<end]))
            let count = columns.starts.count
            rows.withUnsafeMutableBufferPointer { rows in
                columns.gather(from: line, into: rows, at: row % rowCount * count)
            }
        }
    }
}

extension ResamplingTaps {
    @inline(__always)
    fileprivate func gather(
        from line: UnsafeMutableBufferPointer<SIMD4<Float>>, into output: UnsafeMutableBufferPointer<SIMD4<Float>>,
        at offset: Int
    ) {
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                for position in 0..<starts.count {
                    let start = Int(starts[position])
                    var sum = SIMD4<Float>.zero
                    for tap in 0..<tapCount { sum += weights[position * tapCount + tap] * line[start + tap] }
                    output[offset + position] = sum
                }
            }
        }
    }
}
