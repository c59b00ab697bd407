import Synchronization
import TestSupport
import Testing

/// The errors that a photo app meets on its way off the main actor, and what mends each: every snippet that is rejected
/// stands beside the one that is accepted.
@Suite("What crosses an isolation boundary by mistake does not compile")
struct IsolationErrorTests {
    private let compiler: SnippetCompiler

    init() async throws {
        compiler = try await SnippetCompiler()
    }

    private func check(_ snippet: String) async throws -> SnippetCompiler.Result {
        try await compiler.check(snippet, options: ["-parse-as-library"])
    }

    /// A processor whose two children read a photo's colours, with an extractor from `stored` or from `used`.
    private func processor(stored: String, used: String) -> String {
        """
        import Imaging
        import Stickers

        struct Processor {
            \(stored)

            @concurrent
            func process(_ photo: Bitmap) async -> [PhotoColorScheme] {
                async let one = colors(of: photo)
                async let two = colors(of: photo)
                return await [one, two]
            }

            private func colors(of photo: Bitmap) async -> PhotoColorScheme {
                \(used).extract(from: photo, matte: nil)
            }
        }
        """
    }

    @Test
    func aStoredExtractorThatTwoAsyncLetsWouldShare() async throws {
        let result = try await check(
            processor(stored: "let colorExtractor = ColorExtractor()", used: "colorExtractor"))
        #expect(result.errors.map(\.line) == [9, 10], "\(result.log)")
        #expect(result.errors.allSatisfy { $0.message.contains("sending 'self' risks causing data races") })
    }

    @Test
    func isMendedByOneThatEachCallMakesForItself() async throws {
        let result = try await check(processor(stored: "", used: "ColorExtractor()"))
        #expect(result.succeeded, "\(result.log)")
        #expect(result.diagnostics.isEmpty)
    }

    /// A screen whose task group calls `child` for each name.
    private func screen(child: String) -> String {
        """
        import Stickers

        @MainActor final class Screen {
            var selection: [String] = []
            var strength = 0.5

            func processAll() async -> [Bool] {
                await withTaskGroup(of: Bool.self) { group in
                    for name in selection {
                        group.addTask { \(child) }
                    }
                    var results: [Bool] = []
                    for await result in group { results.append(result) }
                    return results
                }
            }
        }

        nonisolated func process(_ name: String, _ strength: Double) -> Bool { !name.isEmpty && strength > 0 }
        """
    }

    @Test
    func mainActorStateThatATaskGroupsChildReads() async throws {
        let result = try await check(screen(child: "process(name, self.strength)"))
        #expect(result.errors.map(\.line) == [10], "\(result.log)")
        let message = "main actor-isolated property 'strength' cannot be accessed from outside of the actor"
        #expect(result.errors.first?.message == message)
    }

    @Test
    func isMendedByACaptureListWhichReadsItBeforeTheChildStarts() async throws {
        let result = try await check(screen(child: "[strength] in process(name, strength)"))
        #expect(result.succeeded, "\(result.log)")
        #expect(result.diagnostics.isEmpty)
    }

    /// A screen whose button starts `task`.
    private func button(_ task: String) -> String {
        """
        @MainActor final class Screen {
            var count = 0

            func press() {
                \(task)
            }
        }

        nonisolated func work(_ count: Int) -> Int { count + 1 }
        """
    }

    @Test
    func aTaskThatAMainActorFunctionStartsRunsOnTheMainActor() async throws {
        let result = try await check(button("Task { count = work(count) }"))
        #expect(result.succeeded, "\(result.log)")
    }

    @Test
    func aConcurrentTaskDoesNotAndMayNotTouchMainActorState() async throws {
        let result = try await check(button("Task { @concurrent in count = work(1) }"))
        #expect(result.errors.map(\.line) == [5], "\(result.log)")
        let message = "main actor-isolated property 'count' can not be mutated from a nonisolated context"
        #expect(result.errors.first?.message == message)
    }

    @Test
    func itTakesWhatItReadsAlongAndGoesToTheMainActorForWhatItWrites() async throws {
        let result = try await check(
            button("Task { @concurrent [count] in let more = work(count); await MainActor.run { self.count = more } }"))
        #expect(result.succeeded, "\(result.log)")
        #expect(result.diagnostics.isEmpty)
    }

    @Test
    @MainActor
    func andItRunsWhileTheMainActorIsBusyWhichTheOtherOneWaitsFor() async {
        let inherited = Flag()
        let concurrent = Flag()
        let waiting = Task { inherited.raise() }
        let running = Task { @concurrent in concurrent.raise() }
        let end = ContinuousClock.now + .seconds(60)
        while !concurrent.isRaised, .now < end {}
        #expect(concurrent.isRaised)
        #expect(!inherited.isRaised)
        await running.value
        await waiting.value
        #expect(inherited.isRaised)
    }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}
