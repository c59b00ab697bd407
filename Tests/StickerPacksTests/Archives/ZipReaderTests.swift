import Files
import TestSupport
import Testing

@testable import StickerPacks

/// ZIPs that strangers made.
struct ZipReaderTests {
    private let temporary = TemporaryFolder()

    private func zip(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
        let path = temporary.path.appending("a.zip")
        try ZipArchive.write(entries.map { ZipArchive.Entry(name: $0, bytes: $1) }, to: path)
        return try path.readBytes()
    }

    @Test func whatIsWrittenIsRead() throws {
        let files: [String: [UInt8]] = ["a.webp": [1, 2, 3], "ordner/猫 🐈.txt": Array("x".utf8), "leer": []]
        #expect(try ZipReader.files(of: zip(files.map { ($0, $1) }), path: "a.zip") == files)
    }

    @Test func namesThatLeadOutStayNames() throws {
        let files = try ZipReader.files(of: zip([("../a", [1]), ("b/../../c", [2])]), path: "a.zip")
        #expect(files.keys.sorted() == ["../a", "b/../../c"])
    }

    @Test func namesAndBytesHaveALimit() throws {
        let longest = String(repeating: "a/", count: ZipReader.longestName / 2)
        #expect(try ZipReader.files(of: zip([(longest.dropLast() + "b", [1])]), path: "a.zip").count == 1)
        let bytes = try zip([("a", [1, 2, 3]), ("b", [4])])
        #expect(try PackFiles(zip: bytes, path: "a.zip", limit: 4).byteCount == 4)
        for (bytes, limit) in [(try zip([(longest + "b", [1])]), 100), (bytes, 3)] {
            let error = #expect(throws: PackError.self) {
                try ZipReader.files(of: bytes, path: "a.zip", limit: limit)
            }
            #expect(error?.code == .archive)
        }
    }

    @Test func damagedBytesAreAnError() throws {
        let whole = try zip([("a.webp", [UInt8](repeating: 7, count: 5_000)), ("b.webp", [1])])
        for bytes in [[], [1, 2, 3], Array("PK\u{3}\u{4}".utf8), Array(whole.prefix(2_000))] {
            let error = #expect(throws: PackError.self) { try ZipReader.files(of: bytes, path: "a.zip") }
            #expect(error?.code == .archive && error?.description.hasPrefix("cannot read a.zip as a ZIP: ") == true)
        }
        // Whatever is changed, the answer is files or an error.
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? ZipReader.files(of: bytes, path: "a.zip")
        }
    }

    @Test(.enabled(if: SystemAbilities.hasProgram("python3"), "python3 is not installed"))
    func whatUnpacksToMoreThanAPackMayHaveIsRefused() async throws {
        let path = temporary.path.appending("bomb.zip")
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
                z.writestr("a.webp", b"\\0" * (33 << 20))
            with zipfile.ZipFile(sys.argv[2], "w") as z:
                for i in range(10001):
                    z.writestr(str(i), b"")
            """
        let many = temporary.path.appending("many.zip")
        let program = try #require(SystemAbilities.program("python3"))
        #expect(try await Subprocess(program, ["-c", FilePath(script), path, many]).run().succeeded)
        #expect(try path.status().size < 100_000)
        for (file, words) in [
            (path, "a.webp is larger than a sticker pack may be"), (many, "it has more than 10000 files"),
        ] {
            let error = #expect(throws: PackError.self) {
                try ZipReader.files(of: try file.readBytes(), path: file)
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
    }

    @Test(
        .enabled(if: SystemAbilities.hasProgram("unzip"), "unzip is not installed"),
        .enabled(if: SystemAbilities.hasProgram("python3"), "python3 is not installed"))
    func otherProgramsOpenAWastickersFile() async throws {
        let fixture = try TargetFixture(count: 3, side: 64)
        #expect(try await fixture.export(.whatsapp).isWritten)
        let path = fixture.folder.path.appending("whatsapp/Flines Co-c4cfb3ac.wastickers")
        let unzip = try #require(SystemAbilities.program("unzip"))
        #expect(try await Subprocess(unzip, ["-t", path]).run().succeeded)
        let python = try #require(SystemAbilities.program("python3"))
        let script: FilePath = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            assert z.testzip() is None
            print(len(z.namelist()), z.read("author.txt").decode(), end="")
            """
        let output = try await Subprocess(python, ["-c", script, path]).run()
        #expect(output.outputText == "6 Ada\n")
    }
}
