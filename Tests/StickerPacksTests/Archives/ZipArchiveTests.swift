import CArchive
import Files
import Glibc
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct ZipArchiveTests {
    let temporary = TemporaryFolder()

    @Test func `What goes in comes out, sorted, stored and without times`() throws {
        let files: [(String, [UInt8])] = [
            ("stickers/ß 猫 🐈‍⬛.png", Array(repeating: 7, count: 300_000)), ("pack.json", Array("{}".utf8)),
            ("stickers/-a.png", [0]), ("stickers/empty.png", []),
        ]
        let path = temporary.path.appending("pack.zip")
        try ZipArchive.write(entries(files), to: path)

        let read = try #require(ReadEntry.all(in: path))
        #expect(read.map(\.name) == ["pack.json", "stickers/-a.png", "stickers/empty.png", "stickers/ß 猫 🐈‍⬛.png"])
        for entry in read {
            #expect(entry.bytes == files.first { $0.0 == entry.name }?.1)
            #expect(entry.permissions == 0o644)
        }
        #expect(try path.status().size > 300_000, "pictures do not get smaller")
    }

    private func entries(_ files: [(String, [UInt8])]) throws -> [ZipArchive.Entry] {
        try files.map { name, bytes in
            ZipArchive.Entry(name: name, file: try temporary.write(bytes, to: FilePath("files/" + name)))
        }
    }
}

/// One file of a ZIP, as libarchive reads it.
private struct ReadEntry {
    var name: String
    var permissions: mode_t
    var bytes: [UInt8]

    static func all(in path: FilePath) -> [ReadEntry]? {
        let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let before = uselocale(utf8)
        defer {
            uselocale(before)
            freelocale(utf8)
        }
        guard let archive = archive_read_new() else { return nil }
        defer { archive_read_free(archive) }
        archive_read_support_format_zip(archive)
        guard path.withCString({ archive_read_open_filename(archive, $0, 1 << 16) }) == ARCHIVE_OK else { return nil }
        var entries: [ReadEntry] = []
        var header: OpaquePointer?
        while true {
            switch archive_read_next_header(archive, &header) {
            case ARCHIVE_EOF: return entries
            case ARCHIVE_OK: break
            default: return nil
            }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = archive_read_data(archive, &buffer, buffer.count)
                guard count >= 0 else { return nil }
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            entries.append(
                ReadEntry(
                    name: String(cString: archive_entry_pathname(header)), permissions: archive_entry_perm(header),
                    bytes: bytes))
        }
    }
}
