import Glibc

/// How the numbers of a picture or a frame stand for light, without an ICC profile.
package struct ColorDescription: Hashable, Sendable {
    /// The curve from a number to light.
    package enum Transfer: Hashable, Sendable {
        /// The curve of sRGB. BT.709, BT.601 and SDR BT.2020 are shown with it, as in browsers.
        case sRGB
        /// A power: light is the number to this exponent; 1 is linear.
        case power(Double)
        /// Perceptual quantisation, HDR of up to 10,000 cd/m² (SMPTE ST 2084, BT.2100).
        case pq
        /// Hybrid log-gamma, HDR (ARIB STD-B67, BT.2100).
        case hlg

        /// Reads a code of the transfer function.
        ///
        /// - Parameter code: `TransferCharacteristics` of ITU-T H.273, table 3.
        /// - Returns: `nil` for codes that are reserved, say nothing, or stand for curves that no picture here has.
        package init?(code: Int) {
            switch code {
            case 1, 6, 7, 11, 12, 13, 14, 15: self = .sRGB
            case 4: self = .power(2.2)
            case 5: self = .power(2.8)
            case 8: self = .power(1)
            case 16: self = .pq
            case 18: self = .hlg
            default: return nil
            }
        }

        /// Whether the curve reaches beyond white.
        package var isHDR: Bool { self == .pq || self == .hlg }
    }

    /// The chromaticities of red, green, blue and white.
    package var primaries: ColorPrimaries
    /// The curve from a number to light.
    package var transfer: Transfer
    /// Whether black and white are at 16 and 235 of 255, as in video.
    package var isNarrowRange: Bool

    /// Creates a description from its parts.
    package init(_ primaries: ColorPrimaries, _ transfer: Transfer, isNarrowRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.isNarrowRange = isNarrowRange
    }

    /// Creates a description from the numbers of ITU-T H.273, which HEIC, AVIF, PNG, ICC profiles and videos use.
    /// Missing parts are sRGB's, or in HDR BT.2020's.
    ///
    /// - Returns: `nil` when the numbers say nothing that is known here.
    package init?(primaries: Int, transfer: Int, isNarrowRange: Bool = false) {
        let curve = Transfer(code: transfer)
        let colors = ColorPrimaries(code: primaries)
        guard curve != nil || colors != nil else { return nil }
        self.init(
            colors ?? (curve?.isHDR == true ? .bt2020 : .sRGB), curve ?? .sRGB, isNarrowRange: isNarrowRange)
    }

    /// The default for pictures without a description.
    package static let sRGB = ColorDescription(.sRGB, .sRGB)
    /// Adobe RGB (1998).
    package static let adobeRGB = ColorDescription(.adobeRGB, .power(563.0 / 256))
}

extension ColorDescription.Transfer {
    /// Returns the light of a number in 0…1. White is 1: the light of sRGB's white, or 203 cd/m² of PQ (BT.2408), which
    /// HDR shows alike. For HLG it is the scene's light, 0…1.
    func light(of number: Double) -> Double {
        switch self {
        case .sRGB: SRGBTransfer.linearLight(ofEncoded: number)
        case .power(let exponent): pow(number, exponent)
        case .pq: Self.pqLuminance(of: number) / HDRLight.white
        case .hlg: Self.hlgSceneLight(of: number)
        }
    }

    /// Returns the luminance in cd/m² (BT.2100, table 4).
    private static func pqLuminance(of number: Double) -> Double {
        let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let root = pow(number, 1 / m2)
        return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    /// BT.2100, table 5.
    private static func hlgSceneLight(of number: Double) -> Double {
        let (a, b, c) = (0.178_832_77, 0.284_668_92, 0.559_910_73)
        return number <= 0.5 ? number * number / 3 : (exp((number - c) / a) + b) / 12
    }
}
