import Imaging

/// Still pictures that FFmpeg takes for movies: they are of boxes like MP4 (ISO 14496-12).
enum StillPicture {
    /// What the first brand of a still picture is (ISO 23008-12 10, AV1-AVIF 1.1, 6.2), also of Canon's raw files.
    private static let brands: Set = [
        "heic", "heix", "heim", "heis", "avci", "avif", "jpeg", "j2ki", "vvic", "mif1", "mif2", "crx ",
    ]
    /// The brands of sequences, which may stand beside those.
    private static let sequences: Set = [
        "hevc", "hevx", "hevm", "hevs", "avcs", "avis", "jpgs", "j2is", "vvis", "msf1",
    ]
    /// ISO 18181-2, 9: JPEG XL in boxes.
    private static let boxedJPEGXL: [UInt8] = [0, 0, 0, 12] + Array("JXL ".utf8)
    /// ISO 18181-1, D.1: JPEG XL without boxes. Two bytes say little.
    private static let bareJPEGXL: [UInt8] = [0xFF, 0x0A]

    /// - Parameters:
    ///   - head: the first bytes of a file.
    ///   - isKnown: whether FFmpeg has a name for the file's format.
    static func isOne(_ head: [UInt8], isKnown: Bool) -> Bool {
        if head.starts(with: boxedJPEGXL) { return true }
        if !isKnown, head.starts(with: bareJPEGXL) || ImageFormat(signatureOf: head) != nil { return true }
        guard head.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
        let named = names(in: head)
        return named.first.map(brands.contains) == true && sequences.isDisjoint(with: named)
    }

    /// The first brand, then the others (ISO 14496-12 4.3).
    private static func names(in head: [UInt8]) -> [String] {
        let size = min(head.count, head.prefix(4).reduce(0) { $0 << 8 | Int($1) })
        return ([8] + Array(stride(from: 16, to: size, by: 4))).filter { $0 + 4 <= size }.map {
            String(decoding: head[$0..<$0 + 4], as: UTF8.self)
        }
    }
}
