import TestSupport
import Testing

/// What would be a data race must not compile. Each snippet that is rejected stands beside one that differs in the
/// race alone and is accepted, so that it is the race that is rejected.
@Suite("Every data race is a compile error")
struct DataRaceTests {
    private let compiler: SnippetCompiler

    init() async throws {
        compiler = try await SnippetCompiler()
    }

    @Test
    func twoTasksThatShareAColorExtractor() async throws {
        let result = try await compiler.check(
            """
            import Imaging
            import Stickers

            func schemes(_ first: Bitmap, _ second: Bitmap) async -> [PhotoColorScheme] {
                let extractor = ColorExtractor()
                async let one = extractor.extract(from: first, matte: nil)
                async let two = extractor.extract(from: second, matte: nil)
                return await [one, two]
            }
            """)
        #expect(!result.succeeded)
        #expect(result.errors.count == 1, "\(result.log)")
        #expect(result.errors.first?.line == 6)
        #expect(result.errors.first?.message.contains("sending 'extractor' risks causing data races") == true)
        #expect(result.diagnostics.contains { $0.severity == .note && $0.line == 7 }, "\(result.log)")
    }

    @Test
    func isAcceptedWithAnExtractorForEachTask() async throws {
        let result = try await compiler.check(
            """
            import Imaging
            import Stickers

            func schemes(_ first: Bitmap, _ second: Bitmap) async -> [PhotoColorScheme] {
                async let one = ColorExtractor().extract(from: first, matte: nil)
                async let two = ColorExtractor().extract(from: second, matte: nil)
                return await [one, two]
            }
            """)
        #expect(result.succeeded, "\(result.log)")
        #expect(result.diagnostics.isEmpty)
    }

    @Test
    func anExtractorInAGlobalVariableAndOneSentAlongWhileItIsStillUsed() async throws {
        let global = try await compiler.check(
            """
            import Stickers

            let shared = ColorExtractor()
            """, options: ["-parse-as-library"])
        #expect(global.errors.count == 1, "\(global.log)")
        #expect(global.errors.first?.message.contains("not concurrency-safe") == true)

        let sent = try await compiler.check(
            """
            import Imaging
            import Stickers

            func scheme(_ bitmap: Bitmap) async -> PhotoColorScheme {
                let extractor = ColorExtractor()
                Task.detached { extractor.extract(from: bitmap, matte: nil) }
                return extractor.extract(from: bitmap, matte: nil)
            }
            """)
        #expect(sent.errors.count == 1, "\(sent.log)")
        #expect(sent.errors.first?.message.contains("risks causing data races") == true)
    }

    @Test
    func mainActorStateReadInASendableClosure() async throws {
        let result = try await compiler.check(
            """
            import Stickers

            @MainActor final class Screen {
                var schemes: [PhotoColorScheme] = []
            }

            func counter(of screen: Screen) -> @Sendable () -> Int {
                { screen.schemes.count }
            }
            """)
        #expect(!result.succeeded)
        #expect(result.errors.count == 1, "\(result.log)")
        #expect(result.errors.first?.line == 8)
        let message = "main actor-isolated property 'schemes' can not be referenced from a Sendable closure"
        #expect(result.errors.first?.message.contains(message) == true)
    }

    @Test
    func isAcceptedWhereTheClosureGoesToTheMainActorForIt() async throws {
        let result = try await compiler.check(
            """
            import Stickers

            @MainActor final class Screen {
                var schemes: [PhotoColorScheme] = []
            }

            func counter(of screen: Screen) -> @Sendable () async -> Int {
                { await screen.schemes.count }
            }
            """)
        #expect(result.succeeded, "\(result.log)")
        #expect(result.diagnostics.isEmpty)
    }

    @Test
    func valuesCrossFreely() async throws {
        let result = try await compiler.check(
            """
            import Imaging
            import Stickers

            func needsSendable(_: some Sendable) {}

            func cross(
                _ bitmap: Bitmap, _ matte: Matte, _ photo: ProcessedPhoto, _ scheme: PhotoColorScheme, _ style: StickerStyle
            ) {
                needsSendable((bitmap, matte, photo, scheme, style))
            }
            """)
        #expect(result.succeeded, "\(result.log)")
    }
}
