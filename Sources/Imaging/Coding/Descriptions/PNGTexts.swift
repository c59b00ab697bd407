/// The texts in a PNG (PNG 3rd ed. 11.3.3), which nothing here needs. A few bytes unpack to megabytes, as often as a
/// file has them, and libvips copies them with each step.
enum PNGTexts {
    private static let names: [[UInt8]] = ["tEXt", "zTXt", "iTXt"].map { Array($0.utf8) }

    /// Returns the file without them. From the first damaged chunk on, it stays as it is.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var (position, copied) = (8, 0)
        while position + 12 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = position + 12 + length
            guard end <= bytes.count else { break }
            let name = bytes[position + 4..<position + 8]
            if names.contains(where: { name.elementsEqual($0) }) {
                kept += bytes[copied..<position]
                copied = end
            }
            position = end
        }
        return copied == 0 ? bytes : kept + bytes[copied...]
    }
}
