/// Weighted sums of the colours of a subject and of its background, each 0…1.
///
/// The lanes: subject red, green, blue, weight (0…3), background likewise (4…7); red², green², blue² of both (8…10),
/// |colour|² of the subject (11), red·green, green·blue, blue·red of both (12…14), |colour|² of the background (15).
typealias ColorSums = SIMD16<Float>

/// The unweighted sums of one block of pixels.
struct BlockSums {
    /// Red, green, blue, count.
    var colors = SIMD4<Float>()
    /// Red², green², blue², |colour|².
    var squares = SIMD4<Float>()
    /// Red·green, green·blue, blue·red, 0.
    var crosses = SIMD4<Float>()

    @inline(__always)
    init(_ color: SIMD4<Float>) {
        colors = color
        squares = color * color
        squares[3] = squares[0] + squares[1] + squares[2]
        crosses = color * SIMD4(color[1], color[2], color[0], 0)
    }

    /// - Parameter pixels: the first pixel of a block.
    @inline(__always)
    init(_ pixels: UnsafePointer<UInt8>, columns: Int, rows: Int, stride: Int) {
        for row in 0..<rows {
            for column in 0..<columns {
                let bytes = UnsafeRawPointer(pixels + 4 * (row * stride + column)).loadUnaligned(as: SIMD4<UInt8>.self)
                let color = SIMD4<Float>(bytes)
                colors += color
                squares += color * color
                crosses += color * SIMD4(color[1], color[2], color[0], 0)
            }
        }
        colors *= 1 / 255
        squares *= 1 / (255 * 255)
        crosses *= 1 / (255 * 255)
        colors[3] = Float(rows * columns)
        squares[3] = squares[0] + squares[1] + squares[2]
    }

    @inline(__always)
    func weighted(subject: Float, background: Float) -> ColorSums {
        let both = subject + background
        var high = SIMD8(lowHalf: squares * both, highHalf: crosses * both)
        high[3] = squares[3] * subject
        high[7] = squares[3] * background
        return ColorSums(
            lowHalf: SIMD8(lowHalf: colors * subject, highHalf: colors * background), highHalf: high)
    }
}

/// A pixel's red, green and blue, 0…1, and 1.
@inline(__always)
func colorAndOne(_ pixels: UnsafePointer<UInt8>, _ index: Int) -> SIMD4<Float> {
    let bytes = UnsafeRawPointer(pixels + 4 * index).loadUnaligned(as: SIMD4<UInt8>.self)
    var color = SIMD4<Float>(bytes) * (1 / 255)
    color[3] = 1
    return color
}
