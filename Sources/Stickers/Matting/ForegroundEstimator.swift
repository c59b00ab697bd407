public import Imaging

/// Takes the background's colour out of the pixels at a subject's edge.
///
/// Every pixel is a mixture I = αF + (1 - α)B. The means of F and B around it, near ones first, come from sums weighted
/// by alpha; what the mixture of the means leaves unexplained is shared out between F and B as in the least-squares
/// solution for one pixel (Germer et al. 2020, "Fast Multi-Level Foreground Estimation"; the means and the single
/// correction as in Forte 2021, "Approximate Fast Foreground Colour Estimation").
public struct ForegroundEstimator: Hashable, Sendable {
    public init() {}

    /// - Parameters:
    ///   - photo: its own alpha is ignored.
    ///   - alpha: 0…1, of the photo's size.
    /// - Returns: the subject's own colours with `alpha` as their alpha; 0, 0, 0, 0 wherever alpha rounds to 0.
    public func foreground(of photo: Bitmap, alpha: Matte) -> Bitmap {
        precondition(photo.size == alpha.size, "alpha has the photo's size")
        guard photo.size.area > 0 else { return photo }
        let step = max(1, photo.size.longestSide / 512)
        let means = means(of: photo, alpha: alpha, step: step)
        let horizontal = BilinearTaps(from: means.size.width, to: photo.width)
        let vertical = BilinearTaps(from: means.size.height, to: photo.height)
        let pixels = [UInt8](unsafeUninitializedCapacity: photo.pixels.count) { output, count in
            photo.pixels.withUnsafeBufferPointer { pixels in
                means.sums.withUnsafeBufferPointer { sums in
                    for y in 0..<photo.height {
                        let (upper, lower, down) = vertical[y]
                        for x in 0..<photo.width {
                            let index = y * photo.width + x
                            let opacity = UInt8((min(max(alpha.samples[index], 0), 1) * 255).rounded())
                            var color = SIMD4(
                                pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2], opacity)
                            if opacity == 0 {
                                color = .zero
                            } else if opacity < 255 {
                                let (left, right, across) = horizontal[x]
                                let top = upper * means.size.width
                                let bottom = lower * means.size.width
                                var mean = sums[top + left] * ((1 - across) * (1 - down))
                                mean += sums[top + right] * (across * (1 - down))
                                mean += sums[bottom + left] * ((1 - across) * down)
                                mean += sums[bottom + right] * (across * down)
                                color = Self.decontaminated(color, means: mean)
                            }
                            for channel in 0..<4 { output[4 * index + channel] = color[channel] }
                        }
                    }
                }
            }
            count = photo.pixels.count
        }
        return Bitmap(size: photo.size, pixels: pixels)
    }

    /// Weights and weighted colours of the subject (0…3) and of the background (4…7) around each cell.
    private func means(of photo: Bitmap, alpha: Matte, step: Int) -> (sums: [SIMD8<Float>], size: PixelSize) {
        let cells = ColorCells(of: photo, step: step)
        var sums = [SIMD8<Float>](repeating: .zero, count: cells.size.area)
        var isNeeded = [UInt8](repeating: 0, count: cells.size.area)
        for y in 0..<cells.size.height {
            for x in 0..<cells.size.width {
                var sum: Float = 0
                var lowest: Float = 1
                var highest: Float = 0
                let rows = y * step..<min((y + 1) * step, photo.height)
                let columns = x * step..<min((x + 1) * step, photo.width)
                for row in rows {
                    for column in columns {
                        let sample = alpha.samples[row * photo.width + column]
                        sum += sample
                        lowest = min(lowest, sample)
                        highest = max(highest, sample)
                    }
                }
                let mean = sum / Float(rows.count * columns.count)
                let index = y * cells.size.width + x
                let color = cells.colors[index]
                // Pure pixels count for far more than mixtures.
                let weightF = mean * mean * mean * mean
                let rest = (1 - mean) * (1 - mean)
                sums[index] = SIMD8(lowHalf: color * weightF, highHalf: color * (rest * rest))
                if highest > 0.001, lowest < 0.999 {
                    for neighbourY in max(y - 1, 0)...min(y + 1, cells.size.height - 1) {
                        for neighbourX in max(x - 1, 0)...min(x + 1, cells.size.width - 1) {
                            isNeeded[neighbourY * cells.size.width + neighbourX] = 1
                        }
                    }
                }
            }
        }
        var pyramid = PushPullPyramid(cells: sums, size: cells.size)
        pyramid.spread(falloff: 1 / 16, where: isNeeded)
        return (pyramid.levels[0], cells.size)
    }

    @inline(__always)
    private static func decontaminated(_ pixel: SIMD4<UInt8>, means: SIMD8<Float>) -> SIMD4<UInt8> {
        let color = SIMD4<Float>(pixel) / 255
        let alpha = color[3]
        let photo = SIMD4(0, color[0], color[1], color[2])
        let subject = means.lowHalf / max(means[0], 1e-12)
        let background = means.highHalf / max(means[4], 1e-12)
        let hasBackground: Float = means[4] > 1e-12 ? 1 : 0
        let hasSubject: Float = means[0] > 1e-12 ? 1 : 0
        let rest = (1 - alpha) * hasBackground
        let start = subject * hasSubject + photo * (1 - hasSubject)
        let unexplained = photo - start * (1 - rest) - background * rest
        let share = alpha / (alpha * alpha + rest * rest + 0.02)
        let estimate = (start + unexplained * share).clamped(
            lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>((estimate * 255).rounded(.toNearestOrAwayFromZero)))
        return SIMD4(bytes[1], bytes[2], bytes[3], pixel[3])
    }
}
