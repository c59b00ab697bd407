import Imaging

/// The picture of most fixtures, which says where each pixel was: red = 20 + 1.25 x, green = 20 + 1.75 y, blue = 128.
enum GradientPicture {
    static let size = PixelSize(width: 168, height: 120)
    static let oddSize = PixelSize(width: 165, height: 117)

    /// How far a bitmap lies from where it should, in pixels of the photo.
    struct Offset {
        /// Of any half of the bitmap (left, right, upper, lower), on average.
        var largestMean = 0.0
        /// Of any pixel.
        var largest = 0.0
    }

    /// - Parameters:
    ///   - region: the part of the photo that the bitmap is to show.
    ///   - steps: of red for one pixel to the right and of green for one pixel down.
    static func offset(
        of bitmap: Bitmap, showing region: PixelRect, steps: (x: Double, y: Double) = (1.25, 1.75)
    ) -> Offset {
        var sums = [SIMD4<Double>](repeating: .zero, count: 2)
        var counts = SIMD4<Double>.zero
        var offset = Offset()
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let color = bitmap[x, y]
                let photoX = Double(region.x) + (Double(x) + 0.5) * Double(region.width) / Double(bitmap.width) - 0.5
                let photoY = Double(region.y) + (Double(y) + 0.5) * Double(region.height) / Double(bitmap.height) - 0.5
                let dx = (Double(color.red) - 20) / steps.x - photoX
                let dy = (Double(color.green) - 20) / steps.y - photoY
                let isLeft = 2 * x < bitmap.width
                let isUpper = 2 * y < bitmap.height
                let half = SIMD4(isLeft ? 1.0 : 0, isLeft ? 0 : 1, isUpper ? 1 : 0, isUpper ? 0 : 1)
                sums[0] += half * dx
                sums[1] += half * dy
                counts += half
                offset.largest = max(offset.largest, abs(dx), abs(dy))
            }
        }
        for sum in sums {
            let mean = sum / counts
            for half in 0..<4 { offset.largestMean = max(offset.largestMean, abs(mean[half])) }
        }
        return offset
    }
}

extension Bitmap {
    /// The largest difference of any sample, alpha included.
    func largestDifference(from other: Bitmap) -> Int {
        guard size == other.size else { return .max }
        return zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}
