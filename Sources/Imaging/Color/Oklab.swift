/// A colour in Oklab: lightness and two opponent axes, in which equal distances look about equal and straight lines
/// keep their hue.
///
/// Björn Ottosson, "A perceptual color space for image processing", 2020 (bottosson.github.io/posts/oklab); the
/// matrices are those for linear sRGB. White point D65. Alpha plays no part.
package struct Oklab: Hashable, Sendable {
    /// The lightness, 0 (black) … 1 (white).
    package var lightness: Float
    /// The axis from green (negative) to red; within sRGB about -0.24…0.28.
    package var a: Float
    /// The axis from blue (negative) to yellow; within sRGB about -0.32…0.2.
    package var b: Float

    /// Creates a colour from its coordinates.
    package init(lightness: Float, a: Float, b: Float) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// Converts an sRGB colour; its alpha is ignored.
    package init(_ color: SRGBColor) {
        let light = SRGBTransfer.tables.linearLight
        self.init(
            linearRed: light[Int(color.red)], green: light[Int(color.green)], blue: light[Int(color.blue)])
    }

    /// Converts linear light, 0…1 for each of the sRGB primaries.
    @inline(__always)
    package init(linearRed red: Float, green: Float, blue: Float) {
        let long = cubeRoot(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
        let medium = cubeRoot(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
        let short = cubeRoot(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
        lightness = 0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short
        a = 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short
        b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short
    }

    /// The linear light of each sRGB primary, below 0 or above 1 for a colour outside sRGB.
    package var linearLight: (red: Float, green: Float, blue: Float) {
        let rootLong = lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b
        let rootMedium = lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b
        let rootShort = lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b
        let long = rootLong * rootLong * rootLong
        let medium = rootMedium * rootMedium * rootMedium
        let short = rootShort * rootShort * rootShort
        return (
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short
        )
    }

    /// The nearest opaque sRGB colour, channel by channel. Every 8-bit sRGB colour is converted back exactly.
    package var srgb: SRGBColor {
        let light = linearLight
        let transfer = SRGBTransfer.tables
        return SRGBColor(
            red: transfer.code(ofLinearLight: light.red), green: transfer.code(ofLinearLight: light.green),
            blue: transfer.code(ofLinearLight: light.blue))
    }

    /// The distance from the grey axis: 0 for greys, 0.32 for sRGB's most vivid magenta.
    package var chroma: Float { (a * a + b * b).squareRoot() }

    /// Returns the colour at `fraction` (0…1) of the way to `other`, on a straight line.
    package func mixed(with other: Oklab, _ fraction: Float) -> Oklab {
        Oklab(
            lightness: lightness + (other.lightness - lightness) * fraction, a: a + (other.a - a) * fraction,
            b: b + (other.b - b) * fraction)
    }
}

/// Returns the cube root of a value that is at least 0, within four units in the last place for normal numbers. It has
/// no call to the C library, trap or branch, so that loops vectorise.
///
/// A third of the exponent for a start (W. Kahan, "Computing a real cube root", 1991), then Halley's method twice.
@inline(__always)
private func cubeRoot(_ value: Float) -> Float {
    let bits = value.bitPattern
    let third = bits >> 2 &+ bits >> 4 &+ bits >> 6 &+ bits >> 8
    var root = Float(bitPattern: third &+ 711_500_000)
    for _ in 0..<2 {
        let cube = root * root * root
        root *= (cube + value + value) / (cube + cube + value)
    }
    return value == 0 ? 0 : root
}
