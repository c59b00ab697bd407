import Files
import TestSupport
import Testing

/// What the README shows is what there is.
@Suite struct ReadmeTests {
    private let text: String

    init() throws {
        let readme = FilePath(#filePath).parent.parent.parent.appending("README.md")
        text = String(decoding: try readme.readBytes(), as: UTF8.self)
    }

    private func block(_ language: String) throws -> String {
        let parts = text.split(separator: "```\(language)\n", maxSplits: 1)
        let rest = try #require(parts.dropFirst().first)
        return String(try #require(rest.split(separator: "```", maxSplits: 1).first))
    }

    @Test func theSnippetOfTheLibraryCompiles() async throws {
        let result = try await SnippetCompiler().check(block("swift"), options: ["-parse-as-library"])
        #expect(result.succeeded, "\(result.log)")
        #expect(result.diagnostics.isEmpty, "\(result.log)")
    }

    @Test func aSnippetThatIsWrongDoesNotCompile() async throws {
        let wrong = try block("swift").replacing("processed.sticker", with: "processed.stickerr")
        let result = try await SnippetCompiler().check(wrong, options: ["-parse-as-library"])
        #expect(!result.succeeded)
    }
}
