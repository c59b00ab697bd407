import Imaging
import Testing

@testable import Clips

struct HalfMatteTests {
    @Test func aMatteThatWaitsLosesNothingThatIsSeen() {
        let samples: [Float] = [0, 1, 0.004, 0.996, 0.5, 1e-6]
        let matte = Matte(size: PixelSize(width: 3, height: 2), samples: samples)
        let half = HalfMatte(matte)
        for (a, b) in zip(half.matte.samples, samples) { #expect(abs(a - b) < 1e-5) }
        // Sure pixels stay sure.
        #expect(half.matte.samples[0] == 0 && half.matte.samples[1] == 1)
        for (u, v) in [(0, 0), (0.5, 0.25), (1.75, 1), (-1, 3)] as [(Float, Float)] {
            #expect(abs(half.sampled(u, v) - matte.sampled(u, v)) < 1e-5)
        }
    }
}
