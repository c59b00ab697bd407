import CVips

/// A picture that moves: an animated WebP.
package struct MovingPicture: Sendable {
    /// The size of all frames.
    package let size: PixelSize
    /// How long each frame is shown, in milliseconds. There are at least two.
    package private(set) var durations: [Int]
    private let bytes: [UInt8]

    /// libwebp looks for each frame from the first one on: of 400,000 for hours.
    static let mostFrames = 10_000
    /// The most pixels of all frames together, half a gigabyte: 128 frames of 1024 × 1024.
    private static let mostPixels = 1 << 27

    /// Reads the header and the frames' times; nothing is decoded.
    ///
    /// - Returns: `nil` for a file of another kind, of a single frame, and of more than 10,000.
    package init?(_ bytes: [UInt8]) {
        durations = Self.durations(bytes)
        guard durations.count > 1, durations.count <= Self.mostFrames else { return nil }
        size = PixelSize(width: Self.number(bytes, 24, 3) + 1, height: Self.number(bytes, 27, 3) + 1)
        self.bytes = bytes
    }

    /// The times of an animation's frames: RFC 9649 2.7, `VP8X` with its flag of an animation and the size, and an
    /// `ANMF` for each frame.
    static func durations(_ bytes: [UInt8]) -> [Int] {
        guard ImageFormat(signatureOf: bytes) == .webp, bytes.count >= 30, bytes[12..<16].elementsEqual("VP8X".utf8),
            bytes[20] & 2 != 0
        else { return [] }
        var (offset, durations): (Int, [Int]) = (30, [])
        while offset + 8 <= bytes.count {
            let length = number(bytes, offset + 4, 4)
            if bytes[offset..<offset + 4].elementsEqual("ANMF".utf8), offset + 24 <= bytes.count {
                durations.append(number(bytes, offset + 20, 3))
            }
            offset += 8 + length + length % 2
        }
        return durations
    }

    /// Whether a GIF has the trailer that stands behind its last image (GIF89a 20, 23 and 27).
    package static func hasTrailer(gif bytes: [UInt8]) -> Bool {
        func colorTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
        guard bytes.count >= 13 else { return false }
        var offset = 13 + colorTable(bytes[10])
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x3B: return true
            case 0x21 where offset + 5 < bytes.count: offset += 2
            case 0x2C where offset + 9 < bytes.count: offset += 11 + colorTable(bytes[offset + 9])
            default: return false
            }
            while offset < bytes.count, bytes[offset] > 0 { offset += 1 + Int(bytes[offset]) }
            offset += 1
        }
        return false
    }

    /// As browsers show it: a time of 10 ms or less counts as 100 ms.
    package var asShown: MovingPicture {
        var shown = self
        shown.durations = durations.map { $0 <= 10 ? 100 : $0 }
        return shown
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    /// The time of a round in milliseconds.
    package var duration: Int { durations.reduce(0, +) }

    /// Decodes frames.
    ///
    /// - Parameter end: in milliseconds: frames that begin later are left out.
    /// - Throws: ``ImagingError`` for a damaged file, and for more pixels than a sticker can have.
    package func frames(before end: Int = .max) throws(ImagingError) -> [Bitmap] {
        let count = frameCount(before: end)
        let column = try loaded(count) { $0.upright(.upright) }
        guard let column, column.width == size.width, column.height == size.height * count else { throw Self.damaged }
        return (0..<count).map {
            column.cropped(to: PixelRect(x: 0, y: $0 * size.height, width: size.width, height: size.height))
        }
    }

    /// What ``frames(before:)`` takes at most, in bytes: all frames one below the other, and each by itself.
    package func decodingMemory(before end: Int = .max) -> Int {
        8 * min(size.area, 1 << 32) * frameCount(before: end)
    }

    private func frameCount(before end: Int) -> Int {
        var (count, time) = (0, 0)
        while count < durations.count, count == 0 || time < end {
            time += durations[count]
            count += 1
        }
        return count
    }

    /// Decodes all frames and keeps none of them.
    ///
    /// - Throws: ``ImagingError`` as ``frames(before:)`` does.
    package func checkFrames() throws(ImagingError) {
        let isWhole = try loaded(durations.count) { column in
            var mean = 0.0
            return column.image.pointee.Ysize == CInt(size.height * durations.count)
                && peel_vips_mean(column.image, &mean) == 0
        }
        guard isWhole == true else { throw Self.damaged }
    }

    /// Loads the first frames, one below the other.
    private func loaded<Result>(
        _ count: Int, _ body: (borrowing VipsHandle) -> Result?
    ) throws(ImagingError) -> Result? {
        // A file may claim frames of 2^24 × 2^24 pixels, and thousands of them.
        guard size.area <= Self.mostPixels / count else {
            throw ImagingError(.pixelCount, "its \(count) frames have more than \(Self.mostPixels) pixels together")
        }
        guard Vips.isReady else { throw ImagingError(.damaged, "libvips cannot be started") }
        return ImageSource.withImage(bytes, ImageSource.Loading(options: "[n=\(count)]"), body)
    }

    private static var damaged: ImagingError { ImagingError(.damaged, "it is damaged") }
}
