/// An 8-bit sRGB colour with straight alpha.
public struct SRGBColor: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 0 transparent … 255 opaque.
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let clear = SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
    public static let black = SRGBColor(red: 0, green: 0, blue: 0)
    public static let white = SRGBColor(red: 255, green: 255, blue: 255)

    /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa` (the `#` may be missing) and the names `white`, `black`, `transparent`.
    public init?(_ text: String) {
        switch text.lowercased() {
        case "white": self = .white
        case "black": self = .black
        case "transparent", "none": self = .clear
        default:
            var digits: [UInt8] = []
            for character in text.hasPrefix("#") ? text.dropFirst() : text[...] {
                guard character.isASCII, let digit = character.hexDigitValue else { return nil }
                digits.append(UInt8(digit))
            }
            if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
            guard digits.count == 6 || digits.count == 8 else { return nil }
            let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
        }
    }

    /// `#rrggbb`, or `#rrggbbaa` when not opaque.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
