import Imaging

/// Spreads the colours of a picture's opaque pixels over all others.
enum NearestColors {
    /// The least alpha of a pixel whose colour counts.
    private static let opaque: UInt8 = 250

    /// Gives each pixel the colour of the nearest opaque one, found in two sweeps, and makes the picture opaque. A
    /// picture without opaque pixels uses the most opaque ones.
    static func filled(_ bitmap: Bitmap) -> Bitmap {
        let (width, height) = (bitmap.width, bitmap.height)
        var most: UInt8 = 0
        for index in 0..<bitmap.size.area { most = max(most, bitmap.pixels[4 * index + 3]) }
        guard most > 0 else { return bitmap }
        let least = min(opaque, most)
        // Of each pixel, the offset to the nearest opaque one.
        let unknown = SIMD2<Int32>(repeating: .max)
        var offsets = [SIMD2<Int32>](repeating: unknown, count: bitmap.size.area)
        var filled = bitmap
        filled.pixels.withUnsafeMutableBufferPointer { pixels in
            offsets.withUnsafeMutableBufferPointer { offsets in
                for index in 0..<width * height where pixels[4 * index + 3] >= least { offsets[index] = .zero }
                @inline(__always)
                func length(_ offset: SIMD2<Int32>) -> Int {
                    Int(offset.x) &* Int(offset.x) &+ Int(offset.y) &* Int(offset.y)
                }
                @inline(__always)
                func take(_ at: Int, _ neighbour: Int, _ step: SIMD2<Int32>) {
                    guard offsets[neighbour] != unknown else { return }
                    let (candidate, old) = (offsets[neighbour] &+ step, offsets[at])
                    if old == unknown || length(candidate) < length(old) { offsets[at] = candidate }
                }
                func sweep(_ y: Int, _ above: Int, _ isAbove: Bool) {
                    for x in 0..<width {
                        let at = y * width + x
                        if isAbove {
                            let step = Int32(above - y)
                            take(at, above * width + x, SIMD2(0, step))
                            if x > 0 { take(at, above * width + x - 1, SIMD2(-1, step)) }
                            if x + 1 < width { take(at, above * width + x + 1, SIMD2(1, step)) }
                        }
                        if x > 0 { take(at, at - 1, SIMD2(-1, 0)) }
                    }
                    for x in stride(from: width - 2, through: 0, by: -1) {
                        take(y * width + x, y * width + x + 1, SIMD2(1, 0))
                    }
                }
                for y in 0..<height { sweep(y, y - 1, y > 0) }
                for y in stride(from: height - 1, through: 0, by: -1) { sweep(y, y + 1, y + 1 < height) }
                for y in 0..<height {
                    for x in 0..<width {
                        let at = y * width + x
                        let alpha = Int(pixels[4 * at + 3])
                        let offset = offsets[at]
                        guard offset != .zero else {
                            pixels[4 * at + 3] = 255
                            continue
                        }
                        let source = (y + Int(offset.y)) * width + x + Int(offset.x)
                        for channel in 0..<3 {
                            let front = Int(pixels[4 * at + channel]) * alpha
                            let behind = Int(bitmap.pixels[4 * source + channel]) * (255 - alpha)
                            pixels[4 * at + channel] = UInt8((front + behind + 127) / 255)
                        }
                        pixels[4 * at + 3] = 255
                    }
                }
            }
        }
        return filled
    }
}
