import Testing

@testable import Imaging

/// Numbers of the specifications, not of this program.
@Suite struct ColorConversionTests {
    private func gray(_ transfer: ColorDescription.Transfer, _ number: Double) throws -> Int {
        let conversion = try #require(ColorConversion(ColorDescription(.bt2020, transfer), bits: 16))
        let samples = [UInt16](repeating: UInt16((number * 65_535).rounded()), count: 3)
        var result = [UInt8](repeating: 0, count: 3)
        samples.withUnsafeBufferPointer { samples in
            result.withUnsafeMutableBufferPointer { result in
                guard let source = samples.baseAddress, let target = result.baseAddress else { return }
                conversion.convert(
                    .init(red: source, green: source + 1, blue: source + 2),
                    to: .init(red: target, green: target + 1, blue: target + 2), count: 1)
            }
        }
        #expect(Set(result).count == 1, "grey stays grey: \(result)")
        return Int(result[0])
    }

    @Test func hdrWhiteIsBrightAndNotTheBrightest() throws {
        // BT.2408, table 1: 58 % of PQ and 75 % of HLG are 203 cd/m².
        #expect(abs(try gray(.pq, 0.5807) - 238) <= 2)
        #expect(abs(try gray(.hlg, 0.75) - 238) <= 2)
        // 1,000 cd/m²: 75.2 % and 100 %. What is beyond stays white.
        #expect(try gray(.pq, 0.7518) >= 254 && gray(.hlg, 1) >= 254)
        #expect(try gray(.pq, 1) == 255)
        #expect(try gray(.pq, 0) == 0 && gray(.hlg, 0) == 0)
    }

    @Test func codesAreThoseOfH273() {
        #expect(ColorDescription(primaries: 1, transfer: 13) == .sRGB)
        #expect(ColorDescription(primaries: 1, transfer: 1) == .sRGB)
        #expect(ColorDescription(primaries: 9, transfer: 16) == ColorDescription(.bt2020, .pq))
        #expect(ColorDescription(primaries: 2, transfer: 18) == ColorDescription(.bt2020, .hlg))
        #expect(ColorDescription(primaries: 2, transfer: 2) == nil)
        #expect(ColorDescription(primaries: 0, transfer: 255) == nil)
    }

    @Test func whiteOfAnotherKindOfDaylightStaysWhite() throws {
        // The primaries of 1953, with illuminant C.
        let old = try #require(ColorPrimaries(code: 4)?.toSRGB)
        let white = old * [1, 1, 1]
        #expect(abs(white.x - 1) < 0.01 && abs(white.y - 1) < 0.01 && abs(white.z - 1) < 0.01)
        #expect(ColorPrimaries(red: [0.3, 0.3], green: [0.3, 0.3], blue: [0.3, 0.3]).toSRGB == nil)
        #expect(ColorPrimaries(red: [0, 0], green: [0, 0], blue: [0, 0], white: [0, 0]).toSRGB == nil)
    }
}
