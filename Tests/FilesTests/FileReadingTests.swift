import Files
import Glibc
import TestSupport
import Testing

@Suite struct FileReadingTests {
    let temporary = TemporaryFolder()

    @Test(arguments: [1, 65_535, 65_536, 65_537, 300_001])
    func aFileComesWhole(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let file = try temporary.write(bytes, to: "file")
        #expect(try file.readBytes() == bytes)
        #expect(try file.readBytes(limit: count) == bytes)
        #expect(throws: FileError("read", file, cause: .tooManyBytes(limit: count - 1))) {
            try file.readBytes(limit: count - 1)
        }
    }

    @Test func aPipeIsReadToItsEndUpToTheLimit() throws {
        func pipe(_ bytes: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
            var ends: [CInt] = [0, 0]
            precondition(Glibc.pipe(&ends) == 0)
            defer { close(ends[0]) }
            precondition(write(ends[1], bytes, bytes.count) == bytes.count, "a pipe has room for so few")
            close(ends[1])
            return try FilePath("/dev/fd/\(ends[0])").readBytes(limit: limit, allowsPipes: true)
        }
        #expect(try pipe([1, 2, 3], limit: 3) == [1, 2, 3])
        let tooMany = #expect(throws: FileError.self) { try pipe([1, 2, 3], limit: 2) }
        #expect(tooMany?.cause == .tooManyBytes(limit: 2))
        let empty = #expect(throws: FileError.self) { try pipe([], limit: 2) }
        #expect(empty?.cause == .empty)
    }

    @Test func whatNeverEndsStopsAtTheLimit() {
        #expect(throws: FileError("read", "/dev/zero", cause: .tooManyBytes(limit: 1_000_000))) {
            try FilePath("/dev/zero").readBytes(limit: 1_000_000, allowsPipes: true)
        }
    }

    @Test func aPipeOrADeviceThatNobodyNamedIsRefusedAndNotWaitedFor() throws {
        let pipe = temporary.path.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        for path in [pipe, "/dev/zero"] {
            #expect(throws: FileError("read", path, cause: .notAFile)) { try path.readBytes(limit: 10) }
            #expect(throws: FileError("read", path, cause: .notAFile)) { try SHA256Digest(ofFileAt: path) }
        }
        #expect(throws: FileError("read", temporary.path, errorNumber: EISDIR)) { try temporary.path.readBytes() }
    }

    @Test func aFileWhoseLengthTheSystemDoesNotKnowComesWhole() throws {
        #expect(try !FilePath("/proc/self/status").readBytes().isEmpty)
    }

    @Test func anEmptyFileIsAnErrorUnlessItMayBeEmpty() throws {
        let file = try temporary.write("", to: "empty.jpg")
        #expect(throws: FileError("read", file, cause: .empty)) { try file.readBytes() }
        #expect(try file.readBytes(allowsEmpty: true) == [])
    }

    @Test func eachReasonHasItsWords() throws {
        func words(_ path: FilePath, limit: Int = .max) -> String? {
            #expect(throws: FileError.self) { try path.readBytes(limit: limit) }?.description
        }
        let folder = temporary.path
        #expect(words(folder) == "cannot read \(folder): it is a folder")
        let missing = folder.appending(FilePath(bytes: [0x2D, 0xFF]))
        #expect(words(missing) == "cannot read \(folder)/-\\xFF: there is no such file or folder")
        let address: FilePath = "http://127.0.0.1:9/a.jpg"
        #expect(words(address) == "cannot read \(address): it is an address, not a file; download it first")
        let empty = try temporary.write("", to: "empty")
        #expect(words(empty) == "cannot read \(empty): it is empty")
        let long = try temporary.write("abc", to: "long")
        #expect(words(long, limit: 2) == "cannot read \(long): it has more than the 2 bytes that are allowed")
        #expect(
            words(long.appending("x")) == "cannot read \(long)/x: it is not a folder, or a part of its path is not")
        temporary.link("circle", to: "circle")
        #expect(words(folder.appending("circle")) == "cannot read \(folder)/circle: its links lead in a circle")
        _ = long.withCString { chmod($0, 0) }
        withoutPrivileges {
            #expect(words(long) == "cannot read \(long): permission denied")
        }
    }
}
