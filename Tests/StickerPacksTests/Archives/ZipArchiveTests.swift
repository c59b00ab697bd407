import CArchive
import Files
import Glibc
import TestSupport
import Testing

@testable import StickerPacks

@Suite struct ZipArchiveTests {
    let temporary = TemporaryFolder()

    @Test func whatGoesInComesOutSortedStoredAndWithoutTimes() throws {
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

    @Test(.enabled(if: Self.unzip != nil, "unzip is not installed"))
    func anotherProgramFindsNoFaultWithIt() async throws {
        let path = temporary.path.appending("pack.zip")
        try ZipArchive.write(entries([("a.png", [1]), ("stickers/ß 猫.png", [1, 2])]), to: path)
        let output = try await Subprocess(#require(Self.unzip), ["-t", path]).run()
        #expect(output.succeeded, "\(output.outputText)")
    }

    private static let unzip = SystemAbilities.program("unzip")

    @Test func bytesInMemoryBecomeTheSameZIPAsFiles() throws {
        let files = try entries([("b.png", [1, 2, 3]), ("stickers/ä.png", [])])
        let path = temporary.path.appending("files.zip")
        try ZipArchive.write(files, to: path)
        let other = temporary.path.appending("bytes.zip")
        try ZipArchive.write(
            [ZipArchive.Entry(name: "stickers/ä.png", bytes: []), ZipArchive.Entry(name: "b.png", bytes: [1, 2, 3])],
            to: other)
        #expect(try path.readBytes() == other.readBytes())
    }

    @Test func timeZoneLanguageAndPermissionsDoNotShow() async throws {
        let files = try entries([("b.png", [1]), ("stickers/ä.png", [2])])
        let path = temporary.path.appending("pack.zip")
        try ZipArchive.write(files, to: path)
        let digest = try SHA256Digest(ofFileAt: path).hex
        let folder = temporary.path.description
        await #expect(processExitsWith: .success) { [folder = folder as String, digest = digest as String] in
            setenv("TZ", "Pacific/Kiritimati", 1)
            setenv("LC_ALL", "C", 1)
            tzset()
            umask(0o077)
            let folder = FilePath(folder)
            let names = ["stickers/ä.png", "b.png"]
            let files = names.map { folder.appending("files/" + $0) }
            for file in files { _ = file.withCString { chmod($0, 0o600) } }
            try ZipArchive.write(
                zip(names, files).map { ZipArchive.Entry(name: $0, file: $1) }, to: folder.appending("other.zip"))
            #expect(try SHA256Digest(ofFileAt: folder.appending("other.zip")).hex == digest)
        }
    }

    @Test func aFileThatIsMissingAFolderOrChangesMeanwhileIsNamedAndNoZIPStays() throws {
        let path = try temporary.write("old", to: "pack.zip")
        // The system says that it has no bytes, and then it has some.
        for (file, code) in [
            ("/nowhere", PackError.Code.file(.system(ENOENT))), ("/tmp", .file(.system(EISDIR))),
            ("/proc/self/status", .archive),
        ] {
            let error = #expect(throws: PackError.self) {
                try ZipArchive.write([ZipArchive.Entry(name: "a", file: FilePath(file))], to: path)
            }
            #expect(error?.code == code)
            #expect(error?.path == FilePath(file))
        }
        #expect(try path.readBytes() == Array("old".utf8))
        #expect(try temporary.path.names() == ["pack.zip"])
    }

    @Test(.enabled(if: SystemAbilities.mountsFileSystems, "only root may mount a small file system"))
    func aFullDiskIsToldAsSuchAndNoZIPStays() throws {
        let files = try entries([("a.png", Array(repeating: 1, count: 200_000))])
        let disk = TemporaryFolder()
        let path = disk.path.appending("pack.zip")
        let ran = try withSmallDisk(at: disk, kilobytes: 64) {
            let error = #expect(throws: PackError.self) { try ZipArchive.write(files, to: path) }
            #expect(error?.description == "cannot write \(path): the disk is full")
            let left = try disk.path.names()
            #expect(left == [])
        }
        #expect(ran)
    }

    @Test func aZIPOfNothingIsAZIP() throws {
        let path = temporary.path.appending("pack.zip")
        try ZipArchive.write([], to: path)
        #expect(ReadEntry.all(in: path)?.isEmpty == true)
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
