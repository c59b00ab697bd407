/// The parts of the files that the encoder writes.
enum FileStructure {
    /// Names and bodies of a PNG's chunks.
    static func pngChunks(_ bytes: [UInt8]) -> [(name: String, body: ArraySlice<UInt8>)] {
        var chunks: [(String, ArraySlice<UInt8>)] = []
        var at = 8
        while at + 12 <= bytes.count {
            let count = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard at + 12 + count <= bytes.count else { break }
            chunks.append((String(decoding: bytes[at + 4..<at + 8], as: UTF8.self), bytes[at + 8..<at + 8 + count]))
            at += 12 + count
        }
        return at == bytes.count ? chunks : []
    }

    /// Names of a WebP's chunks.
    static func webpChunks(_ bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var at = 12
        while at + 8 <= bytes.count {
            let count = bytes[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[at..<at + 4], as: UTF8.self))
            at += 8 + count + count % 2
        }
        return at == bytes.count ? names : []
    }
}
