package import Imaging
import Stickers

/// One cell of a contact sheet: a sticker on the gradient of its photo's colours, with round corners, on white.
///
/// The proportions are those of Apple's sample: the gradient from the top left to the bottom right at an opacity of
/// 0.7. A sticker that the network is not sure of bears a mark at the top right.
package struct ContactSheetTile: Equatable, Sendable {
    /// Of a tile, in pixels.
    static let side = 192
    private static let padding = 14
    private static let cornerRadius = 24.0
    private static let opacity = 0.7

    let bitmap: Bitmap

    /// Draws the tile. It is small, so that the sticker need not be kept. Busy for about a millisecond: meant for the
    /// task that made the sticker.
    package init(sticker: Bitmap, gradient: Gradient, isDoubtful: Bool = false) {
        var front = Bitmap(size: Self.size)
        let fitted = Self.fitted(sticker.size)
        let isSmaller = fitted.width <= sticker.width && fitted.height <= sticker.height
        front.replace(
            x: fitted.x, y: fitted.y,
            with: isSmaller ? sticker.averaged(to: fitted.size) : sticker.resized(to: fitted.size))
        var tile = front.composited(over: Self.background(gradient))
        if isDoubtful { DoubtMark.draw(on: &tile, x: Double(Self.side) - 28, y: 28) }
        bitmap = tile
    }

    /// Draws the tile of a sticker of a pack, from its file: so it is the same whether this run or an earlier one has
    /// made the sticker, also where a file keeps less than what was encoded.
    ///
    /// - Parameter file: the bytes of the sticker's file.
    /// - Returns: `nil` when they are not a picture, or the entry has no colours.
    package init?(_ entry: PackManifest.Entry, file: [UInt8]) {
        guard let sticker = try? ImageSource(file).decode(), let colorScheme = entry.colorScheme else { return nil }
        self.init(sticker: sticker, gradient: colorScheme.gradient, isDoubtful: entry.isDoubtful)
    }

    private static var size: PixelSize { PixelSize(width: side, height: side) }

    /// Where a sticker lies in the tile: as large as it can be, in the middle.
    private static func fitted(_ size: PixelSize) -> PixelRect {
        let room = side - 2 * padding
        let scale = Double(room) / Double(max(1, size.longestSide))
        let width = max(1, Int((Double(size.width) * scale).rounded()))
        let height = max(1, Int((Double(size.height) * scale).rounded()))
        return PixelRect(x: (side - width) / 2, y: (side - height) / 2, width: width, height: height)
    }

    private static func background(_ gradient: Gradient) -> Bitmap {
        var bitmap = gradient.bitmap(size: size)
        for (index, alpha) in roundedSquare.enumerated() { bitmap.pixels[4 * index + 3] = alpha }
        return bitmap.composited(over: .white)
    }

    /// How much of the gradient each pixel has, in 255ths.
    private static let roundedSquare: [UInt8] = (0..<side * side).map { index in
        let middle = Double(side) / 2
        let dx = abs(Double(index % side) + 0.5 - middle) - (middle - cornerRadius)
        let dy = abs(Double(index / side) + 0.5 - middle) - (middle - cornerRadius)
        let outside = (max(dx, 0) * max(dx, 0) + max(dy, 0) * max(dy, 0)).squareRoot() - cornerRadius
        return UInt8((min(1, max(0, 0.5 - outside)) * opacity * 255).rounded())
    }
}
