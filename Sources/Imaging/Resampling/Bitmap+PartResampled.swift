extension Bitmap {
    /// A part whose edges may lie between pixels, on a raster of its own, by the cubic of ``Plane/resampled(to:)``.
    ///
    /// Colours count by their alpha. Every result covers the pixels that it stands for, however much is shrunk.
    ///
    /// - Precondition: neither the part nor `target` is empty.
    func resampled(from part: FractionalRect, to target: PixelSize) -> Bitmap {
        precondition(part.width > 0 && part.height > 0 && target.area > 0, "something is shown")
        let columns = ResamplingTaps(from: width, range: part.x..<part.x + part.width, to: target.width)
        let rows = ResamplingTaps(from: height, range: part.y..<part.y + part.height, to: target.height)
        // Columns first, of the rows that are used at all; colours multiplied by alpha.
        let first = Int(rows.starts.first ?? 0)
        let end = Int(rows.starts.last ?? 0) + rows.tapCount
        let narrowed = [SIMD4<Float>](unsafeUninitializedCapacity: (end - first) * target.width) { output, count in
            var row = [SIMD4<Float>](repeating: .zero, count: width)
            pixels.withUnsafeBufferPointer { pixels in
                row.withUnsafeMutableBufferPointer { row in
                    for y in first..<end {
                        Self.premultiply(pixels, from: y * width, into: row)
                        columns.gather(from: row, into: output, at: (y - first) * target.width)
                    }
                }
            }
            count = (end - first) * target.width
        }
        let resampled = [UInt8](unsafeUninitializedCapacity: 4 * target.area) { output, count in
            narrowed.withUnsafeBufferPointer { narrowed in
                for y in 0..<target.height {
                    let start = (Int(rows.starts[y]) - first) * target.width
                    for x in 0..<target.width {
                        var sum = SIMD4<Float>.zero
                        for tap in 0..<rows.tapCount {
                            sum += rows.weights[y * rows.tapCount + tap] * narrowed[start + tap * target.width + x]
                        }
                        Self.store(sum, into: output, at: 4 * (y * target.width + x))
                    }
                }
            }
            count = 4 * target.area
        }
        return Bitmap(size: target, pixels: resampled)
    }

    private static func premultiply(
        _ pixels: UnsafeBufferPointer<UInt8>, from start: Int, into row: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        for x in 0..<row.count {
            let at = 4 * (start + x)
            let alpha = Float(pixels[at + 3])
            let color = SIMD4(Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), 255)
            row[x] = color * (alpha / 255)
        }
    }

    private static func store(_ sum: SIMD4<Float>, into output: UnsafeMutableBufferPointer<UInt8>, at offset: Int) {
        let alpha = min(max(sum.w + 0.5, 0), 255.5)
        guard alpha >= 1 else {
            for channel in 0..<4 { output[offset + channel] = 0 }
            return
        }
        let straight = sum * (255 / min(sum.w, 255)) + 0.5
        let color = pointwiseMin(pointwiseMax(straight, .zero), SIMD4(repeating: 255.5))
        output[offset] = UInt8(color.x)
        output[offset + 1] = UInt8(color.y)
        output[offset + 2] = UInt8(color.z)
        output[offset + 3] = UInt8(alpha)
    }
}

extension ResamplingTaps {
    func gather(
        from row: UnsafeMutableBufferPointer<SIMD4<Float>>, into output: UnsafeMutableBufferPointer<SIMD4<Float>>,
        at offset: Int
    ) {
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                for position in 0..<starts.count {
                    let start = Int(starts[position])
                    var sum = SIMD4<Float>.zero
                    for tap in 0..<tapCount { sum += weights[position * tapCount + tap] * row[start + tap] }
                    output[offset + position] = sum
                }
            }
        }
    }
}
