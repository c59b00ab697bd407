import Imaging

/// A bitmap's mean colours over square cells of pixels.
struct ColorCells {
    let size: PixelSize
    /// 1, then red, green and blue, 0…1 each.
    let colors: [SIMD4<Float>]

    init(of bitmap: Bitmap, step: Int) {
        let size = PixelSize(width: (bitmap.width + step - 1) / step, height: (bitmap.height + step - 1) / step)
        self.size = size
        colors = [SIMD4<Float>](unsafeUninitializedCapacity: size.area) { output, count in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<size.height {
                    let rows = y * step..<min((y + 1) * step, bitmap.height)
                    for x in 0..<size.width {
                        let columns = x * step..<min((x + 1) * step, bitmap.width)
                        var sum = SIMD4<Int32>()
                        for row in rows {
                            for column in columns {
                                let offset = 4 * (row * bitmap.width + column)
                                sum &+= SIMD4(
                                    255, Int32(pixels[offset]), Int32(pixels[offset + 1]), Int32(pixels[offset + 2]))
                            }
                        }
                        output[y * size.width + x] = SIMD4<Float>(sum) / Float(255 * rows.count * columns.count)
                    }
                }
            }
            count = size.area
        }
    }
}

/// For each position of a raster, the two nearest cells of a coarser or equal one and how far towards the second.
struct BilinearTaps {
    private let taps: [(first: Int, second: Int, fraction: Float)]

    init(from source: Int, to target: Int) {
        let scale = Double(source) / Double(target)
        taps = (0..<target).map { position in
            let center = min(max((Double(position) + 0.5) * scale - 0.5, 0), Double(source - 1))
            let first = Int(center)
            return (first, min(first + 1, source - 1), Float(center - Double(first)))
        }
    }

    subscript(position: Int) -> (first: Int, second: Int, fraction: Float) { taps[position] }
}
