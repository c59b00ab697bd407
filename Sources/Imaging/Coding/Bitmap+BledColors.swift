extension Bitmap {
    /// Returns the bitmap with colours under its fully transparent pixels, block by block. Otherwise lossy coding would
    /// smear black into the edge, because VP8 transforms blocks of 4 × 4 regardless of alpha (RFC 6386 14).
    ///
    /// Each transparent pixel gets the mean of what can be seen in its block and the eight around it, weighted by
    /// alpha, or black where it is fully transparent: no hidden colour of the photo is left.
    package func withBledColors(blockSize: Int = 4) -> Bitmap {
        let columns = (width + blockSize - 1) / blockSize
        let rows = (height + blockSize - 1) / blockSize
        var sums = [SIMD4<UInt32>](repeating: .zero, count: columns * rows)
        var hasClear = [Bool](repeating: false, count: columns * rows)
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let at = 4 * (y * width + x)
                    let alpha = UInt32(pixels[at + 3])
                    let block = y / blockSize * columns + x / blockSize
                    if alpha == 0 { hasClear[block] = true }
                    sums[block] &+= SIMD4(
                        UInt32(pixels[at]) &* alpha, UInt32(pixels[at + 1]) &* alpha, UInt32(pixels[at + 2]) &* alpha,
                        alpha)
                }
            }
        }
        var bled = self
        for row in 0..<rows {
            for column in 0..<columns where hasClear[row * columns + column] {
                var sum = SIMD4<UInt64>(truncatingIfNeeded: sums[row * columns + column]) &* 64
                for near in max(0, row - 1)...min(rows - 1, row + 1) {
                    for beside in max(0, column - 1)...min(columns - 1, column + 1) {
                        sum &+= SIMD4<UInt64>(truncatingIfNeeded: sums[near * columns + beside])
                    }
                }
                let mean = sum.w == 0 ? .zero : (sum &+ sum.w / 2) / sum.w
                bled.fillClear(
                    PixelRect(x: column * blockSize, y: row * blockSize, width: blockSize, height: blockSize),
                    with: mean)
            }
        }
        return bled
    }

    private mutating func fillClear(_ block: PixelRect, with color: SIMD4<UInt64>) {
        let block = bounds.intersection(block)
        for y in block.y..<block.maxY {
            for x in block.x..<block.maxX where pixels[4 * (y * width + x) + 3] == 0 {
                let at = 4 * (y * width + x)
                pixels[at] = UInt8(color.x)
                pixels[at + 1] = UInt8(color.y)
                pixels[at + 2] = UInt8(color.z)
            }
        }
    }
}
