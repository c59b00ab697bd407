import Glibc

/// A colour in CIE L*a*b* (1976) under D65, for ``deltaE2000(to:)``.
package struct CIELab: Hashable, Sendable {
    /// L*, from 0 (black) to 100 (white).
    package var lightness: Double
    /// The axis from green (negative) to red.
    package var a: Double
    /// The axis from blue (negative) to yellow.
    package var b: Double

    /// Creates a colour from its coordinates.
    package init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// Converts a colour as if opaque, through CIE XYZ (IEC 61966-2-1) relative to sRGB's white: greys have a = b = 0.
    package init(_ color: SRGBColor) {
        let light = SRGBTransfer.linearLight
        let (red, green, blue) = (light[Int(color.red)], light[Int(color.green)], light[Int(color.blue)])
        // Each row is divided by its sum, its part of the white point.
        let x = Self.curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / (0.4124 + 0.3576 + 0.1805))
        let y = Self.curve(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        let z = Self.curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / (0.0193 + 0.1192 + 0.9505))
        self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
    }

    /// The function f of CIE 15, 8.2.1.1.
    private static func curve(_ part: Double) -> Double {
        let limit = 6.0 / 29
        return part > limit * limit * limit ? cbrt(part) : part / (3 * limit * limit) + 4.0 / 29
    }
}

extension CIELab {
    /// Returns the colour difference CIEDE2000 (kL = kC = kH = 1). About 1 is the least that is seen side by side.
    ///
    /// G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: implementation notes, supplementary test
    /// data, and mathematical observations", Color Research & Application 30 (1), 2005; the names are the paper's.
    package func deltaE2000(to other: CIELab) -> Double {
        let radian = Double.pi / 180
        func seventh(_ chroma: Double) -> Double {
            let power = pow(chroma, 7)
            return (power / (power + pow(25, 7))).squareRoot()
        }
        let g = 0.5 * (1 - seventh((hypot(a, b) + hypot(other.a, other.b)) / 2))
        let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
        let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
        let h1 = Self.hue(a1, b)
        let h2 = Self.hue(a2, other.b)

        let isGrey = c1 * c2 == 0
        var hueStep = isGrey ? 0 : h2 - h1
        if hueStep > 180 { hueStep -= 360 }
        if hueStep < -180 { hueStep += 360 }
        let deltaL = other.lightness - lightness
        let deltaC = c2 - c1
        let deltaH = 2 * (c1 * c2).squareRoot() * sin(hueStep / 2 * radian)

        let meanL = (lightness + other.lightness) / 2
        let meanC = (c1 + c2) / 2
        var meanH = h1 + h2
        if !isGrey {
            if abs(h1 - h2) > 180 { meanH += meanH < 360 ? 360 : -360 }
            meanH /= 2
        }

        let t =
            1 - 0.17 * cos((meanH - 30) * radian) + 0.24 * cos(2 * meanH * radian)
            + 0.32 * cos((3 * meanH + 6) * radian) - 0.20 * cos((4 * meanH - 63) * radian)
        let fromMiddle = (meanL - 50) * (meanL - 50)
        let sL = 1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot()
        let sC = 1 + 0.045 * meanC
        let sH = 1 + 0.015 * meanC * t
        let turn = (meanH - 275) / 25
        let rT = -sin(2 * 30 * exp(-turn * turn) * radian) * 2 * seventh(meanC)

        let (l, c, h) = (deltaL / sL, deltaC / sC, deltaH / sH)
        return (l * l + c * c + h * h + rT * c * h).squareRoot()
    }

    /// Returns the hue in degrees, 0..<360; 0 for greys.
    private static func hue(_ a: Double, _ b: Double) -> Double {
        if a == 0, b == 0 { return 0 }
        let degrees = atan2(b, a) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

extension SRGBColor {
    /// Returns the colour difference CIEDE2000 of two colours as if opaque; see `CIELab`.
    package func deltaE2000(to other: SRGBColor) -> Double {
        CIELab(self).deltaE2000(to: CIELab(other))
    }
}
