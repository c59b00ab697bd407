/// A picture in memory: 8-bit RGBA in sRGB with straight (not premultiplied) alpha, row by row from the top left.
///
/// A value: copies share their pixels until one of them is changed.
public struct Bitmap: Equatable, Sendable {
    /// The width and height in pixels.
    public let size: PixelSize
    /// `4 * width * height` bytes: red, green, blue, alpha; no padding between rows.
    public var pixels: [UInt8]

    /// The width in pixels.
    public var width: Int { size.width }
    /// The height in pixels.
    public var height: Int { size.height }
    /// The rectangle of all pixels.
    package var bounds: PixelRect { PixelRect(size) }

    /// Creates a bitmap from its bytes.
    ///
    /// - Precondition: `pixels` holds four bytes for each pixel.
    public init(size: PixelSize, pixels: [UInt8]) {
        precondition(pixels.count == 4 * size.area, "a bitmap must have four bytes a pixel")
        self.size = size
        self.pixels = pixels
    }

    /// Creates a bitmap of one colour, by default transparent black.
    public init(size: PixelSize, filledWith color: SRGBColor = .clear) {
        let pixel = SIMD4(color.red, color.green, color.blue, color.alpha)
        self.size = size
        // The standard library would write to the empty array that all threads share, which the thread sanitizer
        // reports.
        guard size.area > 0 else {
            pixels = []
            return
        }
        pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            for offset in stride(from: 0, to: 4 * size.area, by: 4) {
                bytes.storeBytes(of: pixel, toByteOffset: offset, as: SIMD4<UInt8>.self)
            }
            count = 4 * size.area
        }
    }

    /// The colour of a pixel, (0, 0) at the top left.
    ///
    /// - Precondition: 0 ≤ x < width, 0 ≤ y < height.
    public subscript(x: Int, y: Int) -> SRGBColor {
        get {
            let offset = 4 * (y * width + x)
            return SRGBColor(
                red: pixels[offset], green: pixels[offset + 1], blue: pixels[offset + 2], alpha: pixels[offset + 3])
        }
        set {
            let offset = 4 * (y * width + x)
            pixels[offset] = newValue.red
            pixels[offset + 1] = newValue.green
            pixels[offset + 2] = newValue.blue
            pixels[offset + 3] = newValue.alpha
        }
    }

    /// Returns a copy of a part.
    ///
    /// - Precondition: `rect` lies within the bitmap.
    public func cropped(to rect: PixelRect) -> Bitmap {
        precondition(bounds.intersection(rect) == rect, "the part must lie within the bitmap")
        if rect == bounds { return self }
        let rowBytes = 4 * rect.width
        let cropped = [UInt8](unsafeUninitializedCapacity: rowBytes * rect.height) { buffer, count in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<rect.height {
                    let from = 4 * ((rect.y + row) * width + rect.x)
                    _ = UnsafeMutableBufferPointer(rebasing: buffer[row * rowBytes..<(row + 1) * rowBytes])
                        .initialize(from: source[from..<from + rowBytes])
                }
            }
            count = rowBytes * rect.height
        }
        return Bitmap(size: rect.size, pixels: cropped)
    }

    /// Whether any pixel is not fully opaque.
    package var hasTransparency: Bool {
        pixels.withUnsafeBytes { bytes in
            // Sixteen at a time, because this reads every pixel of a photo.
            var all = SIMD16<UInt8>(repeating: 255)
            let whole = bytes.count / 16 * 16
            for offset in stride(from: 0, to: whole, by: 16) {
                all &= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            }
            var rest: UInt8 = 255
            for index in stride(from: whole + 3, to: bytes.count, by: 4) { rest &= bytes[index] }
            return all[3] & all[7] & all[11] & all[15] & rest != 255
        }
    }
}
