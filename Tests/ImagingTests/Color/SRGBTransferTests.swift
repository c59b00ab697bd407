import Imaging
import Testing

@Suite("The sRGB transfer curve")
struct SRGBTransferTests {
    @Test
    func hasThePublishedEndsKneeAndMiddle() {
        #expect(SRGBTransfer.linearLight.count == 256)
        #expect(SRGBTransfer.linearLight[0] == 0)
        #expect(SRGBTransfer.linearLight[255] == 1)
        #expect(abs(SRGBTransfer.linearLight[10] - 10 / 255.0 / 12.92) < 1e-15)
        #expect(abs(SRGBTransfer.linearLight[128] - 0.215_860_5) < 1e-7)
        #expect(abs(SRGBTransfer.linearLight(ofEncoded: 0.5) - 0.214_041_1) < 1e-7)
    }

    @Test
    func givesEachCodeBack() {
        for code in 0...255 {
            #expect(SRGBTransfer.code(ofLinearLight: Float(SRGBTransfer.linearLight[code])) == UInt8(code))
        }
    }

    @Test
    func takesTheNearestCodeAlsoRightBesideTheMiddleOfTwo() {
        for code in 0..<255 {
            let middle = Float(SRGBTransfer.linearLight(ofEncoded: (Double(code) + 0.5) / 255))
            #expect(SRGBTransfer.code(ofLinearLight: middle * 0.999_999) == UInt8(code))
            #expect(SRGBTransfer.code(ofLinearLight: middle * 1.000_001) == UInt8(code + 1))
        }
    }

    @Test
    func limitsLightOutsideZeroToOne() {
        #expect(SRGBTransfer.code(ofLinearLight: -0.25) == 0)
        #expect(SRGBTransfer.code(ofLinearLight: 1.000_001) == 255)
        #expect(SRGBTransfer.code(ofLinearLight: .infinity) == 255)
        #expect(SRGBTransfer.code(ofLinearLight: .nan) == 0)
    }
}
