import Glibc
public import Imaging

/// A subject with exactly known alpha and colours, and its composite over a background: what a cut-out is judged by.
public struct CutoutComposite: Sendable {
    public enum Subject: CaseIterable, Sendable {
        /// A shaded blob with an edge two pixels wide.
        case blob
        /// A ring: a hole in the middle.
        case ring
        /// A blob with dark and light spots that reach its edge.
        case spotted
        /// A blob that thin strokes stand out from.
        case fur
        /// A blob of many fine, tapering hairs, each of its own tint, between which the background shows.
        case coat
    }

    public enum Background: CaseIterable, Sendable {
        case white, black, magenta
        /// Soft stripes of several colours with grain.
        case textured
        /// Blades of light and dark green, two to six pixels wide.
        case grass
    }

    public let alpha: Matte
    /// The subject's own colours, opaque.
    public let foreground: Bitmap
    public let photo: Bitmap

    public init(_ subject: Subject, over background: Background, side: Int = 360) {
        let size = PixelSize(width: side, height: side)
        var random = SeededGenerator(seed: 7)
        var alpha = Matte(size: size)
        var foreground = Bitmap(size: size)
        var photo = Bitmap(size: size)
        let strokes =
            subject == .fur
            ? Self.strokes(side: Double(side), random: &random)
            : subject == .coat ? Self.hairs(side: Double(side), random: &random) : []
        let tinted = TintedHairs(strokes, side: side)
        let blades = background == .grass ? Self.blades(side: side, random: &random) : []
        for y in 0..<side {
            for x in 0..<side {
                let (u, v) = (Double(x) / Double(side) - 0.5, Double(y) / Double(side) - 0.5)
                let blob = Self.coverage(subject, u: u, v: v, side: Double(side))
                let hair = tinted.hair(x: x, y: y)
                let share = max(blob, hair.share)
                let light = 0.75 - 0.5 * (u + v) + 0.06 * sin(40 * u) * cos(33 * v)
                var color = SIMD3(225, 140, 60) * light
                if subject == .spotted, sin(52 * u + 6 * v) * sin(47 * v - 5 * u) > 0.1 {
                    color = SIMD3(70, 45, 40) * light
                }
                if subject == .coat { color *= hair.share > 0 ? hair.tint : 0.9 }
                let grain = Double.random(in: -6...6, using: &random)
                let behind =
                    blades.isEmpty ? Self.color(of: background, u: u, v: v, grain: grain) : blades[y * side + x] + grain
                alpha[x, y] = Float(share)
                foreground[x, y] = Self.opaque(color)
                photo[x, y] = Self.opaque(color * share + behind * (1 - share))
            }
        }
        self.alpha = alpha
        self.foreground = foreground
        self.photo = photo
    }

    /// What a network would say: alpha averaged over the cells of a small square and blurred.
    public func coarse(side: Int = 200) -> Matte {
        alpha.resampled(to: PixelSize(width: side, height: side)).boxBlurred(radius: 1)
    }

    private static func coverage(_ subject: Subject, u: Double, v: Double, side: Double) -> Double {
        let angle = atan2(v, u)
        let radius = 0.3 + 0.03 * cos(3 * angle) + 0.015 * sin(7 * angle)
        let inside = (radius - hypot(u, v)) * side
        var share = min(max(inside / 2 + 0.5, 0), 1)
        if subject == .ring { share = min(share, min(max((hypot(u, v) - 0.13) * side / 2 + 0.5, 0), 1)) }
        return share
    }

    private static func strokes(side: Double, random: inout SeededGenerator) -> [Stroke] {
        (0..<90).map { _ in
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            let lean = angle + Double.random(in: -0.4...0.4, using: &random)
            let length = Double.random(in: 0.04...0.1, using: &random) * side
            let start = (x: (0.5 + 0.28 * cos(angle)) * side, y: (0.5 + 0.28 * sin(angle)) * side)
            return Stroke(x: start.x, y: start.y, dx: cos(lean) * length, dy: sin(lean) * length)
        }
    }

    private static func hairs(side: Double, random: inout SeededGenerator) -> [Stroke] {
        (0..<900).map { _ in
            let angle = Double.random(in: 0..<2 * .pi, using: &random)
            let radius = 0.3 + 0.03 * cos(3 * angle) + 0.015 * sin(7 * angle)
            let root = (radius - Double.random(in: 0...0.02, using: &random)) * side
            let lean = angle + Double.random(in: -0.7...0.7, using: &random)
            let length = Double.random(in: 0.02...0.06, using: &random) * side
            return Stroke(
                x: 0.5 * side + root * cos(angle), y: 0.5 * side + root * sin(angle), dx: cos(lean) * length,
                dy: sin(lean) * length, width: .random(in: 0.9...1.5, using: &random), tapers: true,
                tint: .random(in: 0.7...1.25, using: &random))
        }
    }

    /// Blades over each other, the colour of each pixel.
    private static func blades(side: Int, random: inout SeededGenerator) -> [SIMD3<Double>] {
        var colors = [SIMD3<Double>](repeating: SIMD3(40, 70, 25), count: side * side)
        for _ in 0..<2200 {
            let light = Double.random(in: 0.45...1.3, using: &random)
            let color = SIMD3(95, 140, 55) * light
            let x = Double.random(in: 0..<Double(side), using: &random)
            let y = Double.random(in: 0..<Double(side), using: &random)
            let lean = Double.random(in: -0.7...0.7, using: &random)
            let length = Int.random(in: 12...40, using: &random)
            let width = Double.random(in: 2...6, using: &random)
            for step in 0..<length {
                let row = Int(y) - step
                guard row >= 0 else { break }
                let middle = x + lean * Double(step)
                let half = width / 2 * (1 - Double(step) / Double(length))
                for column in Int(middle - half)...Int(middle + half) where (0..<side).contains(column) {
                    colors[row * side + column] = color
                }
            }
        }
        return colors
    }

    private static func color(of background: Background, u: Double, v: Double, grain: Double) -> SIMD3<Double> {
        switch background {
        case .white: SIMD3(255, 255, 255)
        case .black: SIMD3(0, 0, 0)
        case .magenta: SIMD3(255, 0, 255)
        case .textured:
            SIMD3(70 + 30 * sin(9 * u + 4 * v), 110 + 35 * cos(7 * v), 130 + 40 * sin(11 * v - 3 * u))
                + SIMD3(repeating: grain)
        case .grass: .zero
        }
    }

    private static func opaque(_ color: SIMD3<Double>) -> SRGBColor {
        let bytes = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        return SRGBColor(
            red: UInt8(bytes.x.rounded()), green: UInt8(bytes.y.rounded()), blue: UInt8(bytes.z.rounded()))
    }
}

/// A straight hair.
private struct Stroke {
    let x: Double
    let y: Double
    let dx: Double
    let dy: Double
    /// In pixels, at the root.
    var width = 1.6
    /// Whether it ends in a point.
    var tapers = false
    /// Times the subject's colour.
    var tint = 1.0

    func coverage(x pointX: Double, y pointY: Double) -> Double {
        let along = min(max(((pointX - x) * dx + (pointY - y) * dy) / (dx * dx + dy * dy), 0), 1)
        let distance = hypot(pointX - x - along * dx, pointY - y - along * dy)
        let half = width / 2 * (tapers ? 1 - along : 1)
        return min(max(half + 0.5 - distance, 0), min(1, 2 * half))
    }
}

/// For each pixel the hair that covers most of it.
private struct TintedHairs {
    private let side: Int
    private var hairs: [(share: Double, tint: Double)] = []

    init(_ strokes: [Stroke], side: Int) {
        self.side = side
        guard !strokes.isEmpty else { return }
        hairs = [(share: Double, tint: Double)](repeating: (0, 1), count: side * side)
        for stroke in strokes {
            let (left, right) = (min(stroke.x, stroke.x + stroke.dx), max(stroke.x, stroke.x + stroke.dx))
            let (top, bottom) = (min(stroke.y, stroke.y + stroke.dy), max(stroke.y, stroke.y + stroke.dy))
            for y in max(0, Int(top) - 3)...max(0, min(side - 1, Int(bottom) + 3)) {
                for x in max(0, Int(left) - 3)...max(0, min(side - 1, Int(right) + 3)) {
                    let share = stroke.coverage(x: Double(x), y: Double(y))
                    if share > hairs[y * side + x].share { hairs[y * side + x] = (share, stroke.tint) }
                }
            }
        }
    }

    func hair(x: Int, y: Int) -> (share: Double, tint: Double) { hairs.isEmpty ? (0, 1) : hairs[y * side + x] }
}

extension CutoutComposite {
    /// The mean CIEDE2000 over the pixels of the true edge (alpha 0.05…0.95) of a cut-out's own colours, where it has
    /// any, against the true ones.
    public func colorError(of cutout: Bitmap) -> Double {
        mean { x, y in
            cutout[x, y].alpha == 0 ? nil : CIELab(cutout[x, y]).deltaE2000(to: CIELab(foreground[x, y]))
        }
    }

    /// The same of what is seen: the cut-out over a colour against the true subject over it.
    public func seenError(of cutout: Bitmap, over color: SRGBColor) -> Double {
        mean { x, y in
            let seen = Self.over(cutout[x, y], Double(cutout[x, y].alpha) / 255, color)
            let wanted = Self.over(foreground[x, y], Double(alpha[x, y]), color)
            return CIELab(seen).deltaE2000(to: CIELab(wanted))
        }
    }

    /// The same of a cut-out at another size: against the true subject over that colour, resized as one picture.
    ///
    /// - Parameter cutout: all of the photo, resized.
    public func seenError(ofResized cutout: Bitmap, over color: SRGBColor) -> Double {
        var whole = foreground
        for y in 0..<whole.height {
            for x in 0..<whole.width { whole[x, y] = Self.over(foreground[x, y], Double(alpha[x, y]), color) }
        }
        let wanted = whole.resized(to: cutout.size)
        let alpha = alpha.resampled(to: cutout.size)
        var sum = 0.0
        var count = 0
        for y in 0..<cutout.height {
            for x in 0..<cutout.width where alpha[x, y] > 0.05 && alpha[x, y] < 0.95 {
                let seen = Self.over(cutout[x, y], Double(cutout[x, y].alpha) / 255, color)
                sum += CIELab(seen).deltaE2000(to: CIELab(wanted[x, y]))
                count += 1
            }
        }
        return sum / Double(max(count, 1))
    }

    private func mean(_ error: (Int, Int) -> Double?) -> Double {
        var sum = 0.0
        var count = 0
        for y in 0..<alpha.height {
            for x in 0..<alpha.width where alpha[x, y] > 0.05 && alpha[x, y] < 0.95 {
                guard let error = error(x, y) else { continue }
                sum += error
                count += 1
            }
        }
        return sum / Double(max(count, 1))
    }

    private static func over(_ color: SRGBColor, _ alpha: Double, _ behind: SRGBColor) -> SRGBColor {
        let front = SIMD3(Double(color.red), Double(color.green), Double(color.blue))
        let back = SIMD3(Double(behind.red), Double(behind.green), Double(behind.blue))
        return opaque(front * alpha + back * (1 - alpha))
    }
}
