/// The colours of a palette, chosen by a histogram.
struct IndexedColors: Sendable {
    /// The colours; those that are not opaque come first, and the one that cannot be seen, if there is one, before
    /// them.
    let palette: [SRGBColor]
    /// Those that can be seen, premultiplied, 0…255, in the palette's order.
    let visible: [SIMD4<Float>]
    /// The number of the first visible colour in the palette.
    let firstIndex: Int

    /// - Parameters:
    ///   - count: at most so many colours, 2…256, with the one that cannot be seen.
    ///   - hasClear: whether there is a colour that cannot be seen.
    init(_ histogram: ColorHistogram, count: Int, hasClear: Bool) {
        // Sorted by alpha, so that the opaque ones come last, then by index, so that the same bitmap gives the same
        // bytes.
        let straight = histogram.palette(max(1, count - (hasClear ? 1 : 0))).map(Self.straight)
        let order = straight.indices.sorted { (straight[$0].alpha, $0) < (straight[$1].alpha, $1) }
        palette = (hasClear ? [.clear] : []) + order.map { straight[$0] }
        visible = order.map { Self.premultiplied(straight[$0]) }
        firstIndex = hasClear ? 1 : 0
    }

    /// The number of the visible colour that is nearest to a cell of the histogram.
    func nearest(toCell cell: Int) -> Int {
        ColorHistogram.nearest(to: Self.center(ofCell: cell), in: visible)
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
