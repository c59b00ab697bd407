import CVips

/// Writes bitmaps as PNG or WebP, with no metadata: no profile, no EXIF, no date, no program's name.
///
/// Encoding blocks the calling thread; it belongs on the photo executor. The same bitmap gives the same bytes.
public struct ImageEncoder: Hashable, Sendable {
    public enum Format: Hashable, Sendable {
        /// - Parameter compression: zlib's level, 0 fast … 9 small.
        case png(compression: Int = 6)
        /// - Parameters:
        ///   - quality: 0…100, of the colours; alpha is kept exactly.
        ///   - effort: 0 fast … 6 small.
        case webp(quality: Int = 90, effort: Int = 4)
        /// - Parameter effort: 0 fast … 6 small.
        case losslessWebP(effort: Int = 4)

        /// `png` or `webp`.
        public var pathExtension: String {
            if case .png = self { "png" } else { "webp" }
        }
    }

    public var format: Format

    public init(_ format: Format) {
        self.format = format
    }

    /// - Throws: ``ImagingError`` with `.notEncodable` when the bitmap has no pixels or more a side than the format
    ///   takes (WebP: 16,383).
    public func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
        if case .webp = format { return try encode(bitmap.withBledColors(), bands: bitmap.hasTransparency ? 4 : 3) }
        return try encode(bitmap, bands: bitmap.hasTransparency ? 4 : 3)
    }

    /// Writes a matte as 8-bit grey: 255 where the subject is.
    ///
    /// - Throws: as ``encode(_:)``.
    public func encode(_ matte: Matte) throws(ImagingError) -> [UInt8] {
        guard Vips.isReady else { throw ImagingError(.notEncodable, "libvips could not be started") }
        let grey = matte.samples.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
        let encoded: [UInt8]? = grey.withUnsafeBytes { buffer in
            let image = VipsHandle(peel_vips_borrow(buffer.baseAddress, CInt(matte.width), CInt(matte.height), 1))
            return Self.encode(image, as: format)
        }
        guard let encoded else { throw Self.failure(matte.size, format) }
        return encoded
    }

    private func encode(_ bitmap: Bitmap, bands: CInt) throws(ImagingError) -> [UInt8] {
        let encoded: [UInt8]? = bitmap.withVipsImage { image in
            Self.encode(image.applying { peel_vips_extract_bands($0, $1, 0, bands) }, as: format)
        }
        guard let encoded else { throw Self.failure(bitmap.size, format) }
        return encoded
    }

    private static func encode(_ image: consuming VipsHandle?, as format: Format) -> [UInt8]? {
        guard let image else { return nil }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let status =
            switch format {
            case .png(let compression):
                peel_vips_png(image.image, &bytes, &count, CInt(compression), Self.pngFilter)
            case .webp(let quality, let effort):
                peel_vips_webp(image.image, &bytes, &count, CInt(quality), 0, CInt(effort), 0)
            case .losslessWebP(let effort):
                peel_vips_webp(image.image, &bytes, &count, 75, 1, CInt(effort), 0)
            }
        defer { g_free(bytes) }
        guard status == 0, let bytes else {
            vips_error_clear()
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Sub, Up, Average and Paeth, chosen row by row.
    private static let pngFilter = CInt(VIPS_FOREIGN_PNG_FILTER_ALL.rawValue)

    private static func failure(_ size: PixelSize, _ format: Format) -> ImagingError {
        ImagingError(
            .notEncodable,
            "\(size.width) × \(size.height) pixels cannot be written as \(format.pathExtension)"
                + (format.pathExtension == "webp" ? "; WebP takes at most 16383 a side" : ""))
    }
}
