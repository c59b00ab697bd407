import Imaging

/// How much of each pixel of a photo is subject: the nearest sample of a matte that is laid over the whole of it.
struct SubjectWeights {
    /// The weight of a pixel that is wholly subject.
    static let full: UInt32 = 63

    private let samples: [Float]
    private let columns: [Int32]
    private let rows: [Int]

    /// Without a matte, or with one that nowhere reaches one half, all is subject.
    init(_ matte: Matte?, over size: PixelSize) {
        guard let matte, matte.samples.contains(where: { $0 >= 0.5 }) else {
            samples = [1]
            columns = [Int32](repeating: 0, count: size.width)
            rows = [Int](repeating: 0, count: size.height)
            return
        }
        samples = matte.samples
        columns = (0..<size.width).map { Int32((2 * $0 + 1) * matte.width / (2 * size.width)) }
        rows = (0..<size.height).map { (2 * $0 + 1) * matte.height / (2 * size.height) * matte.width }
    }

    /// Where the row of the matte starts that lies over row `y` of the photo.
    func row(_ y: Int) -> Int { rows[y] }

    /// 0…``full``.
    subscript(row: Int, x: Int) -> UInt32 {
        let part = samples[row + Int(columns[x])]
        return part > 0 ? UInt32(min(part, 1) * Float(Self.full) + 0.5) : 0
    }
}
