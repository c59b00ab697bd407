/// The sizes in an AVI file (RIFF; OpenDML 1.02 for several parts), which FFmpeg does not tell.
enum AVIChunks {
    /// Whether a file ends before its pictures and sound do. Blocks. The input stays where it was.
    ///
    /// A file whose index alone is cut off has all its pictures, and is not cut short.
    static func areCutShort(in input: any ByteInput) -> Bool {
        guard let byteCount = input.byteCount else { return false }
        let position = input.position
        defer { _ = input.seek(to: position) }
        var offset = 0
        // A part of OpenDML has about a gigabyte and few chunks.
        for _ in 0..<1_000 {
            guard let header = header(at: offset, of: input) else { return false }
            let end = offset + 8 + header.size
            switch (header.id, header.kind) {
            case ("RIFF", "AVI "), ("RIFF", "AVIX"):
                offset += 12
            case ("LIST", "movi"):
                // Programs write the size at the end. Until then it is 0, or a number near the largest.
                guard header.size > 0, header.size < 0x7F00_0000 else { return false }
                if end > byteCount { return true }
                offset = end + header.size % 2
            default:
                offset = end + header.size % 2
            }
        }
        return false
    }

    /// Reads the header of a chunk, and the kind that a list begins with.
    private static func header(at offset: Int, of input: any ByteInput) -> (id: String, size: Int, kind: String)? {
        guard input.seek(to: offset) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 12)
        var filled = 0
        while filled < bytes.count {
            let start = filled
            let count = bytes.withUnsafeMutableBytes {
                input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
            }
            guard count > 0 else { return nil }
            filled += count
        }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        return (text(0..<4), bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }, text(8..<12))
    }
}
