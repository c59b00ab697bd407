extension Plane {
    /// Returns the same content on another raster. Samples are at pixel centres on both.
    ///
    /// Enlarges with the Catmull-Rom cubic and shrinks with the same cubic stretched over the source pixels that each
    /// result covers. Results are limited to 0…1: the cubic overshoots beside a step.
    package func resampled(to target: PixelSize) -> Plane {
        if target == size { return self }
        guard size.area > 0, target.area > 0 else { return Plane(size: target) }
        let columns = ResamplingTaps(from: width, to: target.width, kernel: .cubic)
        let rows = ResamplingTaps(from: height, to: target.height, kernel: .cubic)
        let resampled = [Float](unsafeUninitializedCapacity: target.area) { output, count in
            samples.withUnsafeBufferPointer { input in
                // Rows first, because a whole source row is one vector operation; then the columns of that row.
                var blended = [Float](repeating: 0, count: width)
                blended.withUnsafeMutableBufferPointer { blended in
                    for y in 0..<target.height {
                        rows.blendRows(of: input, width: width, at: y, into: blended)
                        columns.gather(from: blended, into: output, at: y * target.width)
                    }
                }
            }
            count = target.area
        }
        return Plane(size: target, samples: resampled)
    }
}
