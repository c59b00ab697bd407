import Files
import TestSupport
import Testing

@testable import StickerPacks

/// A ZIP that is sent while it is made.
@Suite struct ZipStreamTests {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("a.png", Array(repeating: 7, count: 300_000)), ("empty.png", []), ("ß 猫 🐈‍⬛.png", [1, 2, 3]),
    ]

    @Test func itReadsAsOneThatIsWrittenToAFile() throws {
        let stream = try ZipStream()
        var sent: [UInt8] = []
        for file in Self.files {
            sent += try stream.begin(file.name, size: file.bytes.count)
            for start in stride(from: 0, to: file.bytes.count, by: 100_000) {
                sent += try stream.write(Array(file.bytes[start..<min(start + 100_000, file.bytes.count)]))
            }
        }
        sent += try stream.finish()
        let read = try ZipReader.files(of: sent, path: "stream.zip")
        #expect(read == Dictionary(uniqueKeysWithValues: Self.files.map { ($0.name, $0.bytes) }))
        let folder = TemporaryFolder()
        try ZipArchive.write(
            Self.files.map { ZipArchive.Entry(name: $0.name, bytes: $0.bytes) }, to: folder.path.appending("file.zip"))
        #expect(try ZipReader.files(of: folder.path.appending("file.zip").readBytes(), path: "file.zip") == read)
    }

    @Test func nothingIsHeldBack() throws {
        let stream = try ZipStream()
        #expect(try !stream.begin("a.png", size: 1_000).isEmpty)
        #expect(try stream.write(Array(repeating: 7, count: 1_000)).count == 1_000)
    }

    @Test func oneWithoutFilesIsAZIP() throws {
        #expect(try ZipReader.files(of: ZipStream().finish(), path: "stream.zip").isEmpty)
    }

    /// In a process of its own, which holds nothing else.
    @Test func oneThatIsGivenUpInTheMiddleLeavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            func giveUp(_ times: Int) throws {
                for _ in 0..<times {
                    let stream = try ZipStream()
                    _ = try stream.begin("a.png", size: 1_000)
                    _ = try stream.write([1, 2, 3])
                }
            }
            try giveUp(100)
            let before = AllocatedMemory.bytes()
            try giveUp(1_000)
            let left = AllocatedMemory.bytes() - before
            // Of a sanitizer's allocator nothing is known; the sanitizer sees what is used after it was freed.
            try #require(SystemAbilities.isSanitized || left < 100_000, "\(left) bytes are left")
        }
    }
}
