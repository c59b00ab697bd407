/// The red, green, blue and white of a colour space, as chromaticities (CIE 1931 x, y).
package struct ColorPrimaries: Hashable, Sendable {
    /// The chromaticities, CIE 1931 x, y.
    package var red, green, blue, white: SIMD2<Double>

    /// Creates primaries from their chromaticities.
    package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double> = Self.d65) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    /// The white of daylight, which nearly all colour spaces have.
    package static let d65 = SIMD2(0.3127, 0.3290)
    private static let illuminantC = SIMD2(0.310, 0.316)

    /// sRGB and BT.709.
    package static let sRGB = ColorPrimaries(red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    /// Adobe RGB (1998).
    package static let adobeRGB = ColorPrimaries(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06])
    /// BT.2020 and BT.2100.
    package static let bt2020 = ColorPrimaries(red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    private static let smpte170M = ColorPrimaries(red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])

    /// Reads a code of the primaries.
    ///
    /// - Parameter code: `ColourPrimaries` of ITU-T H.273, table 2.
    /// - Returns: `nil` for codes that are reserved, or say nothing.
    package init?(code: Int) {
        switch code {
        case 1: self = .sRGB
        case 4: self.init(red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: Self.illuminantC)
        case 5: self.init(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
        case 6, 7: self = .smpte170M
        case 8: self.init(red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: Self.illuminantC)
        case 9: self = .bt2020
        case 11: self.init(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351])
        case 12: self.init(red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
        case 22: self.init(red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077])
        default: return nil
        }
    }

    /// The matrix from light of these primaries to CIE XYZ, with a luminance of 1 for white; `nil` if they span no
    /// triangle.
    var toXYZ: Matrix3? {
        let columns = Matrix3([red, green, blue].map(Self.xyz))
        guard white.y > 0, let inverse = columns.inverse else { return nil }
        let amounts = inverse * Self.xyz(white)
        return Matrix3((0..<3).map { columns.columns[$0] * amounts[$0] })
    }

    /// The matrix from light of these primaries to light of sRGB's. White stays white (Bradford). `nil` if they span no
    /// triangle.
    var toSRGB: Matrix3? {
        guard let toXYZ, let fromXYZ = Self.sRGB.toXYZ?.inverse, let fromCones = Self.cones.inverse else { return nil }
        let from = Self.cones * Self.xyz(white)
        let adaptation = Matrix3(diagonal: (Self.cones * Self.xyz(Self.d65)) / from)
        let result = fromXYZ * (fromCones * (adaptation * (Self.cones * toXYZ)))
        return result.isFinite ? result : nil
    }

    private static let cones = Matrix3([
        [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296],
    ])

    /// Returns a chromaticity with a luminance of 1.
    private static func xyz(_ xy: SIMD2<Double>) -> SIMD3<Double> {
        [xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y]
    }
}

/// A 3 × 3 matrix by its columns.
struct Matrix3: Hashable, Sendable {
    let columns: [SIMD3<Double>]

    init(_ columns: [SIMD3<Double>]) {
        self.columns = columns
    }

    init(diagonal: SIMD3<Double>) {
        columns = [[diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z]]
    }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(right.columns.map { left * $0 })
    }

    var isFinite: Bool { columns.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } }

    /// `nil` when there is none.
    var inverse: Matrix3? {
        let (a, b, c) = (columns[0], columns[1], columns[2])
        let rows = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)]
        let determinant = (a * rows[0]).sum()
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        return Matrix3(
            (0..<3).map { column in
                SIMD3(rows[0][column], rows[1][column], rows[2][column]) / determinant
            })
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
}
