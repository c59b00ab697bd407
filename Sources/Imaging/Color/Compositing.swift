/// The "over" of T. Porter and T. Duff, "Compositing digital images", 1984, for straight alpha, rounded to the nearest
/// code. Codes are mixed, not light, as in browsers and messengers, so that the results look the same.
extension Bitmap {
    /// Returns the bitmap in front of a colour, opaque if the colour is.
    public func composited(over color: SRGBColor) -> Bitmap {
        composited(over: Bitmap(size: size, filledWith: color))
    }

    /// Returns the bitmap in front of a gradient, opaque.
    public func composited(over gradient: Gradient) -> Bitmap {
        composited(over: gradient.bitmap(size: size))
    }

    /// Returns the bitmap in front of another one.
    ///
    /// - Precondition: both have the same size.
    package func composited(over background: Bitmap) -> Bitmap {
        precondition(background.size == size, "both bitmaps must have the same size")
        guard size.area > 0 else { return background }
        let isOpaque = !background.hasTransparency
        let blended = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { result, count in
            count = result.initialize(fromContentsOf: background.pixels)
            pixels.withUnsafeBufferPointer { front in
                if isOpaque {
                    Self.blend(front, overOpaque: result)
                } else {
                    Self.blend(front, over: result)
                }
            }
        }
        return Bitmap(size: size, pixels: blended)
    }

    private static func blend(_ front: UnsafeBufferPointer<UInt8>, overOpaque back: UnsafeMutableBufferPointer<UInt8>) {
        front.withMemoryRebound(to: UInt32.self) { front in
            back.withMemoryRebound(to: UInt32.self) { back in
                for index in front.indices {
                    let (over, under) = (UInt32(littleEndian: front[index]), UInt32(littleEndian: back[index]))
                    let alpha = over >> 24
                    // Two channels at once, 16 bits each. The alphas of the background and of the result are 255.
                    let redBlue = mix(over & 0xff_00ff, under & 0xff_00ff, alpha)
                    let greenAlpha = mix(over >> 8 & 0xff | 0xff_0000, under >> 8 & 0xff_00ff, alpha)
                    back[index] = UInt32(littleEndian: redBlue | greenAlpha << 8)
                }
            }
        }
    }

    /// Mixes two channels at once: `over * alpha + under * (255 - alpha)`, divided by 255 and rounded exactly.
    @inline(__always)
    private static func mix(_ over: UInt32, _ under: UInt32, _ alpha: UInt32) -> UInt32 {
        let sum = over &* alpha &+ under &* (255 &- alpha) &+ 0x80_0080
        return (sum &+ (sum >> 8 & 0xff_00ff)) >> 8 & 0xff_00ff
    }

    private static func blend(_ front: UnsafeBufferPointer<UInt8>, over back: UnsafeMutableBufferPointer<UInt8>) {
        for offset in stride(from: 0, to: front.count, by: 4) {
            // Alpha in 255² parts.
            let ofFront = UInt32(front[offset + 3]) * 255
            let ofBack = UInt32(back[offset + 3]) * (255 - UInt32(front[offset + 3]))
            let alpha = ofFront + ofBack
            for channel in offset..<offset + 3 {
                let sum = UInt32(front[channel]) * ofFront + UInt32(back[channel]) * ofBack
                back[channel] = alpha == 0 ? 0 : UInt8((sum + alpha / 2) / alpha)
            }
            back[offset + 3] = UInt8((alpha + 127) / 255)
        }
    }
}
