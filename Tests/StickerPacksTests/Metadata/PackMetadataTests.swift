import Files
import TestSupport
import Testing

@testable import StickerPacks

/// What is read of `stickers.json`, and which rule a bad one breaks in which line.
struct PackMetadataTests {
    private let folder = TemporaryFolder()

    private func read(_ text: String) throws -> PackMetadata {
        try folder.write(text, to: "stickers.json")
        return try PackMetadata(readingFrom: folder.path.appending("stickers.json"))
    }

    private func error(_ text: String) throws -> PackError {
        try #require(throws: PackError.self) { try read(text) }
    }

    @Test func allOfItIsRead() throws {
        let metadata = try read(
            """
            {
              "title": "Cats", "author": "Ada", "emoji": ["🐱", "❤️👍🏽"],
              "stickers": {
                "mia.jpg": {"emoji": "😺 🐈", "title": "Mia \\u0022M\\u0022", "text": "Asleep \\ud83d\\ude3a"},

                "a/tom.jpg": {"emoji": null}
              }
            }
            """)
        #expect(metadata.title == "Cats" && metadata.author == "Ada" && metadata.emoji == ["🐱", "❤️", "👍🏽"])
        #expect(metadata.photos.map(\.name) == ["mia.jpg", "a/tom.jpg"] && metadata.photos.map(\.line) == [4, 6])
        #expect(
            metadata.photos[0].sticker
                == StickerMetadata(emoji: ["😺", "🐈"], title: "Mia \"M\"", text: "Asleep 😺"))
        #expect(metadata.photos[1].sticker == StickerMetadata())
        let empty = try read("\u{FEFF}{}\n")
        #expect(empty.title == nil && empty.author == nil && empty.emoji == nil && empty.photos.isEmpty)
    }

    @Test(arguments: [
        ("", 1, "unexpected end of file; expected a value"),
        ("[]", 1, "the file must be an object"),
        ("{\n\"title\": 7}", 2, "title must be a text in double quotes"),
        ("{\n\n\"titel\": \"a\"}", 3, "unknown name 'titel'; did you mean 'title'?"),
        ("{\"title\": \"a\"\n\"author\": \"b\"}", 2, "unexpected '\"'; expected , or }"),
        ("{\"title\": \"a\",\n\"title\": \"b\"}", 2, "duplicate name 'title', first in line 1"),
        ("{\"title\": \" \"}", 1, "title is empty: leave it out"),
        ("{\"title\": \"a\\nb\"}", 1, "title must be one line"),
        ("{\"title\": \"a\nb\"}", 1, "unexpected end of line"),
        ("{\"title\": \"a", 1, "unexpected end of file"),
        ("{\"title\": \"\\ud83d\"}", 1, "half of a surrogate pair"),
        ("{\"title\": \"\\q\"}", 1, "expected one of"),
        ("{\"title\": \"a\"} x", 1, "unexpected 'x' after the document"),
        ("{\"title\": 01}", 1, "unexpected '0'; expected a value"),
        ("{\"emoji\": \"cat\"}", 1, "emoji must have only emoji, not 'cat'"),
        ("{\"emoji\": [\"🐱\",\n7]}", 2, "emoji must have only emoji, not something else"),
        ("{\"emoji\": []}", 1, "emoji must have 1 to 20 emoji, not 0"),
        ("{\"stickers\": {\n\"a.jpg\": \"🐱\"}}", 2, "the entry of a photo must be an object"),
        (
            "{\"stickers\": {\"a.jpg\": {\n\"emojis\": \"🐱\"}}}", 2,
            "unknown name 'emojis'; did you mean 'emoji'?"
        ),
        ("{\"stickers\":\n[]}", 2, "stickers must be an object"),
        ("{a: 1}", 1, "unexpected 'a'; expected a name in double quotes"),
    ])
    func aBadFileIsRefusedWithTheLineAndTheRule(_ text: String, _ line: Int, _ words: String) throws {
        let error = try error(text)
        #expect(error.code == .badMetadata(line: line), "\(error)")
        #expect(error.description.hasPrefix("\(folder.path)/stickers.json, line \(line): "), "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func whatIsReadIsBounded() throws {
        let longest = String(repeating: "ä", count: PackMetadata.longestText)
        #expect(try read("{\"title\": \"\(longest)\"}").title == longest)
        #expect(try error("{\"title\": \"\(longest)a\"}").description.contains("1001 characters; at most 1000"))
        let twenty = String(repeating: "🐱", count: 20)
        #expect(try read("{\"emoji\": \"\(twenty)\"}").emoji?.count == 20)
        #expect(try error("{\"emoji\": \"\(twenty)🐱\"}").description.contains("1 to 20 emoji, not 21"))
        let deep = String(repeating: "[", count: 200_000)
        #expect(try error("{\"stickers\": \(deep)").description.contains("values are nested more than 8 deep"))
        let many = "[" + String(repeating: "0,", count: 500_001) + "0]"
        #expect(try error("{\"stickers\": \(many)}").description.contains("the file has too many values"))
        try folder.write([UInt8](repeating: 0x20, count: PackMetadata.largestFile + 1), to: "large.json")
        let large = #expect(throws: PackError.self) {
            try PackMetadata(readingFrom: folder.path.appending("large.json"))
        }
        guard case .file(.tooManyBytes) = large?.code else { return #expect(Bool(false), "\(large as Any)") }
        try folder.write([0x7B, 0x0A, 0x22, 0xFF, 0x22], to: "latin.json")
        let latin = #expect(throws: PackError.self) {
            try PackMetadata(readingFrom: folder.path.appending("latin.json"))
        }
        #expect(latin?.description.contains("the text is not UTF-8") == true)
    }
}
