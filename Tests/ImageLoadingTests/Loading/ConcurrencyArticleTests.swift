import Files
import TestSupport
import Testing

/// The code in `Concurrency.md` is code: it compiles, and what is shown as an error is one.
@Suite struct ConcurrencyArticleTests {
    /// What the article's code takes for granted.
    private static let context = """
        import Foundation
        import ImageLoading
        import Imaging
        import Synchronization

        let loader = ImageLoader()
        let url = URL(filePath: "/")
        func isWanted() async throws -> Bool { true }
        func display(_ picture: Bitmap) {}
        func explain(_ error: ImageLoaderError) {}
        func store(_ bytes: [UInt8]) {}

        final class SharedIterator: Sendable {
            private let rest: Mutex<[URL]>
            init(_ urls: [URL]) { rest = Mutex(urls.reversed()) }
            func next() -> URL? { rest.withLock { $0.popLast() } }
        }

        """

    /// The article's pieces of code, in their order.
    private static var snippets: [String] {
        get throws {
            let checkout = FilePath(#filePath).parent.parent.parent.parent
            let article = checkout.appending("Sources/ImageLoading/ImageLoading.docc/Concurrency.md")
            let parts = String(decoding: try article.readBytes(), as: UTF8.self).split(separator: "```swift\n")
            return parts.dropFirst().compactMap { $0.split(separator: "```", maxSplits: 1).first.map(String.init) }
        }
    }

    @Test func theArticlesCodeCompilesAndItsErrorsAreErrors() async throws {
        let compiler = try await SnippetCompiler()
        var accepted = 0
        var rejected = 0
        for snippet in try Self.snippets {
            let expected = snippet.split(separator: "// error: ", maxSplits: 1).dropFirst().first
            let body = expected == nil ? snippet : "func rejected(_ images: [Bitmap]) async {\n\(snippet)}"
            let result = try await compiler.check(Self.context + body, options: ["-parse-as-library"])
            if let message = expected?.prefix(while: { !$0.isNewline }) {
                #expect(result.errors.first?.message == String(message), "\(snippet)\n\(result.log)")
                rejected += 1
            } else {
                #expect(result.succeeded, "\(snippet)\n\(result.log)")
                #expect(result.diagnostics.isEmpty, "\(snippet)\n\(result.log)")
                accepted += 1
            }
        }
        #expect(accepted == 6)
        #expect(rejected == 1)
    }
}
