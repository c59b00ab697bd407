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
        let colors = IndexedColors(histogram, count: colorCount, hasClear: histogram.hasInvisible)
        palette = colors.palette
        size = bitmap.size
        indices = Self.dithered(bitmap, colors)
    }

    private static func dithered(_ bitmap: Bitmap, _ colors: IndexedColors) -> [UInt8] {
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
                if nearest[cell] < 0 { nearest[cell] = Int16(colors.nearest(toCell: cell)) }
                let index = Int(nearest[cell])
                indices[y * width + x] = UInt8(truncatingIfNeeded: colors.firstIndex + index)
                let error = (color - colors.visible[index]) / 16
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
}
