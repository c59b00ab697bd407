public import Imaging

/// Brings a coarse matte to the size of a photo, along the photo's own edges.
///
/// Where the coarse matte is unsure, the colours of the sure pixels around decide: see ``ColorLine``. What they say is
/// weighed against the coarse matte by how well they can be told apart there.
public struct AlphaRefiner: Hashable, Sendable {
    /// How much is taken for subject: -1 cautious (only what is certain) … 0 … 1 greedy.
    public var strength: Double

    public init(strength: Double = 0) {
        self.strength = min(max(strength, -1), 1)
    }

    /// - Parameters:
    ///   - coarse: 0…1, of the same region as `guide` at any resolution and aspect.
    ///   - guide: the photo. Where it is transparent, the result is too.
    /// - Returns: alpha 0…1 at the guide's size; exactly 0 outside and exactly 1 well inside the subject.
    public func refine(_ coarse: Matte, guide: Bitmap) -> Matte {
        guard guide.size.area > 0, coarse.size.area > 0 else { return Matte(size: guide.size) }
        let step = max(1, guide.size.longestSide / 256)
        let cells = ColorCells(of: guide, step: step)
        let prior = coarse.resampled(to: cells.size)
        let pixelRatio = max(
            Float(cells.size.width) / Float(coarse.width), Float(cells.size.height) / Float(coarse.height))
        let blurred = prior.boxBlurred(radius: max(1, Int((1.5 * pixelRatio).rounded(.up))))
        let lines = colorLines(cells: cells, prior: prior, blurred: blurred)
        return applied(lines, size: cells.size, prior: coarse.resampled(to: guide.size), blurred: blurred, to: guide)
    }

    private func colorLines(cells: ColorCells, prior: Matte, blurred: Matte) -> [ColorLine] {
        var sums = [SIMD16<Float>](repeating: .zero, count: cells.size.area)
        var isNeeded = [UInt8](repeating: 0, count: cells.size.area)
        for index in sums.indices {
            let low = min(prior.samples[index], blurred.samples[index])
            let high = max(prior.samples[index], blurred.samples[index])
            let color = cells.colors[index]
            let weightF = smoothstep(0.75, 0.98, low)
            let weightB = smoothstep(0.75, 0.98, 1 - high)
            let weight = weightF + weightB
            var sum = SIMD16<Float>(
                lowHalf: SIMD8(lowHalf: color * weightF, highHalf: color * weightB), highHalf: .zero)
            let squares = color * color * weight
            let crosses = color * SIMD4(0, color[3], color[1], color[2]) * weight
            sum.highHalf = SIMD8(squares[1], squares[2], squares[3], crosses[2], crosses[1], crosses[3], 0, 0)
            sums[index] = sum
            isNeeded[index] = high > 0.004 && low < 0.996 ? 1 : 0
        }
        var pyramid = PushPullPyramid(cells: sums, size: cells.size)
        pyramid.spread(falloff: 1 / 16, where: isNeeded)
        let spread = pyramid.levels[0]
        return spread.indices.map {
            isNeeded[$0] != 0 ? ColorLine(spread[$0], noise: 2e-4) : ColorLine()
        }
    }

    private func applied(
        _ lines: [ColorLine], size: PixelSize, prior: Matte, blurred: Matte, to guide: Bitmap
    ) -> Matte {
        let horizontal = BilinearTaps(from: size.width, to: guide.width)
        let vertical = BilinearTaps(from: size.height, to: guide.height)
        let shift = Float(strength) * 0.3
        var alpha = prior
        alpha.samples.withUnsafeMutableBufferPointer { alpha in
            guide.pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<guide.height {
                    let (upper, lower, down) = vertical[y]
                    for x in 0..<guide.width {
                        let index = y * guide.width + x
                        let (left, right, across) = horizontal[x]
                        let corners = SIMD4(
                            upper * size.width + left, upper * size.width + right, lower * size.width + left,
                            lower * size.width + right)
                        let weights = SIMD4(
                            (1 - down) * (1 - across), (1 - down) * across, down * (1 - across), down * across)
                        var wide: Float = 0
                        for corner in 0..<4 { wide += weights[corner] * blurred.samples[corners[corner]] }
                        let before = alpha[index]
                        let low = min(before, wide)
                        let high = max(before, wide)
                        if low > 0.99 {
                            alpha[index] = 1
                        } else if high < 0.01 {
                            alpha[index] = 0
                        } else {
                            var coefficients = SIMD4<Float>()
                            var separation: Float = 0
                            for corner in 0..<4 {
                                coefficients += weights[corner] * lines[corners[corner]].coefficients
                                separation += weights[corner] * lines[corners[corner]].separation
                            }
                            let color =
                                SIMD4(
                                    Float(pixels[4 * index]), Float(pixels[4 * index + 1]),
                                    Float(pixels[4 * index + 2]), 255) / 255
                            let fromColor = min(max((coefficients * color).sum(), 0), 1)
                            let doubt = 0.05 + 1.4 * wide * (1 - wide)
                            let priorWeight = 1 / (doubt * doubt)
                            let mixed =
                                (fromColor * separation + before * priorWeight) / (separation + priorWeight)
                            alpha[index] = min(max((mixed + shift * mixed * (1 - mixed) * 4 - 0.04) / 0.92, 0), 1)
                        }
                        alpha[index] *= Float(pixels[4 * index + 3]) / 255
                    }
                }
            }
        }
        return alpha
    }
}

/// 0 at and below `low`, 1 at and above `high`, smooth between.
@inline(__always)
func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}
