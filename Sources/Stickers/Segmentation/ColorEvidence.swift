import Glibc
import Imaging

/// Whether colours are rather those of a subject or of what is around it: two histograms of 16 × 16 × 16 colours.
struct ColorEvidence {
    /// For each colour cell the logarithm of how much more often it is seen in the background than in the subject.
    private let logRatios: [Float]
    private let cells: [UInt16]

    /// - Parameters:
    ///   - picture: as large as the matte that the weights come from.
    ///   - isSubject: for each pixel of the picture: `true`, `false`, or `nil` where it is not known.
    init(_ picture: Bitmap, isSubject: (Int) -> Bool?) {
        let cells = (0..<picture.size.area).map { index in
            let at = 4 * index
            let red = UInt16(picture.pixels[at] >> 4)
            let green = UInt16(picture.pixels[at + 1] >> 4)
            let blue = UInt16(picture.pixels[at + 2] >> 4)
            return red << 8 | green << 4 | blue
        }
        var counts = [SIMD2<Float>](repeating: .zero, count: 4096)
        for (index, cell) in cells.enumerated() {
            guard let isSubject = isSubject(index) else { continue }
            counts[Int(cell)][isSubject ? 1 : 0] += 1
        }
        let spread = Self.spread(counts)
        let totals = spread.reduce(.zero, +) + SIMD2(repeating: 1)
        // A colour that was not seen is no evidence.
        logRatios = spread.map { count in
            let likelihoods = (count + SIMD2(repeating: 0.5)) / totals
            return log(likelihoods[0] / likelihoods[1])
        }
        self.cells = cells
    }

    /// Above 0 for a pixel whose colour is rather the background's.
    func backgroundLogRatio(_ index: Int) -> Float { logRatios[Int(cells[index])] }

    /// Shares each cell's count with its neighbours: a colour does not stop at the side of its cell.
    private static func spread(_ counts: [SIMD2<Float>]) -> [SIMD2<Float>] {
        var spread = counts
        for step in [1, 16, 256] {
            let before = spread
            for cell in 0..<4096 {
                let position = cell / step % 16
                let low = position > 0 ? before[cell - step] : .zero
                let high = position < 15 ? before[cell + step] : .zero
                spread[cell] = 0.5 * before[cell] + 0.25 * (low + high)
            }
        }
        return spread
    }
}
