/// The headers of a Windows or OS/2 bitmap: BITMAPFILEHEADER, then BITMAPCOREHEADER, BITMAPINFOHEADER or one of its
/// later versions up to BITMAPV5HEADER ("Bitmap Storage", Windows GDI). Colour profiles in them are not applied.
struct BMPHeader {
    enum Coding {
        /// Rows of pixels, padded to 32-bit words.
        case plain
        /// Runs of 8-bit or 4-bit indices.
        case runs
    }

    let size: PixelSize
    /// Whether the first stored row is the lowest one.
    let isBottomUp: Bool
    /// The bits of a pixel: 1, 2, 4, 8, 16, 24 or 32.
    let bitsPerPixel: Int
    let coding: Coding
    /// The offset of the pixels in the file.
    let dataOffset: Int
    /// The palette for up to 8 bits a pixel; otherwise empty.
    let palette: [SIMD4<UInt8>]
    /// The bits of the channels in a pixel of 16 or 32 bits: red, green, blue, alpha.
    let masks: SIMD4<UInt32>

    /// The possible lengths of the header after the file's header.
    static let lengths: Set = [12, 40, 52, 56, 64, 108, 124]

    /// Reads the headers; `nil` if they are damaged, cut short or unsupported (a JPEG or PNG inside, Huffman).
    init?(_ bytes: [UInt8]) {
        let reader = ByteReader(bytes[...], .littleEndian)
        guard let length = reader.number(14, 4), Self.lengths.contains(length),
            let dataOffset = reader.number(10, 4), dataOffset <= bytes.count, bytes.count >= 14 + length
        else { return nil }
        let isCore = length == 12
        guard let width = isCore ? reader.number(18, 2) : reader.signed(18),
            let height = isCore ? reader.number(20, 2) : reader.signed(22),
            let bits = reader.number(isCore ? 24 : 28, 2), [1, 2, 4, 8, 16, 24, 32].contains(bits), width >= 0
        else { return nil }
        let compression = isCore ? 0 : reader.number(30, 4) ?? 0
        switch (compression, bits) {
        case (0, _), (3, 16), (3, 32), (6, 16), (6, 32): coding = .plain
        case (1, 8), (2, 4): coding = .runs
        default: return nil
        }
        // OS/2 has Huffman codes where Windows has masks.
        if length == 64, compression > 2 { return nil }
        size = PixelSize(width: width, height: abs(height))
        isBottomUp = height >= 0
        if coding == .runs, !isBottomUp { return nil }
        bitsPerPixel = bits
        self.dataOffset = dataOffset

        var paletteStart = 14 + length
        var masks = bits == 16 ? SIMD4<UInt32>(0x7C00, 0x03E0, 0x001F, 0) : SIMD4(0xFF_0000, 0xFF00, 0xFF, 0)
        if compression == 3 || compression == 6 {
            // After the oldest header, the masks are in the same place as in the later ones.
            let count = length >= 56 || compression == 6 ? 4 : 3
            for channel in 0..<count {
                guard let mask = reader.number(54 + 4 * channel, 4) else { return nil }
                masks[channel] = UInt32(mask)
            }
            if length == 40 { paletteStart += 4 * count }
        }
        self.masks = masks
        palette = bits <= 8 ? Self.palette(reader, at: paletteStart, isCore: isCore, bits: bits, end: dataOffset) : []
    }

    private static func palette(
        _ reader: ByteReader, at start: Int, isCore: Bool, bits: Int, end: Int
    ) -> [SIMD4<UInt8>] {
        let entry = isCore ? 3 : 4
        let used = isCore ? 0 : reader.number(46, 4) ?? 0
        let count = min(used > 0 ? used : 1 << bits, 1 << bits, max(0, end - start) / entry)
        return (0..<count).map { index in
            let at = start + entry * index
            return SIMD4(reader.bytes[at + 2], reader.bytes[at + 1], reader.bytes[at], 255)
        }
    }
}
