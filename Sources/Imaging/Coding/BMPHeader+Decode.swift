extension BMPHeader {
    /// Decodes all pixels of the file, upright. Alpha that is 0 everywhere is ignored, because many programs leave it
    /// so.
    ///
    /// - Returns: `nil` when the data is damaged or cut short.
    func decode(_ bytes: [UInt8]) -> Bitmap? {
        guard size.area > 0 else { return nil }
        switch coding {
        case .plain: return plainPixels(bytes)
        case .runs: return runs(bytes)
        }
    }

    private func plainPixels(_ bytes: [UInt8]) -> Bitmap? {
        let stride = (bitsPerPixel * size.width + 31) / 32 * 4
        guard bytes.count - dataOffset >= stride * size.height else { return nil }
        let channels = (0..<4).map { MaskedChannel(mask: masks[$0], missing: $0 == 3 ? 255 : 0) }
        var bitmap = Bitmap(size: size)
        var alphas: UInt8 = 0
        bitmap.pixels.withUnsafeMutableBufferPointer { output in
            for row in 0..<size.height {
                let source = dataOffset + row * stride
                var target = 4 * (isBottomUp ? size.height - 1 - row : row) * size.width
                for x in 0..<size.width {
                    let color: SIMD4<UInt8>
                    switch bitsPerPixel {
                    case 24:
                        let at = source + 3 * x
                        color = SIMD4(bytes[at + 2], bytes[at + 1], bytes[at], 255)
                    case 16, 32:
                        let at = source + bitsPerPixel / 8 * x
                        var pixel = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
                        if bitsPerPixel == 32 { pixel |= UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24 }
                        color = SIMD4(
                            channels[0].value(pixel), channels[1].value(pixel), channels[2].value(pixel),
                            channels[3].value(pixel))
                    default:
                        let bit = bitsPerPixel * x
                        let index = bytes[source + bit / 8] >> (8 - bitsPerPixel - bit % 8)
                        color = paletteColor(Int(index) & ((1 << bitsPerPixel) - 1))
                    }
                    alphas |= color.w
                    for channel in 0..<4 { output[target + channel] = color[channel] }
                    target += 4
                }
            }
            guard alphas == 0 else { return }
            for index in Swift.stride(from: 3, to: output.count, by: 4) { output[index] = 255 }
        }
        return bitmap
    }

    /// Run-length coding: pairs of count and index; after a count of 0 an end of line (0), an end of the bitmap (1), a
    /// step to the right and up (2), or so many indices as they are, padded to 16 bits. What is stepped over has the
    /// palette's first colour.
    private func runs(_ bytes: [UInt8]) -> Bitmap? {
        var bitmap = Bitmap(size: size, filledWith: SRGBColor(paletteColor(0)))
        var position = dataOffset
        var (x, y) = (0, 0)
        func put(_ index: Int, _ pixels: inout [UInt8]) {
            guard x < size.width, y < size.height else { return }
            let color = paletteColor(index)
            let target = 4 * ((size.height - 1 - y) * size.width + x)
            for channel in 0..<4 { pixels[target + channel] = color[channel] }
            x += 1
        }
        while position + 2 <= bytes.count {
            let (count, value) = (Int(bytes[position]), Int(bytes[position + 1]))
            position += 2
            if count > 0 {
                let indices = bitsPerPixel == 8 ? (value, value) : (value >> 4, value & 15)
                for step in 0..<count { put(step % 2 == 0 ? indices.0 : indices.1, &bitmap.pixels) }
                continue
            }
            switch value {
            case 0: (x, y) = (0, y + 1)
            case 1: return bitmap
            case 2:
                guard position + 2 <= bytes.count else { return nil }
                x += Int(bytes[position])
                y += Int(bytes[position + 1])
                position += 2
            default:
                let length = bitsPerPixel == 8 ? value : (value + 1) / 2
                guard position + length <= bytes.count else { return nil }
                for step in 0..<value {
                    let byte = Int(bytes[position + (bitsPerPixel == 8 ? step : step / 2)])
                    put(bitsPerPixel == 8 ? byte : step % 2 == 0 ? byte >> 4 : byte & 15, &bitmap.pixels)
                }
                position += (length + 1) / 2 * 2
            }
            // Some writers omit the end of the bitmap.
            if y >= size.height { return bitmap }
        }
        return y == size.height - 1 && x == size.width ? bitmap : nil
    }

    /// Returns a colour of the palette; black if the palette is too short.
    private func paletteColor(_ index: Int) -> SIMD4<UInt8> {
        index < palette.count ? palette[index] : SIMD4(0, 0, 0, 255)
    }
}

/// A channel of a pixel: adjacent bits.
private struct MaskedChannel {
    private let shift: UInt32
    private let largest: UInt64
    private let missing: UInt8

    init(mask: UInt32, missing: UInt8) {
        self.missing = missing
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        largest = UInt64(mask >> shift)
    }

    /// Returns the channel's value in 0…255, or `missing` if there is no such channel.
    @inline(__always)
    func value(_ pixel: UInt32) -> UInt8 {
        guard largest > 0 else { return missing }
        return UInt8((UInt64(pixel >> shift) & largest) * 255 / largest)
    }
}

extension SRGBColor {
    fileprivate init(_ color: SIMD4<UInt8>) {
        self.init(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    }
}
