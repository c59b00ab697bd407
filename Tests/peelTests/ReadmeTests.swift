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

    private var snippets: [String] {
        text.split(separator: "```swift\n").dropFirst().compactMap {
            $0.split(separator: "```", maxSplits: 1).first.map(String.init)
        }
    }

    @Test func theSnippetsOfTheLibrariesCompile() async throws {
        let snippets = snippets
        #expect(snippets.count == 3)
        for snippet in snippets {
            let result = try await SnippetCompiler().check(snippet, options: ["-parse-as-library"])
            #expect(result.succeeded, "\(result.log)")
            #expect(result.diagnostics.isEmpty, "\(result.log)")
        }
    }

    @Test func aSnippetThatIsWrongDoesNotCompile() async throws {
        let wrong = try #require(snippets.first).replacing("report.reason", with: "report.reasons")
        let result = try await SnippetCompiler().check(wrong, options: ["-parse-as-library"])
        #expect(!result.succeeded)
    }
}
