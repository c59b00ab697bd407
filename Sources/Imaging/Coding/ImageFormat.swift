/// The picture formats that are read, recognised by their first bytes and never by the file's name.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP.
    case jpeg, png, webp, heic, avif, tiff, gif, bmp

    /// Recognises the format of a file by its first bytes; `nil` for none of these.
    ///
    /// The signatures are those of the formats' specifications: ISO 10918-1 B.1.1, PNG 3rd ed. 5.2, RFC 9649 2.4, ISO
    /// 14496-12 4.3 with the brands of ISO 23008-12 and AV1-AVIF 1.1, TIFF 6.0 section 2 (and BigTIFF), GIF89a 17. That
    /// of BMP is only two letters: a known length of the header after them counts too.
    package init?(signatureOf bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(64))
        func text(_ range: Range<Int>) -> String? {
            head.count >= range.upperBound ? String(decoding: head[range], as: UTF8.self) : nil
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if text(0..<4) == "RIFF", text(8..<12) == "WEBP" {
            self = .webp
        } else if text(0..<6) == "GIF87a" || text(0..<6) == "GIF89a" {
            self = .gif
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A])
            || head.starts(with: [0x49, 0x49, 0x2B, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2B])
        {
            self = .tiff
        } else if text(0..<2) == "BM", head.count >= 18, head[15...17].allSatisfy({ $0 == 0 }),
            BMPHeader.lengths.contains(Int(head[14]))
        {
            self = .bmp
        } else if text(4..<8) == "ftyp", let format = Self(brandsIn: head) {
            self = format
        } else {
            return nil
        }
    }

    /// Reads the major brand, then the compatible ones (`mif1` and `msf1` leave the codec open).
    private init?(brandsIn head: [UInt8]) {
        let boxSize = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        for start in [8] + Array(stride(from: 16, to: min(boxSize, head.count) - 3, by: 4))
        where start + 4 <= head.count {
            switch String(decoding: head[start..<start + 4], as: UTF8.self) {
            case "avif", "avis":
                self = .avif
                return
            case "heic", "heix", "heim", "heis", "hevc", "hevx":
                self = .heic
                return
            default: continue
            }
        }
        return nil
    }

    /// The usual extensions of this format's files, in lower case.
    package var pathExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png", "apng"]
        case .webp: ["webp"]
        case .heic: ["heic", "heif", "hif"]
        case .avif: ["avif"]
        case .tiff: ["tif", "tiff"]
        case .gif: ["gif"]
        case .bmp: ["bmp", "dib"]
        }
    }

    /// The extensions of all formats, in lower case.
    package static let pathExtensions = Set(allCases.flatMap(\.pathExtensions))

    /// The format's name for people.
    package var displayName: String {
        self == .webp ? "WebP" : rawValue.uppercased()
    }
}
