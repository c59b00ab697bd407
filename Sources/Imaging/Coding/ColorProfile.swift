/// The parts of an embedded profile (ICC.1:2022) that decide how it is used.
struct ColorProfile {
    enum Space: Int {
        case rgb = 0x5247_4220
        case grey = 0x4752_4159
        case cmyk = 0x434D_594B
    }

    private let bytes: UnsafeRawBufferPointer

    /// - Parameter bytes: borrowed; the profile does not outlive them.
    init(borrowing bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The colour space of its data (7.2.8).
    var space: Space? { Space(rawValue: number(16)) }

    /// Whether it is made for print: it has a table only for the perceptual intent (9.2.1).
    var isPerceptualOnly: Bool { tag(Signature.perceptualTable) != nil && tag(Signature.colorimetricTable) == nil }

    /// The numbers of ITU-T H.273 (9.2.17) if they describe HDR, because the profile's curves cannot exceed white.
    var hdr: ColorDescription? {
        guard let tag = tag(Signature.codes), number(tag) == Signature.codes else { return nil }
        let codes = number(tag + 8)
        let description = ColorDescription(primaries: codes >> 24, transfer: codes >> 16 & 0xFF)
        return description?.transfer.isHDR == true ? description : nil
    }

    /// Whether it is sRGB: it says so (9.2.41), and no curve contradicts that.
    var isSRGB: Bool {
        guard space == .rgb, let description = tag(Signature.description) else { return false }
        // `desc` holds ASCII after 12 bytes; `mluc` holds UTF-16 where its first record says.
        let isUnicode = number(description) == Signature.unicode
        let text = isUnicode ? description + number(description + 24) : description + 12
        guard text >= 0, text + 8 <= bytes.count else { return false }
        return bytes[text..<text + 8].filter { $0 != 0 }.starts(with: Array("sRGB".utf8)) && !isPurePower
    }

    /// Whether red's curve is one exponent (10.6 with at most one number, 10.18 of kind 0): linear light, gamma 2.2, …
    private var isPurePower: Bool {
        guard let curve = tag(Signature.redCurve) else { return false }
        return switch number(curve) {
        case Signature.sampledCurve: number(curve + 8) <= 1
        case Signature.parametricCurve: number(curve + 8) >> 16 == 0
        default: false
        }
    }

    /// Returns the offset of a tag's data; `nil` without the tag.
    private func tag(_ signature: Int) -> Int? {
        for index in 0..<min(number(128), 100) where number(132 + 12 * index) == signature {
            let start = number(132 + 12 * index + 4)
            return start + 12 <= bytes.count ? start : nil
        }
        return nil
    }

    /// Reads four big-endian bytes; 0 beyond the end.
    private func number(_ offset: Int) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private enum Signature {
        static let codes = 0x6369_6370
        static let description = 0x6465_7363
        static let unicode = 0x6D6C_7563
        static let redCurve = 0x7254_5243
        static let sampledCurve = 0x6375_7276
        static let parametricCurve = 0x7061_7261
        static let perceptualTable = 0x4132_4230
        static let colorimetricTable = 0x4132_4231
    }
}
