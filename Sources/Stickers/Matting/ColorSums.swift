/// Weighted sums of pixels' colours, each 0…1, and of their products: what a mean and a spread are told from.
struct ColorSums {
    /// Red, green, blue, weight.
    var colors = SIMD4<Float>()
    /// Red², green², blue², 0.
    var squares = SIMD4<Float>()
    /// Red·green, green·blue, blue·red, 0.
    var products = SIMD4<Float>()

    static let zero = ColorSums()

    private init() {}

    @inline(__always)
    private init(colors: SIMD4<Float>, squares: SIMD4<Float>, products: SIMD4<Float>) {
        (self.colors, self.squares, self.products) = (colors, squares, products)
    }

    /// Those of one pixel.
    ///
    /// - Parameter color: red, green, blue, 1.
    @inline(__always)
    init(_ color: SIMD4<Float>) {
        colors = color
        squares = color * color
        squares[3] = 0
        products = color * SIMD4(color[1], color[2], color[0], 0)
    }

    /// Those of a block of pixels.
    ///
    /// - Parameter pixels: the first pixel of the block.
    @inline(__always)
    init(_ pixels: UnsafePointer<UInt8>, columns: Int, rows: Int, stride: Int) {
        for row in 0..<rows {
            for column in 0..<columns {
                let bytes = UnsafeRawPointer(pixels + 4 * (row * stride + column)).loadUnaligned(as: SIMD4<UInt8>.self)
                let color = SIMD4<Float>(bytes)
                colors += color
                squares += color * color
                products += color * SIMD4(color[1], color[2], color[0], 0)
            }
        }
        colors *= 1 / 255
        squares *= 1 / (255 * 255)
        products *= 1 / (255 * 255)
        colors[3] = Float(rows * columns)
        squares[3] = 0
    }

    @inline(__always)
    static func += (sums: inout ColorSums, others: ColorSums) {
        sums.colors += others.colors
        sums.squares += others.squares
        sums.products += others.products
    }

    @inline(__always)
    static func * (sums: ColorSums, weight: Float) -> ColorSums {
        ColorSums(colors: sums.colors * weight, squares: sums.squares * weight, products: sums.products * weight)
    }
}

/// The sums of a subject's colours and of its background's.
struct PureSums {
    var subject = ColorSums.zero
    var background = ColorSums.zero

    @inline(__always)
    static func += (sums: inout PureSums, others: PureSums) {
        sums.subject += others.subject
        sums.background += others.background
    }

    @inline(__always)
    static func * (sums: PureSums, weight: Float) -> PureSums {
        PureSums(subject: sums.subject * weight, background: sums.background * weight)
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
