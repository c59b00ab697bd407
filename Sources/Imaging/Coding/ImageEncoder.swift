import CWebP

/// Writes bitmaps as PNG or WebP, with no metadata: no profile, no EXIF, no date, no program's name.
///
/// Encoding blocks the calling thread: call it on the photo executor. The same bitmap gives the same bytes.
public struct ImageEncoder: Hashable, Sendable {
    /// A format and its settings.
    public enum Format: Hashable, Sendable {
        /// A PNG file.
        ///
        /// - Parameter compression: 0 fast … 9 small. From 0 to 6 the time triples and the size falls by 2 %.
        case png(compression: Int = 1)
        /// A WebP file with loss.
        ///
        /// - Parameters:
        ///   - quality: 0…100, of the colours; alpha is kept exactly.
        ///   - effort: 0 fast … 6 small.
        case webp(quality: Int = 90, effort: Int = 2)
        /// A WebP file without loss.
        ///
        /// - Parameter effort: 0 fast … 6 small.
        case losslessWebP(effort: Int = 2)

        /// The format of the files.
        package var output: OutputFormat {
            switch self {
            case .png: .png
            case .webp, .losslessWebP: .webp
            }
        }
    }

    /// The format and its settings.
    package var format: Format

    /// Creates an encoder.
    public init(_ format: Format) {
        self.format = format
    }

    /// Encodes a bitmap. What lies under fully transparent pixels is never written: bitmaps that look the same give the
    /// same bytes. Such pixels decode as 0, 0, 0, 0. Lossy WebP cannot keep that near visible pixels: up to ten pixels
    /// away, transparent pixels may have the edge's colours.
    ///
    /// - Throws: ``ImagingError`` with `.notEncodable` when the bitmap has no pixels, more a side than the format takes
    ///   (WebP: 16,383) or more detail than it holds (lossy WebP).
    public func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
        switch format {
        case .png(let compression):
            guard let encoded = Self.png(bitmap, compression) else { throw failure(bitmap.size) }
            return encoded
        case .webp(let quality, let effort):
            return try webp(bitmap.withBledColors(), isLossless: false, quality: quality, effort: effort)
        case .losslessWebP(let effort):
            return try webp(bitmap, isLossless: true, quality: 75, effort: effort)
        }
    }

    /// Writes a matte as 8-bit grey: 255 where the subject is.
    ///
    /// - Throws: as ``encode(_:)``.
    public func encode(_ matte: Matte) throws(ImagingError) -> [UInt8] {
        let grey = matte.samples.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
        guard case .png(let compression) = format else {
            return try encode(Bitmap(size: matte.size, pixels: grey.flatMap { [$0, $0, $0, 255] }))
        }
        let writer = PNGWriter(size: matte.size, colorType: .grey, level: Self.deflateLevel(compression))
        let encoded = writer.bytes { y, row in
            _ = row.update(fromContentsOf: grey[y * matte.width..<(y + 1) * matte.width])
        }
        guard let encoded else { throw failure(matte.size) }
        return encoded
    }

    private static func deflateLevel(_ compression: Int) -> Int {
        min(max(compression, 1), 9)
    }

    private static func png(_ bitmap: Bitmap, _ compression: Int) -> [UInt8]? {
        let type: PNGWriter.ColorType = bitmap.hasTransparency ? .rgba : .rgb
        let writer = PNGWriter(size: bitmap.size, colorType: type, level: deflateLevel(compression))
        return bitmap.pixels.withUnsafeBufferPointer { pixels in
            writer.bytes { y, row in
                let start = 4 * y * bitmap.width
                if type == .rgb {
                    for x in 0..<bitmap.width {
                        row[3 * x] = pixels[start + 4 * x]
                        row[3 * x + 1] = pixels[start + 4 * x + 1]
                        row[3 * x + 2] = pixels[start + 4 * x + 2]
                    }
                } else {
                    // Pixels that are not seen are written as zeros.
                    let source = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: pixels[start...]))
                    let target = UnsafeMutableRawBufferPointer(row)
                    for x in 0..<bitmap.width {
                        let pixel = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
                        let seen = pixel >> 24 == 0 ? 0 : pixel
                        target.storeBytes(of: seen.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
                    }
                }
            }
        }
    }

    private func webp(
        _ bitmap: Bitmap, isLossless: Bool, quality: Int, effort: Int
    ) throws(ImagingError) -> [UInt8] {
        guard bitmap.size.area > 0 else { throw failure(bitmap.size) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = bitmap.pixels.withUnsafeBufferPointer { pixels in
            peel_webp_encode(
                pixels.baseAddress, CInt(clamping: bitmap.width), CInt(clamping: bitmap.height), isLossless ? 1 : 0,
                Float(min(max(quality, 0), 100)), CInt(min(max(effort, 0), 6)), &bytes, &count)
        }
        guard status == 0, let bytes else { throw failure(bitmap.size, webpStatus: UInt32(status)) }
        defer { WebPFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// - Parameter webpStatus: what libwebp answered.
    private func failure(_ size: PixelSize, webpStatus: UInt32 = VP8_ENC_OK.rawValue) -> ImagingError {
        let reason =
            switch WebPEncodingError(rawValue: webpStatus) {
            case VP8_ENC_ERROR_BAD_DIMENSION: "; WebP takes at most 16383 a side"
            case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW, VP8_ENC_ERROR_FILE_TOO_BIG:
                ": too much detail for one file; use PNG, a lower quality or a smaller size"
            case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: ": there is not enough memory"
            default: ""
            }
        return ImagingError(
            .notEncodable,
            "\(size.width) × \(size.height) pixels cannot be written as \(format.output.pathExtension)\(reason)")
    }
}
