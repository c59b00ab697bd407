/// A picture of few colours, each with its own alpha.
struct PalettePicture {
    let size: PixelSize
    /// The index in ``palette`` of each pixel, row by row from the top left.
    let indices: [UInt8]
    /// The colours; those that are not opaque come first.
    let palette: [SRGBColor]

    /// Chooses the colours, and diffuses each pixel's error to its neighbours (Floyd and Steinberg 1976), every second
    /// row from the right. Fully transparent pixels stay so.
    ///
    /// - Parameter colorCount: at most so many colours, 2…256, with the one that cannot be seen.
    init(_ bitmap: Bitmap, _ histogram: ColorHistogram, colorCount: Int) {
        let visibleCount = max(1, colorCount - (histogram.hasInvisible ? 1 : 0))
        let visible = histogram.palette(visibleCount)
        let first = histogram.hasInvisible ? 1 : 0
        // Sorted by alpha, so that the opaque ones come last, then by index, so that the same bitmap gives the same
        // bytes.
        let straight = visible.map(Self.straight)
        let order = straight.indices.sorted { (straight[$0].alpha, $0) < (straight[$1].alpha, $1) }
        palette = (histogram.hasInvisible ? [.clear] : []) + order.map { straight[$0] }
        let colors = order.map { Self.premultiplied(straight[$0]) }
        size = bitmap.size
        indices = Self.dithered(bitmap, colors, firstIndex: first)
    }

    private static func dithered(_ bitmap: Bitmap, _ colors: [SIMD4<Float>], firstIndex: Int) -> [UInt8] {
        let (width, height) = (bitmap.width, bitmap.height)
        var indices = [UInt8](repeating: 0, count: bitmap.size.area)
        // The nearest colours by cell, found on demand.
        var nearest = [Int16](repeating: -1, count: ColorHistogram.cellCount)
        var errors = [SIMD4<Float>](repeating: .zero, count: width + 2)
        var nextErrors = errors
        for y in 0..<height {
            let isFromRight = y % 2 == 1
            let step = isFromRight ? -1 : 1
            for column in 0..<width {
                let x = isFromRight ? width - 1 - column : column
                let wanted = ColorHistogram.premultiplied(bitmap.pixels, at: 4 * (y * width + x))
                guard wanted.w > 0 else { continue }
                let color = (wanted + errors[x + 1]).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                let cell = ColorHistogram.cell(of: color)
                if nearest[cell] < 0 {
                    nearest[cell] = Int16(ColorHistogram.nearest(to: center(ofCell: cell), in: colors))
                }
                let index = Int(nearest[cell])
                indices[y * width + x] = UInt8(truncatingIfNeeded: firstIndex + index)
                let error = (color - colors[index]) / 16
                errors[x + 1 + step] += error * 7
                nextErrors[x + 1 - step] += error * 3
                nextErrors[x + 1] += error * 5
                nextErrors[x + 1 + step] += error
            }
            swap(&errors, &nextErrors)
            for x in nextErrors.indices { nextErrors[x] = .zero }
        }
        return indices
    }

    private static func center(ofCell cell: Int) -> SIMD4<Float> {
        let levels = SIMD4<Int>(cell >> 15 & 31, cell >> 10 & 31, cell >> 5 & 31, cell & 31)
        // The outermost cells stand for black, white, opaque and clear, which are their most common colours.
        return SIMD4((0..<4).map { levels[$0] == 31 ? 255 : levels[$0] == 0 ? 0 : Float(8 * levels[$0]) + 3.5 })
    }

    private static func straight(_ color: SIMD4<Float>) -> SRGBColor {
        let alpha = min(max(color.w.rounded(), 1), 255)
        let channels = (color * (255 / alpha)).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        return SRGBColor(
            red: UInt8(channels.x.rounded()), green: UInt8(channels.y.rounded()), blue: UInt8(channels.z.rounded()),
            alpha: UInt8(alpha))
    }

    private static func premultiplied(_ color: SRGBColor) -> SIMD4<Float> {
        SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255) * (Float(color.alpha) / 255)
    }
}
