import Imaging

/// Goes over from one cut-out to another: what is in both moves, and what is in one alone fades. A mean of two faces
/// that are a little apart would show both.
struct Morph: Sendable {
    /// The longer side of the raster on which motion is found, in samples.
    private static let side = 192

    private let first: Bitmap
    private let second: Bitmap
    /// In pixels: from the first to the second, and from the second to the first.
    private let (forth, back): (FlowField, FlowField)

    /// - Precondition: both have one size.
    init(_ first: Bitmap, _ second: Bitmap) {
        precondition(first.size == second.size, "a morph is between pictures of one size")
        (self.first, self.second) = (first, second)
        let raster = first.size.scaled(by: min(1, Double(Self.side) / Double(first.size.longestSide)))
        let (a, b) = (first.pyramid(on: raster), second.pyramid(on: raster))
        forth = OpticalFlow.flow(from: a, to: b).resampled(to: first.size)
        back = OpticalFlow.flow(from: b, to: a).resampled(to: first.size)
    }

    /// Both pictures, moved to where they meet: what is in both is in one place. A mean of them, or of what is made of
    /// each, shows the rest as far as its share.
    ///
    /// - Parameter share: of the second, 0…1.
    func pictures(at share: Float) -> (Bitmap, Bitmap) {
        (first.moved(share, of: forth), second.moved(1 - share, of: back))
    }
}

extension Bitmap {
    /// A mean of two bitmaps of one size, with colours weighted by alpha.
    func faded(into other: Bitmap, share: Float) -> Bitmap {
        var faded = self
        faded.pixels.withUnsafeMutableBufferPointer { pixels in
            other.pixels.withUnsafeBufferPointer { other in
                for index in stride(from: 0, to: pixels.count, by: 4) {
                    let (own, its) = ((1 - share) * Float(pixels[index + 3]), share * Float(other[index + 3]))
                    let alpha = own + its
                    guard alpha > 0 else { continue }
                    for channel in index..<index + 3 {
                        let sum = own * Float(pixels[channel]) + its * Float(other[channel])
                        pixels[channel] = UInt8(min(max((sum / alpha).rounded(), 0), 255))
                    }
                    pixels[index + 3] = UInt8(min(alpha.rounded(), 255))
                }
            }
        }
        return faded
    }

    /// Each pixel is fetched from where a part of the motion led to it.
    fileprivate func moved(_ part: Float, of flow: FlowField) -> Bitmap {
        var picture = self
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in 0..<size.area {
                let sum = premultiplied(
                    atX: Float(index % width) - part * flow.x.samples[index],
                    y: Float(index / width) - part * flow.y.samples[index])
                let pixel = sum.w > 0.25 ? sum * (255 / sum.w) : .zero
                for channel in 0..<3 { pixels[4 * index + channel] = UInt8(min(pixel[channel].rounded(), 255)) }
                pixels[4 * index + 3] = UInt8(min(sum.w.rounded(), 255))
            }
        }
        return picture
    }

    fileprivate func pyramid(on raster: PixelSize) -> OpticalFlow.Pyramid {
        let grey = SRGBColor(red: 128, green: 128, blue: 128)
        return OpticalFlow.Pyramid(composited(over: grey).averaged(to: raster).lightness)
    }

    /// Interpolates between pixels: red, green and blue multiplied by alpha, and alpha, 0…255. Nothing is outside.
    @inline(__always)
    fileprivate func premultiplied(atX x: Float, y: Float) -> SIMD4<Float> {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (fx, fy) = (x - left, y - top)
        let (column, row) = (Int(left), Int(top))
        func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
            guard column >= 0, row >= 0, column < width, row < height else { return .zero }
            let index = 4 * (row * width + column)
            return pixels.withUnsafeBufferPointer { pixels in
                let alpha = Float(pixels[index + 3])
                return SIMD4(
                    Float(pixels[index]) * alpha / 255, Float(pixels[index + 1]) * alpha / 255,
                    Float(pixels[index + 2]) * alpha / 255, alpha)
            }
        }
        let above = pixel(column, row) * (1 - fx) + pixel(column + 1, row) * fx
        let below = pixel(column, row + 1) * (1 - fx) + pixel(column + 1, row + 1) * fx
        return above * (1 - fy) + below * fy
    }
}
