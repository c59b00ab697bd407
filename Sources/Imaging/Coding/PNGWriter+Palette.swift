import CDeflate

extension PNGWriter {
    /// Writes a picture with a palette (W3C PNG 3rd edition 11.2.2, 11.3.1.1), 8 bits a pixel. Rows are not filtered:
    /// neighbouring numbers of a palette have nothing to do with each other (12.7).
    ///
    /// - Parameter level: libdeflate's, 1…12.
    /// - Returns: `nil` when there are no pixels, or more than one chunk can hold.
    static func bytes(_ picture: PalettePicture, level: Int) -> [UInt8]? {
        let size = picture.size
        let count = (size.width + 1) * size.height
        guard size.area > 0, count < Int(Int32.max), let compressor = libdeflate_alloc_compressor(CInt(level)) else {
            return nil
        }
        defer { libdeflate_free_compressor(compressor) }
        var rows: [UInt8] = []
        rows.reserveCapacity(count)
        for y in 0..<size.height {
            rows.append(0)
            rows += picture.indices[y * size.width..<(y + 1) * size.width]
        }
        var compressed = [UInt8](repeating: 0, count: libdeflate_zlib_compress_bound(compressor, count))
        let compressedCount = rows.withUnsafeBytes { rows in
            compressed.withUnsafeMutableBytes {
                libdeflate_zlib_compress(compressor, rows.baseAddress, rows.count, $0.baseAddress, $0.count)
            }
        }
        guard compressedCount > 0 else { return nil }

        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = bigEndian(size.width) + bigEndian(size.height) + [8, 3, 0, 0, 0]
        header.withUnsafeBytes { append("IHDR", $0, to: &file) }
        let colors = picture.palette.flatMap { [$0.red, $0.green, $0.blue] }
        colors.withUnsafeBytes { append("PLTE", $0, to: &file) }
        // Opaque colours come last and need no alpha.
        let alphas = picture.palette.map(\.alpha).prefix { $0 < 255 }
        if !alphas.isEmpty { Array(alphas).withUnsafeBytes { append("tRNS", $0, to: &file) } }
        compressed.withUnsafeBytes {
            append("IDAT", UnsafeRawBufferPointer(rebasing: $0[..<compressedCount]), to: &file)
        }
        append("IEND", UnsafeRawBufferPointer(start: nil, count: 0), to: &file)
        return file
    }
}
