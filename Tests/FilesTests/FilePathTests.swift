import Files
import TestSupport
import Testing

@Suite struct FilePathTests {
    @Test(arguments: [
        ("a", "b", "a/b"), ("a/", "b", "a/b"), ("", "b", "b"), ("a", "/b", "/b"), ("/", "b", "/b"),
    ])
    func aPathBelowAnother(_ folder: FilePath, _ name: FilePath, _ expected: FilePath) {
        #expect(folder.appending(name) == expected)
    }

    @Test(arguments: [
        ("/a/b.jpg", "/a", "b.jpg", "b", "jpg"), ("b.JPEG", ".", "b.JPEG", "b", "jpeg"), ("/b", "/", "b", "b", ""),
        ("a/b//", "a", "b", "b", ""), (".hidden", ".", ".hidden", ".hidden", ""),
        ("a/.b.tar.gz", "a", ".b.tar.gz", ".b.tar", "gz"), ("/", "/", "", "", ""),
    ])
    func thePartsOfAPath(
        _ path: FilePath, _ parent: FilePath, _ last: FilePath, _ stem: FilePath, _ pathExtension: String
    ) {
        #expect(path.parent == parent)
        #expect(path.lastComponent == last)
        #expect(path.stem == stem)
        #expect(path.pathExtension == pathExtension)
    }

    @Test func aPersonReadsWhatIsNotTextAsNumbers() {
        // A name that would be read as "photo-gpj.exe", one of two lines, and an emoji, which stays.
        #expect(FilePath("photo-\u{202E}exe.jpg").description == "photo-\\xE2\\x80\\xAEexe.jpg")
        #expect(
            FilePath("a\u{2028}b\u{2029}c\u{2067}").description == "a\\xE2\\x80\\xA8b\\xE2\\x80\\xA9c\\xE2\\x81\\xA7")
        #expect(FilePath("👩‍🚀 می‌خواهم").description == "👩‍🚀 می‌خواهم")
        #expect(FilePath(bytes: [0x61, 0xFF, 0x0A, 0xC3, 0xA4, 0xC3]).description == "a\\xFF\\x0Aä\\xC3")
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x2F, 0xC3, 0xA4], "a%FF/ä"), (Array("50%.jpg".utf8), "50%.jpg"),
            (Array("a%20b%41.jpg".utf8), "a%20b%41.jpg"), (Array("%25".utf8), "%2525"),
            (Array("caf%C3%A9 %c3%7F%F".utf8), "caf%25C3%25A9 %c3%7F%F"), (Array("%4%".utf8) + [0xFF], "%4%%FF"),
            (Array("a\n\u{7F}".utf8), "a\n\u{7F}"), ([0xED, 0xA0, 0x80], "%ED%A0%80"), ([0xC0, 0xAF], "%C0%AF"),
            ([], ""),
        ] as [([UInt8], String)])
    func escapedTextSaysAllBytes(_ bytes: [UInt8], _ text: String) {
        #expect(FilePath(bytes: bytes).escapedText == text)
        #expect(FilePath(escapedText: text)?.bytes == bytes)
    }

    @Test func anyBytesSurviveAsEscapedText() {
        // Bytes that begin characters, continue them and do neither, in every order.
        let alphabet: [UInt8] = [0x25, 0x30, 0x46, 0x80, 0xA4, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0x9F, 0xFF]
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &generator)]
            }
            let path = FilePath(bytes: bytes)
            #expect(FilePath(escapedText: path.escapedText) == path)
        }
    }

    @Test func escapedTextHasNoZeroByte() {
        #expect(FilePath(escapedText: "a\0b") == nil)
    }

    @Test func whatEarlierVersionsEscapedIsReadAsItWasMeant() {
        #expect(FilePath(escapedText: "50%25.jpg") == "50%.jpg")
        #expect(FilePath(escapedText: "50%25FF.jpg") == "50%FF.jpg")
    }
}
