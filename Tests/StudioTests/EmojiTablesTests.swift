import Foundation
import StudioPages
import Testing

@testable import StickerPacks

/// `Web/emoji/names`: what the page's picker offers.
struct EmojiTablesTests {
    private static let languages = names(in: "/languages/")

    @Test(arguments: languages)
    func everyLanguageNamesTheSameEmojiAndPacksTakeEachAsItIs(_ language: String) throws {
        let table = try table(language)
        let emoji = table.filter { $0.key != "tones" }.flatMap(\.value.keys)
        #expect(emoji.count > 1800 && Set(emoji).count == emoji.count)
        #expect(emoji.filter { $0.qualifiedEmoji != $0 } == [])
        #expect(table.mapValues { Set($0.keys) } == (try self.table("en")).mapValues { Set($0.keys) })
        // The browser names regions.
        let unnamed = table.values.joined().filter { $0.value.isEmpty }
        #expect(unnamed.allSatisfy { $0.key.unicodeScalars.count == 2 } && unnamed.count == 258)
    }

    @Test func eachLanguageOfThePageHasATable() {
        #expect(Self.languages.count == 9 && Self.names(in: "/emoji/names/") == Self.languages)
    }

    private func table(_ language: String) throws -> [String: [String: String]] {
        let page = try #require(StudioPage.all.first { $0.path == "/emoji/names/\(language).json" })
        return try JSONDecoder().decode([String: [String: String]].self, from: Data(page.bytes))
    }

    private static func names(in folder: String) -> [String] {
        StudioPage.all.map(\.path).filter { $0.hasPrefix(folder) && $0.hasSuffix(".json") }
            .map { String($0.dropFirst(folder.count).dropLast(5)) }
    }
}
