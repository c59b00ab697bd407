import Imaging

extension Bitmap {
    /// Lays a colour over an opaque pixel.
    ///
    /// - Parameters:
    ///   - color: red, green and blue, 0…255.
    ///   - coverage: 0…1.
    mutating func blend(_ color: SIMD3<Double>, coverage: Double, x: Int, y: Int) {
        let offset = 4 * (y * width + x)
        for channel in 0..<3 {
            let below = Double(pixels[offset + channel])
            pixels[offset + channel] = UInt8((below + (color[channel] - below) * coverage).rounded())
        }
    }

    /// Draws another bitmap over this one, which is opaque, with its top left corner at `x`, `y`.
    ///
    /// - Precondition: it lies within this bitmap.
    mutating func draw(_ other: Bitmap, x: Int, y: Int) {
        precondition(x >= 0 && y >= 0 && x + other.width <= width && y + other.height <= height)
        let rowLength = 4 * width
        pixels.withUnsafeMutableBufferPointer { below in
            other.pixels.withUnsafeBufferPointer { above in
                for row in 0..<other.height {
                    for column in 0..<other.width {
                        let from = 4 * (row * other.width + column)
                        let to = (y + row) * rowLength + 4 * (x + column)
                        let alpha = Int(above[from + 3])
                        for channel in 0..<3 {
                            let mixed = Int(above[from + channel]) * alpha + Int(below[to + channel]) * (255 - alpha)
                            below[to + channel] = UInt8((mixed + 127) / 255)
                        }
                    }
                }
            }
        }
    }
}
