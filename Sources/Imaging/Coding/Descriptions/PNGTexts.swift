/// The texts in a PNG (PNG 3rd ed. 11.3.3), which nothing here needs. A few bytes unpack to megabytes, as often as a
/// file has them, and libvips copies them with each step.
enum PNGTexts {
    private static let names = ["tEXt", "zTXt", "iTXt"]

    /// Returns the file without them. From the first damaged chunk on, it stays as it is.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var copied = 0
        for (name, data) in PNGChunks(bytes) {
            let end = data.upperBound + 4
            guard end <= bytes.count else { break }
            if names.contains(name) {
                kept += bytes[copied..<data.lowerBound - 8]
                copied = end
            }
        }
        return copied == 0 ? bytes : kept + bytes[copied...]
    }
}
