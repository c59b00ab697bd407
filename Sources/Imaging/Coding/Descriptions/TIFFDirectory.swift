/// The numbers that a TIFF file has for one of its pictures (TIFF 6.0, section 2; BigTIFF).
struct TIFFDirectory {
    /// The tags that decide how a picture is read.
    enum Tag: Int, CaseIterable {
        case newSubfileType = 254, subfileType = 255, bitsPerSample = 258, compression = 259, photometric = 262
        case samplesPerPixel = 277, planarConfiguration = 284, subdirectories = 330, extraSamples = 338
        case sampleFormat = 339
        case lumaCoefficients = 529, subsampling = 530, referenceBlackWhite = 532, dngVersion = 50_706
    }

    private var values: [Tag: [Double]] = [:]

    /// Returns the first number of a tag; `nil` without the tag.
    func number(_ tag: Tag) -> Int? {
        values[tag]?.first.flatMap { Int(exactly: $0.rounded()) }
    }

    /// Returns the first numbers of a tag, at most 16.
    func numbers(_ tag: Tag) -> [Double]? { values[tag] }

    /// Whether it is the photo itself, neither reduced nor a mask (section 8, `NewSubfileType`; `SubfileType` 1 and 2).
    var isFullPicture: Bool {
        (number(.newSubfileType) ?? 0) & 0b101 == 0 && number(.subfileType) != 2
    }

    /// Returns the directories that follow each other in a file, at most 64. It is empty if the file is damaged.
    static func all(in bytes: [UInt8]) -> [TIFFDirectory] {
        guard let file = TIFFReader(bytes), let first = file.firstDirectory else { return [] }
        var directories: [TIFFDirectory] = []
        var next = first
        while next > 0, directories.count < 64, let (directory, following) = file.directory(at: next) {
            directories.append(directory)
            next = following
        }
        return directories
    }

    /// Returns the directories that this one leads to, at most 16.
    func subdirectories(in bytes: [UInt8]) -> [TIFFDirectory] {
        guard let file = TIFFReader(bytes) else { return [] }
        return (numbers(.subdirectories) ?? []).compactMap { offset in
            Int(exactly: offset).flatMap { file.directory(at: $0)?.directory }
        }
    }

    fileprivate mutating func set(_ tag: Tag, _ numbers: [Double]) {
        if values[tag] == nil { values[tag] = numbers }
    }
}

/// Reads the structure of a TIFF file; BigTIFF has longer numbers.
private struct TIFFReader {
    private let reader: ByteReader
    private let isBig: Bool

    init?(_ bytes: [UInt8]) {
        let order: ByteReader.Order = bytes.starts(with: [0x49, 0x49]) ? .littleEndian : .bigEndian
        reader = ByteReader(bytes[...], order)
        guard let version = reader.number(2, 2) else { return nil }
        isBig = version == 43
    }

    var firstDirectory: Int? { isBig ? long(8) : reader.number(4, 4) }

    /// Returns the directory at an offset and the next one's offset (0 for none), or `nil` if it is damaged.
    func directory(at offset: Int) -> (directory: TIFFDirectory, next: Int)? {
        guard let count = isBig ? long(offset) : reader.number(offset, 2), count <= 4096 else { return nil }
        let (head, size) = isBig ? (8, 20) : (2, 12)
        var directory = TIFFDirectory()
        for index in 0..<count {
            let entry = offset + head + size * index
            guard let number = reader.number(entry, 2) else { return nil }
            if let tag = TIFFDirectory.Tag(rawValue: number), let numbers = numbers(at: entry) {
                directory.set(tag, numbers)
            }
        }
        let end = offset + head + size * count
        return (directory, (isBig ? long(end) : reader.number(end, 4)) ?? 0)
    }

    /// Reads eight bytes, the upper one of which is 0 in any real file.
    private func long(_ offset: Int) -> Int? {
        reader.number(reader.order == .bigEndian ? offset + 1 : offset, 7)
    }

    private func numbers(at entry: Int) -> [Double]? {
        guard let kind = reader.number(entry + 2, 2), let size = Self.sizes[kind],
            let count = isBig ? long(entry + 4) : reader.number(entry + 4, 4)
        else { return nil }
        let (place, room) = isBig ? (entry + 12, 8) : (entry + 8, 4)
        let isInside = count <= room / size
        guard let start = isInside ? place : isBig ? long(place) : reader.number(place, 4) else { return nil }
        return (0..<min(count, 16)).compactMap { index in
            let at = start + size * index
            switch size {
            case 8 where kind == 5 || kind == 10:
                guard let above = reader.number(at, 4), let below = reader.number(at + 4, 4), below > 0 else {
                    return nil
                }
                return Double(above) / Double(below)
            case 8: return long(at).map { Double($0) }
            default: return reader.number(at, size).map { Double($0) }
            }
        }
    }

    /// The bytes of a number of each kind: BYTE, SHORT, LONG, RATIONAL, IFD, LONG8, IFD8.
    private static let sizes = [1: 1, 3: 2, 4: 4, 5: 8, 13: 4, 16: 8, 18: 8]
}
