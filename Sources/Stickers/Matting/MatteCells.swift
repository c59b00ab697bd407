import Imaging

/// A raster of square cells over a photo, fine enough that colours hardly change within one.
struct MatteCells {
    /// What a cell holds.
    enum Kind: UInt8 {
        case background, subject, mixed
    }

    let photo: PixelSize
    /// The length of a cell's side in pixels, a power of two; the last cells of a row or column may be cut short.
    let side: Int
    let size: PixelSize

    init(over photo: PixelSize) {
        self.photo = photo
        var side = 2
        while photo.longestSide > 512 * side { side *= 2 }
        self.side = side
        size = PixelSize(width: (photo.width + side - 1) / side, height: (photo.height + side - 1) / side)
    }

    /// For each position within a cell, how near the neighbouring cell's centre is: towards the one before for the
    /// first half, towards the one after for the second.
    var fractions: [Float] {
        (0..<side).map { abs((Float($0) + 0.5) / Float(side) - 0.5) }
    }

    /// The pixels of a cell.
    @inline(__always)
    func pixels(x: Int, y: Int) -> (rows: Range<Int>, columns: Range<Int>) {
        (y * side..<min((y + 1) * side, photo.height), x * side..<min((x + 1) * side, photo.width))
    }

    /// The unweighted colour sums of every cell.
    func blocks(of photo: Bitmap) -> [ColorSums] {
        let (photoWidth, photoHeight) = (photo.width, photo.height)
        let (width, height) = (size.width, size.height)
        return [ColorSums](unsafeUninitializedCapacity: width * height) { output, count in
            photo.pixels.withUnsafeBufferPointer { pixels in
                guard let pixels = pixels.baseAddress else { return }
                for y in 0..<height {
                    let rows = min(side, photoHeight - y * side)
                    let first = pixels + 4 * y * side * photoWidth
                    for x in 0..<width {
                        let columns = min(side, photoWidth - x * side)
                        output[y * width + x] = ColorSums(
                            first + 4 * x * side, columns: columns, rows: rows, stride: photoWidth)
                    }
                }
            }
            count = width * height
        }
    }

    /// The kind of every cell of a matte of the photo's size, and its mean.
    func kinds(of alpha: Matte) -> (kinds: [Kind], means: Plane) {
        let (photoWidth, photoHeight, side) = (photo.width, photo.height, side)
        let (width, height) = (size.width, size.height)
        var means = Plane(size: size)
        var kinds = [Kind](repeating: .background, count: width * height)
        alpha.samples.withUnsafeBufferPointer { alpha in
            means.samples.withUnsafeMutableBufferPointer { means in
                kinds.withUnsafeMutableBufferPointer { kinds in
                    for y in 0..<height {
                        let rows = min(side, photoHeight - y * side)
                        for x in 0..<width {
                            let columns = min(side, photoWidth - x * side)
                            var sum: Float = 0
                            for row in 0..<rows {
                                let start = (y * side + row) * photoWidth + x * side
                                for column in 0..<columns { sum += alpha[start + column] }
                            }
                            let mean = sum / Float(rows * columns)
                            means[y * width + x] = mean
                            kinds[y * width + x] = Self.kind(mean)
                        }
                    }
                }
            }
        }
        return (kinds, means)
    }

    @inline(__always)
    static func kind(_ mean: Float) -> Kind {
        mean < 0.0005 ? .background : mean > 0.9995 ? .subject : .mixed
    }
}
