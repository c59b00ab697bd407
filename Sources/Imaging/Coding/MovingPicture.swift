import CVips

/// A picture that moves: an animated WebP.
public struct MovingPicture: Sendable {
    /// The size of all frames.
    public let size: PixelSize
    /// How long each frame is shown, in milliseconds. There are at least two.
    public let durations: [Int]
    private let bytes: [UInt8]

    /// The most pixels of all frames together, half a gigabyte: 128 frames of 1024 × 1024.
    private static let mostPixels = 1 << 27

    /// Reads the header and the frames' times; nothing is decoded.
    ///
    /// RFC 9649 2.7: `VP8X` with its flag of an animation and the size, and an `ANMF` for each frame.
    ///
    /// - Returns: `nil` for a file of another kind, or of a single frame.
    public init?(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
        }
        guard ImageFormat(signatureOf: bytes) == .webp, bytes.count >= 30, bytes[12..<16].elementsEqual("VP8X".utf8),
            bytes[20] & 2 != 0
        else { return nil }
        var (offset, durations): (Int, [Int]) = (30, [])
        while offset + 8 <= bytes.count {
            let length = number(offset + 4, 4)
            if bytes[offset..<offset + 4].elementsEqual("ANMF".utf8), offset + 24 <= bytes.count {
                durations.append(number(offset + 20, 3))
            }
            offset += 8 + length + length % 2
        }
        guard durations.count > 1 else { return nil }
        size = PixelSize(width: number(24, 3) + 1, height: number(27, 3) + 1)
        self.durations = durations
        self.bytes = bytes
    }

    /// The time of a round in milliseconds.
    public var duration: Int { durations.reduce(0, +) }

    /// Decodes all frames.
    ///
    /// - Throws: ``ImagingError`` for a damaged file, and for one with more pixels than a sticker can have.
    public func frames() throws(ImagingError) -> [Bitmap] {
        // A file may claim frames of 2^24 × 2^24 pixels, and a million of them.
        guard size.area <= Self.mostPixels / durations.count else {
            throw ImagingError(
                .pixelCount, "its \(durations.count) frames have more than \(Self.mostPixels) pixels together")
        }
        guard Vips.isReady else { throw ImagingError(.damaged, "libvips cannot be started") }
        // One below the other.
        let column = ImageSource.withImage(bytes, ImageSource.Loading(options: "[n=-1]")) { $0.upright(.upright) }
        guard let column, column.width == size.width, column.height == size.height * durations.count else {
            throw ImagingError(.damaged, "it is damaged")
        }
        return durations.indices.map {
            column.cropped(
                to: PixelRect(x: 0, y: $0 * size.height, width: size.width, height: size.height))
        }
    }
}
