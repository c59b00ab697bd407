/// The matrix from luma and colour differences to RGB, in integers.
///
/// Luma counts from its black; the colour differences are sixteen times theirs, as ``ChromaRow`` gives them. Sums are
/// 65,536 times the result (ITU-R BT.601, BT.709 and BT.2020, equations for 8 bits).
struct RGBCoefficients {
    static let shift: Int32 = 16
    static let chromaScale = 16

    let black: Int32
    let luma: Int32
    let redFromRed: Int32
    let greenFromRed: Int32
    let greenFromBlue: Int32
    let blueFromBlue: Int32

    init(_ format: VideoFormat) {
        let weights = format.matrix.lumaWeights
        let (lumaSteps, chromaSteps) = format.range == .full ? (255.0, 255.0) : (219.0, 224.0)
        let one = Double(1 << Self.shift)
        let chroma = one * 255 / chromaSteps / Double(Self.chromaScale)
        let green = 1 - weights.red - weights.blue
        black = format.range == .full ? 0 : 16
        luma = Int32((one * 255 / lumaSteps).rounded())
        redFromRed = Int32((chroma * 2 * (1 - weights.red)).rounded())
        greenFromRed = Int32((chroma * -2 * (1 - weights.red) * weights.red / green).rounded())
        greenFromBlue = Int32((chroma * -2 * (1 - weights.blue) * weights.blue / green).rounded())
        blueFromBlue = Int32((chroma * 2 * (1 - weights.blue)).rounded())
    }
}
