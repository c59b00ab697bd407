/// The few colours of a clip's frames, each with its own alpha, for GIF and PNG.
///
/// Frames are dithered by their pixels' places and not by their neighbours, so that what stands still does not flicker.
package struct ClipPalette: Sendable {
    private let indexed: IndexedColors
    /// The mean squared distance of the pixels, by which it was made, from their colours.
    private let error: Float
    /// The greatest change of a channel by dithering.
    private let amplitude: Float
    /// The nearest colours by cell, found on demand.
    private var nearest = [Int16](repeating: -1, count: ColorHistogram.cellCount)

    /// The colours; those that are not opaque come first.
    package var colors: [SRGBColor] { indexed.palette }

    /// Chooses the colours for frames.
    ///
    /// - Parameters:
    ///   - colorCount: at most so many, 2…256, with the one that cannot be seen.
    ///   - reservesClear: whether the first colour is transparent, even if no pixel of these frames is.
    package init(of frames: [Bitmap], colorCount: Int, reservesClear: Bool) {
        let histogram = ColorHistogram(frames)
        indexed = IndexedColors(histogram, count: colorCount, hasClear: reservesClear || histogram.hasInvisible)
        error = Self.error(of: histogram, indexed.visible)
        // Half of the distance to the next colour, which is that of all channels together.
        let colors = indexed.visible
        let gaps = colors.indices.map { index in
            colors.indices.filter { $0 != index }.map { Self.distance(colors[$0], colors[index]) }.min() ?? 0
        }
        let mean = gaps.isEmpty ? 0 : gaps.map { $0.squareRoot() }.reduce(0, +) / Float(gaps.count)
        amplitude = min(24, mean / 2)
    }

    /// Whether the palette shows other frames about as well as those for which it was made.
    package func suits(_ frames: [Bitmap]) -> Bool {
        Self.error(of: ColorHistogram(frames), indexed.visible) <= 2 * error + 8
    }

    /// Returns the number of each pixel's colour, row by row from the top left. Fully transparent pixels stay so.
    package mutating func indices(of frame: Bitmap) -> [UInt8] {
        var indices = [UInt8](repeating: 0, count: frame.size.area)
        guard !indexed.visible.isEmpty else { return indices }
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                let index = y * frame.width + x
                let wanted = ColorHistogram.premultiplied(frame.pixels, at: 4 * index)
                guard wanted.w > 0 else { continue }
                let shift = Self.thresholds[(y & 7) << 3 | x & 7] * amplitude
                let color = (wanted + SIMD4(shift, shift, shift, 0))
                    .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: wanted.w))
                let cell = ColorHistogram.cell(of: color)
                if nearest[cell] < 0 { nearest[cell] = Int16(indexed.nearest(toCell: cell)) }
                indices[index] = UInt8(truncatingIfNeeded: indexed.firstIndex + Int(nearest[cell]))
            }
        }
        return indices
    }

    private static func error(of histogram: ColorHistogram, _ colors: [SIMD4<Float>]) -> Float {
        guard !colors.isEmpty else { return histogram.cells.isEmpty ? 0 : .infinity }
        var (sum, count) = (0.0, 0.0)
        for cell in histogram.cells {
            let nearest = colors[ColorHistogram.nearest(to: cell.color, in: colors)]
            sum += Double(distance(nearest, cell.color) * cell.count)
            count += Double(cell.count)
        }
        return count == 0 ? 0 : Float(sum / count)
    }

    private static func distance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
        let difference = a - b
        return (difference * difference).sum()
    }

    /// Bayer's matrix of 8 × 8 (Bayer 1973), -0.5…0.5.
    private static let thresholds: [Float] = (0..<64).map { place in
        let (x, y) = (place & 7, place >> 3)
        var value = 0
        for bit in 0..<3 {
            let (a, b) = (x >> bit & 1, y >> bit & 1)
            value = value | (a ^ b) << (5 - 2 * bit) | b << (4 - 2 * bit)
        }
        return (Float(value) + 0.5) / 64 - 0.5
    }
}
