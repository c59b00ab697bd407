import Clips
import Glibc
import Imaging
import TestSupport

/// A clip of layers that move over soft stripes, with noise. The alpha of each layer is known.
struct CompositeClip: Sendable {
    struct Layer {
        var picture: Bitmap
        /// Where its middle is in a frame, in pixels.
        var place: (Int) -> (x: Double, y: Double)

        init(_ picture: Bitmap, at place: @escaping (Int) -> (x: Double, y: Double)) {
            (self.picture, self.place) = (picture, place)
        }
    }

    let frames: [ClipFrame]
    /// For each layer, of each frame, in front of all others.
    let alphas: [[Plane]]

    /// - Parameter ground: behind the layers, for a frame; `nil` for soft stripes.
    init(_ layers: [Layer], count: Int, size: PixelSize, ground: ((Int) -> Bitmap)? = nil) {
        var random = SeededGenerator(seed: 5)
        var frames: [ClipFrame] = []
        var alphas = [[Plane]](repeating: [], count: layers.count)
        let stripes = Self.stripes(size)
        for number in 0..<count {
            var picture = ground?(number) ?? stripes
            for (index, layer) in layers.enumerated() {
                let (x, y) = layer.place(number)
                let placed = layer.picture.transformed(
                    by: .moving(
                        x: x - Double(layer.picture.width) / 2, y: y - Double(layer.picture.height) / 2), onto: size)
                picture = placed.composited(over: picture)
                alphas[index].append(placed.alphaPlane)
            }
            for index in picture.pixels.indices where index % 4 != 3 {
                let noise = Double.random(in: -5...5, using: &random)
                picture.pixels[index] = UInt8(min(max(Double(picture.pixels[index]) + noise, 0), 255))
            }
            frames.append(ClipFrame(picture, time: Int64(number) * 40_000_000))
        }
        (self.frames, self.alphas) = (frames, alphas)
    }

    private static func stripes(_ size: PixelSize) -> Bitmap {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (u, v) = (Double(x) / 320, Double(y) / 320)
                bitmap[x, y] = SRGBColor(
                    red: UInt8(90 + 30 * sin(9 * u + 4 * v)), green: UInt8(130 + 35 * cos(7 * v)),
                    blue: UInt8(140 + 40 * sin(11 * v - 3 * u)))
            }
        }
        return bitmap
    }
}

extension Plane {
    /// The mean where another plane is more than one half.
    func mean(where mask: Plane) -> Double {
        var (sum, count) = (0.0, 0)
        for (sample, masked) in zip(samples, mask.samples) where masked > 0.5 {
            sum += Double(sample)
            count += 1
        }
        return count == 0 ? 0 : sum / Double(count)
    }
}
