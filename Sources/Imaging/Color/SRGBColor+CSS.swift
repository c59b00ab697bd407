import Glibc

extension SRGBColor {
    /// Reads a color as CSS writes it (W3C, CSS Color Module Level 4): `orange`, `#f80`, `#f808`, `#ff8800`,
    /// `#ff880080`, `rgb(255 136 0)`, `rgb(255 136 0 / 50%)`, `rgba(255, 136, 0, 0.5)`, `hsl(32 100% 50%)`,
    /// `hsla(32deg, 100%, 50%, 0.5)`, `transparent`. Upper and lower case mean the same.
    ///
    /// The `#` may be missing, because a shell takes one at the start of a word for a comment. `none` is transparent.
    /// Numbers beyond their range count as its end, as in CSS. Color spaces other than sRGB are not read.
    ///
    /// - Returns: `nil` if `text` is no such color.
    public init?(_ text: String) {
        let word = text.lowercased()
        if let color = Self.named[word] {
            self = color
        } else if word == "transparent" || word == "none" {
            self = .clear
        } else if word.hasSuffix(")") {
            self.init(function: word)
        } else {
            self.init(hexDigits: word.hasPrefix("#") ? word.dropFirst() : word[...])
        }
    }

    /// Reads 3, 4, 6 or 8 hexadecimal digits.
    init?(hexDigits text: Substring) {
        var digits: [UInt8] = []
        for character in text {
            guard character.isASCII, let digit = character.hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }

    private init?(function text: String) {
        guard let bracket = text.firstIndex(of: "("),
            let arguments = CSSArguments(text[text.index(after: bracket)...].dropLast())
        else { return nil }
        let alpha = arguments.alpha.map { $0.share(of: 1) } ?? 1
        let channels: [Double]
        switch text[..<bracket] {
        case "rgb", "rgba":
            guard arguments.channels.allSatisfy({ $0.unit != .angle }) else { return nil }
            channels = arguments.channels.map { $0.share(of: 255) }
        case "hsl", "hsla":
            let (hue, saturation, lightness) = (arguments.channels[0], arguments.channels[1], arguments.channels[2])
            guard hue.unit != .percent, saturation.unit != .angle, lightness.unit != .angle else { return nil }
            channels = Self.rgb(
                hue: hue.number, saturation: saturation.share(of: 100), lightness: lightness.share(of: 100))
        default: return nil
        }
        let codes = (channels + [alpha]).map { UInt8(($0 * 255).rounded()) }
        self.init(red: codes[0], green: codes[1], blue: codes[2], alpha: codes[3])
    }

    /// CSS Color Module Level 4, section 7.1: "Converting HSL Colors to sRGB".
    ///
    /// - Parameters:
    ///   - hue: in degrees.
    ///   - saturation: 0…1.
    ///   - lightness: 0…1.
    /// - Returns: red, green and blue, 0…1.
    private static func rgb(hue: Double, saturation: Double, lightness: Double) -> [Double] {
        let turned = fmod(fmod(hue, 360) + 360, 360)
        let reach = saturation * min(lightness, 1 - lightness)
        return [0.0, 8, 4].map { offset in
            let place = fmod(offset + turned / 30, 12)
            return min(1, max(0, lightness - reach * max(-1, min(place - 3, 9 - place, 1))))
        }
    }
}

/// The arguments of a CSS color function: three channels, and the alpha if given.
private struct CSSArguments {
    let channels: [CSSNumber]
    let alpha: CSSNumber?

    /// `1 2 3`, `1 2 3 / 4` or, in the older form, `1, 2, 3` and `1, 2, 3, 4`.
    init?(_ text: Substring) {
        var parts: [Substring]
        if text.contains(",") {
            parts = text.split(separator: ",", omittingEmptySubsequences: false)
        } else {
            let halves = text.split(separator: "/", omittingEmptySubsequences: false)
            guard let first = halves.first, halves.count <= 2 else { return nil }
            parts = first.split(whereSeparator: \.isWhitespace)
            guard parts.count == 3 else { return nil }
            parts += halves.dropFirst()
        }
        let numbers = parts.compactMap { CSSNumber($0) }
        guard numbers.count == parts.count, numbers.count == 3 || numbers.count == 4 else { return nil }
        channels = Array(numbers.prefix(3))
        alpha = numbers.count == 4 ? numbers[3] : nil
        if alpha?.unit == .angle { return nil }
    }
}

private struct CSSNumber {
    enum Unit { case none, percent, angle }

    /// The number; angles are in degrees.
    let number: Double
    let unit: Unit

    init?(_ text: Substring) {
        let word = text.drop(while: \.isWhitespace)
        let trimmed = word.prefix { !$0.isWhitespace }
        guard word[trimmed.endIndex...].allSatisfy(\.isWhitespace) else { return nil }
        if trimmed == "none" {
            (number, unit) = (0, .none)
            return
        }
        // Double also reads "inf" and "0x10", which CSS does not have.
        let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard let number = Double(digits) else { return nil }
        let degrees = ["deg": 1.0, "grad": 0.9, "rad": 180 / Double.pi, "turn": 360]
        switch String(trimmed[digits.endIndex...]) {
        case "": (self.number, unit) = (number, .none)
        case "%": (self.number, unit) = (number, .percent)
        case let name:
            guard let factor = degrees[name] else { return nil }
            (self.number, unit) = (number * factor, .angle)
        }
    }

    /// Returns the fraction of `whole`, or of 100 for a percentage, in 0…1.
    func share(of whole: Double) -> Double {
        min(1, max(0, number / (unit == .percent ? 100 : whole)))
    }
}
