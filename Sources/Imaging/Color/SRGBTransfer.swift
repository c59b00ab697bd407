import Glibc

/// The sRGB transfer curve (IEC 61966-2-1) between 8-bit codes and linear light in 0…1.
package enum SRGBTransfer {
    /// The linear light of each of the 256 codes.
    package static let linearLight: [Double] = (0..<256).map { linearLight(ofEncoded: Double($0) / 255) }

    /// Returns the light of `encoded`, 0…1, which may lie between codes.
    package static func linearLight(ofEncoded encoded: Double) -> Double {
        encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// Returns the code whose light is nearest; light outside 0…1 becomes 0 or 255.
    package static func code(ofLinearLight light: Float) -> UInt8 {
        tables.code(ofLinearLight: light)
    }

    static let tables = Tables()

    struct Tables: Sendable {
        /// The values of `SRGBTransfer.linearLight`, the last one twice, to interpolate up to 255.
        let linearLight: [Float]
        /// The light from which on each code is used: that of the middle between it and the code below.
        private let threshold: [Float]
        /// The code at the start of each of `cells` equal parts of 0…1. No part holds two thresholds.
        private let start: [UInt8]
        private static let cells = 4096

        init() {
            let light = SRGBTransfer.linearLight.map { Float($0) }
            linearLight = light + [1]
            let threshold =
                (0..<256).map { code in
                    code == 0 ? -1 : Float(SRGBTransfer.linearLight(ofEncoded: (Double(code) - 0.5) / 255))
                } + [.infinity]
            self.threshold = threshold
            var code = 0
            start = (0..<Self.cells).map { cell in
                while threshold[code + 1] <= Float(cell) / Float(Self.cells) { code += 1 }
                return UInt8(code)
            }
        }

        func code(ofLinearLight light: Float) -> UInt8 {
            let limited = max(0, min(light, 1))
            let code = start[min(Int(limited * Float(Self.cells)), Self.cells - 1)]
            return threshold[Int(code) + 1] <= limited ? code + 1 : code
        }
    }
}
