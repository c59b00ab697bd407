import Foundation

/// A ZIP whose entries are stored as they are, read by its directory; every sum is checked.
struct ZipFile {
    struct Entry {
        let name: String
        let bytes: Data
    }

    let entries: [Entry]

    init(_ data: Data) throws {
        let bytes = Data(data)
        guard let end = bytes.range(of: Data([0x50, 0x4B, 5, 6]), options: .backwards)?.lowerBound else {
            throw WebDriverError("no ZIP", "it has no end of a directory")
        }
        var entries: [Entry] = []
        var place = bytes.number(4, at: end + 16)
        for _ in 0..<bytes.number(2, at: end + 10) {
            guard bytes.number(4, at: place) == 0x0201_4B50 else {
                throw WebDriverError("no ZIP", "no entry at \(place)")
            }
            let (size, nameLength) = (bytes.number(4, at: place + 24), bytes.number(2, at: place + 28))
            let name = String(decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self)
            guard bytes.number(2, at: place + 10) == 0, bytes.number(4, at: place + 20) == size else {
                throw WebDriverError("no ZIP", "\(name) is compressed")
            }
            let header = bytes.number(4, at: place + 42)
            let start = header + 30 + bytes.number(2, at: header + 26) + bytes.number(2, at: header + 28)
            guard start + size <= bytes.count else { throw WebDriverError("no ZIP", "\(name) is cut short") }
            let content = Data(bytes[start..<start + size])
            guard content.crc32 == UInt32(bytes.number(4, at: place + 16)) else {
                throw WebDriverError("no ZIP", "\(name) has another sum")
            }
            entries.append(Entry(name: name, bytes: content))
            place += 46 + nameLength + bytes.number(2, at: place + 30) + bytes.number(2, at: place + 32)
        }
        self.entries = entries
    }
}

extension Data {
    /// Little-endian.
    fileprivate func number(_ count: Int, at place: Int) -> Int {
        guard place >= 0, place + count <= self.count else { return 0 }
        return self[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// As ISO 3309 has it.
    fileprivate var crc32: UInt32 {
        let table = (0..<256 as Range<UInt32>).map { start in
            (0..<8).reduce(start) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return ~reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }

    var isPNG: Bool { starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }
    var isWebP: Bool { starts(with: Data("RIFF".utf8)) && dropFirst(8).starts(with: Data("WEBP".utf8)) }
}
