import CVips

/// Writes opaque bitmaps as small JPEG files, fast: for previews, which are thrown away.
///
/// Encoding blocks the calling thread: call it on the photo executor.
package struct JPEGEncoder: Hashable, Sendable {
    /// The quality, 1 (small) … 100.
    package var quality: Int

    /// Creates an encoder with a quality from 1 to 100.
    package init(quality: Int = 80) {
        self.quality = quality
    }

    /// Encodes a bitmap as a JPEG file.
    ///
    /// - Throws: ``ImagingError`` with `.notEncodable` when the bitmap has no pixels or more than 65,535 a side.
    package func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
        let failure = ImagingError(
            .notEncodable, "\(bitmap.width) × \(bitmap.height) pixels cannot be written as JPEG: 1 to 65,535 a side")
        guard Vips.isReady, bitmap.size.area > 0, bitmap.size.longestSide <= 65_535 else { throw failure }
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let status = bitmap.pixels.withUnsafeBytes { pixels in
            peel_vips_jpeg(
                pixels.baseAddress, CInt(bitmap.width), CInt(bitmap.height), CInt(min(max(quality, 1), 100)), &bytes,
                &count)
        }
        defer { g_free(bytes) }
        guard status == 0, let bytes else {
            vips_error_clear()
            throw failure
        }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
