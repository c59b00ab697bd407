extension PNGWriter {
    /// Writes a picture with a palette (W3C PNG 3rd edition 11.2.2, 11.3.1.1), 8 bits a pixel. Rows are not filtered:
    /// neighbouring numbers of a palette have nothing to do with each other (12.7).
    ///
    /// - Parameter level: libdeflate's, 1…12.
    /// - Returns: `nil` when there are no pixels, or more than one chunk can hold.
    static func bytes(_ picture: PalettePicture, level: Int) -> [UInt8]? {
        let size = picture.size
        let count = (size.width + 1) * size.height
        guard size.area > 0, count < Int(Int32.max) else { return nil }
        var rows: [UInt8] = []
        rows.reserveCapacity(count)
        for y in 0..<size.height {
            rows.append(0)
            rows += picture.indices[y * size.width..<(y + 1) * size.width]
        }
        let colors = picture.palette.flatMap { [$0.red, $0.green, $0.blue] }
        var extra: [(StaticString, [UInt8])] = [("PLTE", colors)]
        // Opaque colours come last and need no alpha.
        let alphas = picture.palette.map(\.alpha).prefix { $0 < 255 }
        if !alphas.isEmpty { extra.append(("tRNS", Array(alphas))) }
        return file(size, colorType: 3, extra: extra, rows: rows, level: level)
    }
}
