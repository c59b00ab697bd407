import Imaging

/// Makes a sticker look as if it were filled: a soft bevel along its outline, lit from the upper left. Alpha stays as
/// it is.
struct PuffyEffect {
    /// Of the finished sticker, in pixels: the bevel is as wide in it whatever its size.
    let longSide: Int

    private static let light = normalized(SIMD3(-0.5, -0.75, 0.75))
    /// Half-way between the light and the eye, which is above.
    private static let halfway = normalized(light + SIMD3(0, 0, 1))

    private static func normalized(_ vector: SIMD3<Float>) -> SIMD3<Float> {
        vector / (vector * vector).sum().squareRoot()
    }

    private func pixels(_ share: Double) -> Int { max(1, Int((share * Double(longSide)).rounded())) }

    /// How far inside its outline a sticker is changed, in pixels.
    var reach: Int { 3 * pixels(0.04) }

    func drawn(_ sticker: Bitmap) -> Bitmap {
        let alpha = Plane(alphaOf: sticker)
        let wide = alpha.smoothed(radius: pixels(0.04))
        let height = height(alpha, wide)
        return lit(sticker, height, gloss: gloss(height, wide))
    }

    /// Of the sticker's surface, in pixels: a roll along the outline on a broad cushion.
    private func height(_ alpha: Plane, _ wide: Plane) -> Plane {
        let side = Float(longSide)
        return alpha.smoothed(radius: pixels(0.012)).combined(with: wide) { narrow, wide in
            let roll = min(max(2 * narrow - 1, 0), 1).squareRoot()
            let cushion = min(max(1.1 * wide - 0.1, 0), 1)
            return side * (0.035 * roll + 0.22 * cushion * (1.36 - 0.36 * cushion))
        }.smoothed(radius: pixels(0.004))
    }

    /// How much of the light each pixel mirrors, 0…1; only along the outline, or every bump of a photo would shine.
    private func gloss(_ height: Plane, _ wide: Plane) -> Plane {
        var gloss = Plane(size: height.size)
        height.withSlopes { index, x, y in
            let normal = SIMD3(-x, -y, 1)
            let towards = (normal * Self.halfway).sum() / (normal * normal).sum().squareRoot()
            var power = max(towards, 0)
            for _ in 0..<5 { power *= power }
            let edge = min(max((1 - wide.samples[index]) * 3.2, 0), 1)
            gloss.samples[index] = min(max((power - 0.42) / 0.58, 0), 1) * edge
        }
        return gloss.smoothed(radius: pixels(0.002))
    }

    private func lit(_ sticker: Bitmap, _ height: Plane, gloss: Plane) -> Bitmap {
        var lit = sticker
        lit.pixels.withUnsafeMutableBufferPointer { pixels in
            height.withSlopes { index, x, y in
                guard pixels[4 * index + 3] > 0 else { return }
                let normal = SIMD3(-x, -y, 1)
                let more = (normal * Self.light).sum() / (normal * normal).sum().squareRoot() - Self.light.z
                let shade = more > 0 ? 1 + 0.55 * more : max(1 + 0.95 * more, 0.42)
                for channel in 0..<3 {
                    let light = Float(SRGBTransfer.linearLight[Int(pixels[4 * index + channel])]) * shade
                    let shining = light + 0.8 * gloss.samples[index] * max(1 - light, 0)
                    pixels[4 * index + channel] = SRGBTransfer.code(ofLinearLight: shining)
                }
            }
        }
        return lit
    }
}

extension Plane {
    /// Calls `body` with each index and the slopes there, rightwards and downwards, for each pixel; at the frame
    /// one-sided.
    @inline(__always)
    fileprivate func withSlopes(_ body: (Int, Float, Float) -> Void) {
        samples.withUnsafeBufferPointer { samples in
            for y in 0..<height {
                let above = max(y - 1, 0) * width
                let below = min(y + 1, height - 1) * width
                for x in 0..<width {
                    let index = y * width + x
                    let left = y * width + max(x - 1, 0)
                    let right = y * width + min(x + 1, width - 1)
                    body(index, (samples[right] - samples[left]) / 2, (samples[below + x] - samples[above + x]) / 2)
                }
            }
        }
    }
}
