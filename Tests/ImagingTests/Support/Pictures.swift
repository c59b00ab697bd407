import Imaging
import TestSupport

extension Bitmap {
    /// Noise in every channel, the same on every run; alpha too when asked for.
    static func noise(_ width: Int, _ height: Int, hasAlpha: Bool, seed: UInt64 = 1) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        var bitmap = Bitmap(size: PixelSize(width: width, height: height))
        for index in bitmap.pixels.indices {
            bitmap.pixels[index] = UInt8(truncatingIfNeeded: random.next())
            if index % 4 == 3, !hasAlpha { bitmap.pixels[index] = 255 }
            if index % 4 == 3, hasAlpha, random.next() % 3 == 0 { bitmap.pixels[index] = 0 }
        }
        return bitmap
    }

    /// A light disc with a soft edge; under what is transparent lies `hidden`.
    static func disc(side: Int, color: SRGBColor, hidden: SRGBColor) -> Bitmap {
        var bitmap = Bitmap(size: PixelSize(width: side, height: side))
        let middle = Double(side - 1) / 2
        for y in 0..<side {
            for x in 0..<side {
                let dx = Double(x) - middle
                let dy = Double(y) - middle
                let distance = (dx * dx + dy * dy).squareRoot()
                let alpha = min(1, max(0, (0.35 * Double(side) - distance) / 2 + 0.5))
                var pixel = alpha > 0 ? color : hidden
                pixel.alpha = UInt8((alpha * 255).rounded())
                bitmap[x, y] = pixel
            }
        }
        return bitmap
    }
}
