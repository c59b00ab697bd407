public import Imaging

/// The delay of each pixel of ``ScanConfig/Mode/map``, from white, which is now, to black, which is as late as the
/// history reaches back.
public enum DelayMap: Hashable, Sendable {
    /// Rings around the middle, which is white; the corners are black.
    case rings
    /// A grey picture, stretched over the frame.
    case picture(GreyPicture)
}

/// A picture of 8-bit grey samples, row by row from the top left.
public struct GreyPicture: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// `width * height` samples.
    package let samples: [UInt8]

    /// Creates a picture from its samples.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` when the size is none or the samples do not fill it.
    package init(width: Int, height: Int, samples: [UInt8]) throws(ScanError) {
        guard width >= 1, height >= 1, width <= 1 << 15, height <= 1 << 15 else {
            throw ScanError(.badSetting, "a map is from 1 to 32768 pixels wide and high, not \(width) x \(height)")
        }
        guard samples.count == width * height else {
            throw ScanError(
                .badSetting, "a map of \(width) x \(height) has \(width * height) samples, not \(samples.count)")
        }
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// Converts a picture to its luma, with BT.601's weights.
    ///
    /// - Throws: ``ScanError/Code/badSetting`` for a picture without pixels or with a side above 32,768.
    public init(_ bitmap: Bitmap) throws(ScanError) {
        var samples: [UInt8] = []
        samples.reserveCapacity(bitmap.size.area)
        for index in stride(from: 0, to: bitmap.pixels.count, by: 4) {
            // In 1/256.
            let red = 77 * Int(bitmap.pixels[index])
            let green = 150 * Int(bitmap.pixels[index + 1])
            let blue = 29 * Int(bitmap.pixels[index + 2])
            samples.append(UInt8((red + green + blue + 128) >> 8))
        }
        try self.init(width: bitmap.width, height: bitmap.height, samples: samples)
    }

    /// Returns the sample for the pixel at `x`, `y` of a frame, interpolated between the four nearest.
    func sample(x: Int, y: Int, of frame: (width: Int, height: Int)) -> Int {
        if (width, height) == frame { return Int(samples[y * width + x]) }
        // Positions in 1/256 of a sample, pixel centre on pixel centre.
        let (x0, x1, fx) = Self.neighbours(of: x, count: frame.width, in: width)
        let (y0, y1, fy) = Self.neighbours(of: y, count: frame.height, in: height)
        let top = Int(samples[y0 * width + x0]) * (256 - fx) + Int(samples[y0 * width + x1]) * fx
        let bottom = Int(samples[y1 * width + x0]) * (256 - fx) + Int(samples[y1 * width + x1]) * fx
        return (top * (256 - fy) + bottom * fy + 1 << 15) >> 16
    }

    private static func neighbours(of index: Int, count: Int, in samples: Int) -> (Int, Int, Int) {
        let position = max(0, ((2 * index + 1) * samples * 128) / count - 128)
        let first = min(position >> 8, samples - 1)
        return (first, min(first + 1, samples - 1), position & 255)
    }
}
