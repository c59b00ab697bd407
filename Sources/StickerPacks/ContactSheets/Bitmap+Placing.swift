import Imaging

extension Bitmap {
    /// Puts another bitmap in the place of what is here, with its top left corner at `x`, `y`.
    ///
    /// - Precondition: it lies within this bitmap.
    mutating func replace(x: Int, y: Int, with other: Bitmap) {
        precondition(x >= 0 && y >= 0 && x + other.width <= width && y + other.height <= height)
        let rowBytes = 4 * width
        let otherRowBytes = 4 * other.width
        pixels.withUnsafeMutableBytes { pixels in
            other.pixels.withUnsafeBytes { others in
                for row in 0..<other.height {
                    let start = (y + row) * rowBytes + 4 * x
                    let from = others[row * otherRowBytes..<(row + 1) * otherRowBytes]
                    UnsafeMutableRawBufferPointer(rebasing: pixels[start..<start + otherRowBytes])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: from))
                }
            }
        }
    }
}
