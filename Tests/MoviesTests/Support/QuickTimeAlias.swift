import Files
import Testing

/// A QuickTime movie whose samples are in another file, named by a Macintosh alias record.
enum QuickTimeAlias {
    /// - Parameter movie: with its table (`moov`) behind its samples, which are wiped.
    static func file(_ movie: [UInt8], leadingTo path: FilePath) throws -> [UInt8] {
        var bytes = movie
        let samples = try #require(find("mdat", in: bytes, from: 0))
        for index in samples.start + 8..<samples.start + samples.size { bytes[index] = 0 }
        let record = alias(to: path)
        var parents: [Int] = []
        var start = 0
        for name in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
            let box = try #require(find(name, in: bytes, from: start))
            parents.append(box.start)
            start = box.start + 8
        }
        // After version, flags and the number of entries comes the one that says "in this file".
        let entry = try #require(parents.last) + 16
        let old = size(bytes, entry)
        bytes.replaceSubrange(entry..<entry + old, with: record)
        for parent in parents { setSize(&bytes, parent, size(bytes, parent) + record.count - old) }
        return bytes
    }

    private static func alias(to path: FilePath) -> [UInt8] {
        var content =
            [UInt8](repeating: 0, count: 10) + [4] + Array("disk".utf8) + [UInt8](repeating: 0, count: 23 + 12)
        let name = path.lastComponent.bytes
        content += [UInt8(name.count)] + name + [UInt8](repeating: 0, count: 63 - name.count)
        content += [UInt8](repeating: 0, count: 16) + [0, 1, 0, 1] + [UInt8](repeating: 0, count: 16)
        let absolute = Array("disk:".utf8) + path.bytes.dropFirst().map { $0 == 47 ? 58 : $0 }
        content += [0, 2, 0, UInt8(absolute.count)] + absolute + (absolute.count % 2 == 0 ? [] : [0])
        content += [0xFF, 0xFF, 0, 0] + [UInt8](repeating: 0, count: 40)
        let size = 12 + content.count
        return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array("alis".utf8) + [0, 0, 0, 0] + content
    }

    private static func find(_ name: String, in bytes: [UInt8], from start: Int) -> (start: Int, size: Int)? {
        var offset = start
        while offset + 8 <= bytes.count {
            let length = size(bytes, offset)
            if bytes[offset + 4..<offset + 8].elementsEqual(name.utf8) { return (offset, length) }
            guard length >= 8 else { return nil }
            offset += length
        }
        return nil
    }

    private static func size(_ bytes: [UInt8], _ start: Int) -> Int {
        bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func setSize(_ bytes: inout [UInt8], _ start: Int, _ size: Int) {
        for index in 0..<4 { bytes[start + index] = UInt8(size >> (24 - 8 * index) & 255) }
    }
}
