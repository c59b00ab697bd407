import Glibc
public import Imaging

/// A subject with exactly known alpha and colours, and its composite over a background: what a cut-out is judged by.
public struct CutoutComposite: Sendable {
    public enum Subject: CaseIterable, Sendable {
        /// A shaded blob with an edge two pixels wide.
        case blob
        /// A ring: a hole in the middle.
        case ring
        /// A blob that thin strokes stand out from.
        case fur
    }

    public enum Background: CaseIterable, Sendable {
        case white, black, magenta
        /// Soft stripes of several colours with grain.
        case textured
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
        let strokes = subject == .fur ? Self.strokes(side: Double(side), random: &random) : []
        for y in 0..<side {
            for x in 0..<side {
                let (u, v) = (Double(x) / Double(side) - 0.5, Double(y) / Double(side) - 0.5)
                let share = Self.coverage(subject, u: u, v: v, side: Double(side), strokes: strokes)
                let light = 0.75 - 0.5 * (u + v) + 0.06 * sin(40 * u) * cos(33 * v)
                let color = SIMD3(225, 140, 60) * light
                let behind = Self.color(of: background, u: u, v: v, grain: Double.random(in: -6...6, using: &random))
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

    private static func coverage(
        _ subject: Subject, u: Double, v: Double, side: Double, strokes: [Stroke]
    ) -> Double {
        let angle = atan2(v, u)
        let radius = 0.3 + 0.03 * cos(3 * angle) + 0.015 * sin(7 * angle)
        let inside = (radius - hypot(u, v)) * side
        var share = min(max(inside / 2 + 0.5, 0), 1)
        if subject == .ring { share = min(share, min(max((hypot(u, v) - 0.13) * side / 2 + 0.5, 0), 1)) }
        for stroke in strokes { share = max(share, stroke.coverage(x: (u + 0.5) * side, y: (v + 0.5) * side)) }
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

    private static func color(of background: Background, u: Double, v: Double, grain: Double) -> SIMD3<Double> {
        switch background {
        case .white: SIMD3(255, 255, 255)
        case .black: SIMD3(0, 0, 0)
        case .magenta: SIMD3(255, 0, 255)
        case .textured:
            SIMD3(70 + 30 * sin(9 * u + 4 * v), 110 + 35 * cos(7 * v), 130 + 40 * sin(11 * v - 3 * u))
                + SIMD3(repeating: grain)
        }
    }

    private static func opaque(_ color: SIMD3<Double>) -> SRGBColor {
        let bytes = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        return SRGBColor(
            red: UInt8(bytes.x.rounded()), green: UInt8(bytes.y.rounded()), blue: UInt8(bytes.z.rounded()))
    }
}

/// A straight hair, 1.6 pixels wide.
private struct Stroke {
    let x: Double
    let y: Double
    let dx: Double
    let dy: Double

    func coverage(x pointX: Double, y pointY: Double) -> Double {
        let along = min(max(((pointX - x) * dx + (pointY - y) * dy) / (dx * dx + dy * dy), 0), 1)
        let distance = hypot(pointX - x - along * dx, pointY - y - along * dy)
        return min(max(1.3 - distance, 0), 1)
    }
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
