import Imaging
import TestSupport

/// Bitmaps whose colours are known.
enum Painted {
    static let red = SRGBColor(red: 255, green: 0, blue: 0)
    static let green = SRGBColor(red: 0, green: 255, blue: 0)
    static let blue = SRGBColor(red: 0, green: 0, blue: 255)

    /// The colours one after the other, each on so many pixels; transparent where they do not fill the last row.
    static func bitmap(_ areas: [(SRGBColor, Int)], width: Int) -> Bitmap {
        let count = areas.reduce(0) { $0 + $1.1 }
        var pixels = areas.flatMap { color, area in
            [[UInt8]](repeating: [color.red, color.green, color.blue, color.alpha], count: area).joined()
        }
        let height = (count + width - 1) / width
        pixels += [UInt8](repeating: 0, count: 4 * (width * height - count))
        return Bitmap(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    static func color(using random: inout SeededGenerator) -> SRGBColor {
        SRGBColor(
            red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
            blue: .random(in: 0...255, using: &random))
    }

    /// Random colours, each at least `distance` (CIEDE2000) from all others, or merely different when it is 0.
    static func colors(_ count: Int, distance: Double, using random: inout SeededGenerator) -> [SRGBColor] {
        var colors: [SRGBColor] = []
        while colors.count < count {
            let next = color(using: &random)
            if colors.allSatisfy({ $0 != next && $0.deltaE2000(to: next) >= distance }) { colors.append(next) }
        }
        return colors
    }
}

extension Bitmap {
    /// The same pixels in another order.
    func shuffled(using random: inout SeededGenerator) -> Bitmap {
        let order = (0..<size.area).shuffled(using: &random)
        return Bitmap(size: size, pixels: order.flatMap { pixels[4 * $0..<4 * $0 + 4] })
    }

    /// Adds -1, 0 or 1 to each channel of each pixel.
    func noisy(using random: inout SeededGenerator) -> Bitmap {
        var noisy = self
        for index in pixels.indices where index % 4 != 3 {
            noisy.pixels[index] = UInt8(max(0, min(255, Int(pixels[index]) + Int.random(in: -1...1, using: &random))))
        }
        return noisy
    }
}
