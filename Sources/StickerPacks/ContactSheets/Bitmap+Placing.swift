package import Imaging

extension Bitmap {
    /// Puts another bitmap in the place of what is here, with its top left corner at `x`, `y`.
    ///
    /// - Precondition: it lies within this bitmap.
    package mutating func replace(x: Int, y: Int, with other: Bitmap) {
        precondition(x >= 0 && y >= 0 && x + other.width <= width && y + other.height <= height)
        let rowBytes = 4 * width
        pixels.withUnsafeMutableBytes { other.copyRows(to: $0, rowBytes: rowBytes, x: x, y: y) }
    }

    /// Copies the rows to their places in a larger raster.
    func copyRows(to raster: UnsafeMutableRawBufferPointer, rowBytes: Int, x: Int, y: Int) {
        pixels.withUnsafeBytes { pixels in
            for row in 0..<height {
                let start = (y + row) * rowBytes + 4 * x
                UnsafeMutableRawBufferPointer(rebasing: raster[start..<start + 4 * width])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[4 * row * width..<4 * (row + 1) * width]))
            }
        }
    }
}
