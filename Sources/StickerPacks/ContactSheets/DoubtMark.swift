import Imaging

/// The sign that the network is not sure of a sticker: an exclamation mark on an amber disc with a white rim.
struct DoubtMark: Sendable {
    private static let radius = 17.0
    private static let rim = 2.5
    private static let amber = SRGBColor(red: 245, green: 158, blue: 11)

    /// Draws the sign with its centre at `x`, `y`, in pixels.
    static func draw(on bitmap: inout Bitmap, x centerX: Double, y centerY: Double) {
        let reach = Int(radius + 1)
        for y in max(0, Int(centerY) - reach)...min(bitmap.height - 1, Int(centerY) + reach) {
            for x in max(0, Int(centerX) - reach)...min(bitmap.width - 1, Int(centerX) + reach) {
                let point = SIMD2(Double(x) + 0.5 - centerX, Double(y) + 0.5 - centerY)
                mix(.white, into: &bitmap, x: x, y: y, part: coverage(radius - length(point)))
                mix(amber, into: &bitmap, x: x, y: y, part: coverage(radius - rim - length(point)))
                // A stroke and a dot.
                let onStroke = SIMD2(point.x, point.y - min(2, max(-8, point.y)))
                mix(.white, into: &bitmap, x: x, y: y, part: coverage(2.5 - length(onStroke)))
                mix(.white, into: &bitmap, x: x, y: y, part: coverage(2.75 - length(point - SIMD2(0, 8.5))))
            }
        }
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// How much of a pixel a shape covers whose outline is that far outside of its centre.
    private static func coverage(_ distance: Double) -> Double { min(1, max(0, distance + 0.5)) }

    private static func mix(_ color: SRGBColor, into bitmap: inout Bitmap, x: Int, y: Int, part: Double) {
        guard part > 0 else { return }
        let at = 4 * (y * bitmap.width + x)
        for (channel, code) in [color.red, color.green, color.blue].enumerated() {
            let under = Double(bitmap.pixels[at + channel])
            bitmap.pixels[at + channel] = UInt8((under + (Double(code) - under) * part).rounded())
        }
    }
}
