/// An 8-bit sRGB colour with straight alpha.
public struct SRGBColor: Hashable, Sendable {
    /// The red channel, 0…255, as sRGB encodes it.
    public var red: UInt8
    /// The green channel, 0…255, as sRGB encodes it.
    public var green: UInt8
    /// The blue channel, 0…255, as sRGB encodes it.
    public var blue: UInt8
    /// The alpha, 0 (transparent) … 255 (opaque).
    public var alpha: UInt8

    /// Creates a colour from its channels, each 0…255. Alpha is not premultiplied.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Black with alpha 0.
    public static let clear = SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
    /// Black with alpha 255.
    public static let black = SRGBColor(red: 0, green: 0, blue: 0)
    /// White with alpha 255.
    public static let white = SRGBColor(red: 255, green: 255, blue: 255)

    /// The colour as `#rrggbb`, or `#rrggbbaa` if it is not opaque.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
