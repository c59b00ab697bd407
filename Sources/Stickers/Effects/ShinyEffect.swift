import Glibc
import Imaging

/// Lays a film over a sticker that mirrors a light: rainbow colours where the sticker is light, and a sheen across it.
/// Alpha stays as it is.
struct ShinyEffect {
    /// Where the sheen is on its way across the sticker, 0…1. At both ends it is not on the sticker, and the colours
    /// are the same, so that pictures from 0 to 1 repeat without a jump.
    var light = 0.4

    /// Of the sheen's way, to the right and down, in radians.
    private static let angle = 26 * Float.pi / 180
    private static let steps = 1024

    /// - Parameter canvas: the sticker's size, where the bitmap has room around it.
    func drawn(_ sticker: Bitmap, on canvas: PixelSize? = nil) -> Bitmap {
        let film = film()
        var drawn = sticker
        let side = Float((canvas ?? sticker.size).longestSide)
        let (right, down) = (cosf(Self.angle) / side, sinf(Self.angle) / side)
        let start = -(Float(sticker.width) * right + Float(sticker.height) * down) / 2
        drawn.pixels.withUnsafeMutableBufferPointer { pixels in
            film.withUnsafeBufferPointer { film in
                for y in 0..<sticker.height {
                    for x in 0..<sticker.width {
                        let index = 4 * (y * sticker.width + x)
                        guard pixels[index + 3] > 0 else { continue }
                        let place = start + Float(x) * right + Float(y) * down
                        let ray = film[min(max(Int((place + 1) * Float(Self.steps) / 2), 0), Self.steps - 1)]
                        let color = SIMD3<Float>(SIMD3(pixels[index], pixels[index + 1], pixels[index + 2]))
                        let filmed = ray.on(color / 255) * 255 + 0.5
                        for channel in 0..<3 { pixels[index + channel] = UInt8(min(max(filmed[channel], 0), 255)) }
                    }
                }
            }
        }
        return drawn
    }

    /// What the film does at one place of the sheen's way.
    private struct Ray {
        /// Of the rainbow, 0…1.
        let rainbow: SIMD3<Float>
        /// Of the light that is mirrored, 0…1.
        let sheen: Float

        /// - Parameter color: encoded sRGB, 0…1.
        @inline(__always)
        func on(_ color: SIMD3<Float>) -> SIMD3<Float> {
            let lightness = (color * SIMD3(0.2126, 0.7152, 0.0722)).sum()
            let taken = 0.24 * smoothstep(0.25, 0.95, lightness)
            let filmed = color * (1 - taken * (1 - rainbow))
            let tinted = filmed + (1 - filmed) * rainbow * 0.07
            return tinted + (1 - tinted) * sheen
        }
    }

    /// The film along the sheen's way, from -1 to 1 long sides from the sticker's middle.
    private func film() -> [Ray] {
        let middle = Float(-1.15 + 2.3 * light)
        return (0..<Self.steps).map { step in
            let place = (Float(step) + 0.5) * 2 / Float(Self.steps) - 1
            func band(at center: Float, halfWidth: Float) -> Float {
                smoothstep(0, 1, 1 - abs(place - center) / halfWidth)
            }
            let turn = 2 * Float.pi * (place * 1.15 - Float(light))
            let rainbow = SIMD3(0, 2.1, 4.2) as SIMD3<Float>
            return Ray(
                rainbow: SIMD3(
                    0.5 + 0.5 * cosf(turn - rainbow.x), 0.5 + 0.5 * cosf(turn - rainbow.y),
                    0.5 + 0.5 * cosf(turn - rainbow.z)),
                sheen: min(
                    0.55 * band(at: middle, halfWidth: 0.15) + 0.45 * band(at: middle + 0.21, halfWidth: 0.04)
                        + 0.25 * band(at: middle - 0.02, halfWidth: 0.05), 0.9))
        }
    }
}
