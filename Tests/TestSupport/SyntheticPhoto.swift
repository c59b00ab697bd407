public import Imaging

/// Photos painted by the tests: striped, shaded balls on a soft background, with what is subject known exactly.
public struct SyntheticPhoto: Sendable {
    /// A ball of the photo: centre and radius in pixels.
    public struct Ball: Sendable {
        public var x: Double
        public var y: Double
        public var radius: Double
        public var color: SRGBColor

        public init(x: Double, y: Double, radius: Double, color: SRGBColor) {
            self.x = x
            self.y = y
            self.radius = radius
            self.color = color
        }

        /// How much of a pixel it covers, from the distance of the pixel's centre to the outline.
        public func coverage(x pixelX: Int, y pixelY: Int) -> Double {
            let dx = Double(pixelX) + 0.5 - x
            let dy = Double(pixelY) + 0.5 - y
            return min(1, max(0, radius + 0.5 - (dx * dx + dy * dy).squareRoot()))
        }

        /// Stripes that fall across a shaded ball.
        func shade(x pixelX: Int, y pixelY: Int) -> SIMD3<Double> {
            let dx = (Double(pixelX) + 0.5 - x) / radius
            let dy = (Double(pixelY) + 0.5 - y) / radius
            let light = max(0.25, 1.05 - 0.55 * ((dx + 0.35) * (dx + 0.35) + (dy + 0.45) * (dy + 0.45)))
            let stripe = Int(((dx + 0.4 * dy) * 4).rounded(.down)) % 2 == 0 ? 1.0 : 0.72
            let base = SIMD3(Double(color.red), Double(color.green), Double(color.blue))
            return (base * light * stripe).clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
        }
    }

    public let bitmap: Bitmap
    public let balls: [Ball]

    /// Paints a photo of `size`, then enlarges it by a whole `factor`; the balls are given for the small one.
    public init(size: PixelSize, balls: [Ball], enlargedBy factor: Int = 1) {
        var bitmap = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let across = Double(x) / Double(size.width)
                let down = Double(y) / Double(size.height)
                var color = SIMD3(150 + 40 * down, 165 + 20 * across, 175 - 60 * down)
                for ball in balls {
                    let coverage = ball.coverage(x: x, y: y)
                    guard coverage > 0 else { continue }
                    color = color * (1 - coverage) + ball.shade(x: x, y: y) * coverage
                }
                bitmap[x, y] = SRGBColor(
                    red: UInt8(color.x.rounded()), green: UInt8(color.y.rounded()), blue: UInt8(color.z.rounded()))
            }
        }
        let scale = Double(factor)
        self.balls = balls.map { Ball(x: $0.x * scale, y: $0.y * scale, radius: $0.radius * scale, color: $0.color) }
        self.bitmap =
            factor == 1
            ? bitmap
            : bitmap.resized(to: PixelSize(width: size.width * factor, height: size.height * factor))
    }

    /// The photo as a PNG file.
    public func png() throws -> [UInt8] {
        try ImageEncoder(.png(compression: 1)).encode(bitmap)
    }
}

extension SyntheticPhoto {
    public static let red = SRGBColor(red: 235, green: 40, blue: 35)
    public static let blue = SRGBColor(red: 30, green: 70, blue: 230)

    /// One ball, whole, in the middle: 400 × 300.
    public static func ball() -> SyntheticPhoto {
        SyntheticPhoto(
            size: PixelSize(width: 400, height: 300), balls: [Ball(x: 200, y: 150, radius: 95, color: red)])
    }

    /// Two balls apart, the left one larger: 480 × 300.
    public static func twoBalls() -> SyntheticPhoto {
        SyntheticPhoto(
            size: PixelSize(width: 480, height: 300),
            balls: [Ball(x: 140, y: 150, radius: 90, color: red), Ball(x: 365, y: 160, radius: 65, color: blue)])
    }

    /// One ball whose lower half lies outside the frame: 400 × 300.
    public static func cutBall() -> SyntheticPhoto {
        SyntheticPhoto(
            size: PixelSize(width: 400, height: 300), balls: [Ball(x: 200, y: 290, radius: 130, color: red)])
    }
}
