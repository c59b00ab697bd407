/// The size in the first bytes of some formats, for which the library that reads them does not report it.
struct ClaimedSize {
    let size: PixelSize

    /// Reads the size; `nil` for other formats and if there is none.
    init?(_ bytes: [UInt8], _ format: ImageFormat) {
        switch format {
        case .gif:
            // GIF89a 18: the logical screen. libnsgif reads a screen of 0 as 1.
            guard bytes.count >= 10 else { return nil }
            size = PixelSize(width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
        case .webp:
            // RFC 9649 2.7.1: the canvas of an extended file, less 1. libwebp takes no side above 16,383.
            guard bytes.count >= 30, bytes[12..<16].elementsEqual("VP8X".utf8) else { return nil }
            func side(_ at: Int) -> Int { 1 + (Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16) }
            size = PixelSize(width: side(24), height: side(27))
        case .heic, .avif:
            // ISO 23008-12 6.5.3: `ispe`, version and flags, width, height. Of several (tiles, thumbnails), the largest
            // counts. libheif takes no side above 32,768.
            let head = bytes.prefix(1 << 16)
            let name = Array("ispe".utf8)
            var largest: PixelSize?
            for at in head.indices.dropLast(16) where head[at] == name[0] && head[at..<at + 4].elementsEqual(name) {
                func number(_ start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
                let size = PixelSize(width: number(at + 8), height: number(at + 12))
                if size.longestSide > largest?.longestSide ?? -1 { largest = size }
            }
            guard let largest else { return nil }
            size = largest
        default: return nil
        }
    }
}
