import Glibc

/// How HDR light is shown on a display without light beyond white, for pictures and videos.
///
/// Light of up to seven tenths of white stays as it is. What is brighter, up to 1,000 cd/m², is rolled off into the
/// rest: a hyperbola whose slope at the knee is 1 ("mobius", as FFmpeg calls it). All three channels are dimmed alike,
/// so that no hue changes.
enum HDRLight {
    /// The luminance of white, in cd/m² (ITU-R BT.2408).
    static let white = 203.0
    /// The display for which HLG is graded: its luminance in cd/m² and its system gamma (BT.2100).
    private static let hlgDisplay = 1000.0
    private static let hlgGamma: Float = 1.2

    private static let knee: Float = 0.7
    private static let curve = Hyperbola(knee: 0.7, peak: 1000 / white)

    private struct Hyperbola {
        let scale, above, below: Float

        init(knee j: Double, peak: Double) {
            let a = -j * j * (peak - 1) / (j * j - 2 * j + peak)
            let b = (j * j - 2 * j * peak + peak) / (peak - 1)
            scale = Float((b * b + 2 * b * j + j * j) / (b - a))
            (above, below) = (Float(a), Float(b))
        }
    }

    /// Returns light with the brightest channel brought to at most 1. The light has sRGB's primaries, and 1 is white.
    @inline(__always)
    static func rolledOff(_ light: SIMD3<Float>) -> SIMD3<Float> {
        let brightest = light.max()
        guard brightest > knee else { return light }
        let dimmed = curve.scale * (brightest + curve.above) / (brightest + curve.below)
        return light * (min(dimmed, 1) / brightest)
    }

    /// Returns what an HLG display shows of the scene's light (BT.2100: the OOTF); 1 is white.
    @inline(__always)
    static func shown(_ scene: SIMD3<Float>, luminanceWeights: SIMD3<Float>) -> SIMD3<Float> {
        let luminance = max((scene * luminanceWeights).sum(), 1e-9)
        return scene * (Float(hlgDisplay / white) * pow(luminance, hlgGamma - 1))
    }
}
