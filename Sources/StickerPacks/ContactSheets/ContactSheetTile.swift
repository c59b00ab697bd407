public import Imaging

/// One cell of a contact sheet: a sticker on the gradient of its photo's colours, with round corners, on white.
///
/// The proportions are those of Apple's sample: the gradient from the top left to the bottom right at an opacity of
/// 0.7.
public struct ContactSheetTile: Equatable, Sendable {
    /// Of a tile, in pixels.
    static let side = 192
    private static let padding = 14
    private static let cornerRadius = 24.0
    private static let opacity = 0.7

    let bitmap: Bitmap

    /// Draws the tile. It is small, so that the sticker need not be kept. Nonisolated and busy for about a
    /// millisecond: meant for the task that made the sticker.
    ///
    /// - Parameter colors: of the gradient; white when there are none.
    public init(sticker: Bitmap, colors: [SRGBColor]) {
        var bitmap = Self.background(colors)
        let room = Self.side - 2 * Self.padding
        let scale = min(Double(room) / Double(max(1, sticker.width)), Double(room) / Double(max(1, sticker.height)))
        let size = PixelSize(
            width: max(1, Int((Double(sticker.width) * scale).rounded())),
            height: max(1, Int((Double(sticker.height) * scale).rounded())))
        bitmap.draw(
            sticker.resized(to: size), x: (Self.side - size.width) / 2, y: (Self.side - size.height) / 2)
        self.bitmap = bitmap
    }

    private static func background(_ colors: [SRGBColor]) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: side, height: side), filledWith: .white)
        for y in 0..<side {
            for x in 0..<side {
                let coverage = cornerCoverage(x: x, y: y) * opacity
                let position = (Double(x) + Double(y) + 1) / Double(2 * side)
                bitmap.blend(gradientColor(colors, at: position), coverage: coverage, x: x, y: y)
            }
        }
        return bitmap
    }

    /// How much of a pixel lies within the rounded square, 0…1.
    private static func cornerCoverage(x: Int, y: Int) -> Double {
        let middle = Double(side) / 2
        let dx = abs(Double(x) + 0.5 - middle) - (middle - cornerRadius)
        let dy = abs(Double(y) + 0.5 - middle) - (middle - cornerRadius)
        let distance = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot() - cornerRadius
        return min(1, max(0, 0.5 - distance))
    }

    private static func gradientColor(_ colors: [SRGBColor], at position: Double) -> SIMD3<Double> {
        guard let first = colors.first else { return SIMD3(repeating: 255) }
        let place = position * Double(colors.count - 1)
        let index = min(max(0, colors.count - 2), Int(place))
        let from = colors[index].components
        let to = index + 1 < colors.count ? colors[index + 1].components : first.components
        return from + (to - from) * (place - Double(index))
    }
}

extension SRGBColor {
    fileprivate var components: SIMD3<Double> { SIMD3(Double(red), Double(green), Double(blue)) }
}
