import TestSupport
import Testing

/// The races between camera, pipeline, model and recorder must not compile. Each snippet that is rejected stands beside
/// one that differs in the race alone and is accepted, so that it is the race that is rejected.
@Suite("Every race between camera, pipeline and model is a compile error")
struct RaceTests {
    private let compiler: SnippetCompiler

    init() async throws {
        compiler = try await SnippetCompiler()
    }

    private func check(_ rejected: String, because message: String, accepted: String) async throws {
        let race = try await compiler.check(rejected, options: ["-parse-as-library"])
        #expect(!race.succeeded)
        #expect(race.errors.contains { $0.message.contains(message) }, "\(race.log)")
        let right = try await compiler.check(accepted, options: ["-parse-as-library"])
        #expect(right.succeeded, "\(right.log)")
    }

    @Test func aFrameThatIsReadBesideThePipeline() async throws {
        try await check(
            """
            import Movies
            import SlitScan

            func lost(_ camera: any Camera) -> Int { camera.droppedFrames }
            """, because: "global actor 'CameraActor'-isolated property 'droppedFrames'",
            accepted: """
                import Movies
                import SlitScan

                func lost(_ camera: any Camera) async -> Int { await camera.droppedFrames }
                """)
    }

    @Test func thePipelineThatIsChangedFromTheScreenWithoutWaitingForIt() async throws {
        try await check(
            """
            import SlitScan

            @MainActor func drag(_ pipeline: CapturePipeline, _ config: ScanConfig) {
                pipeline.configure(config)
            }
            """, because: "global actor 'CameraActor'-isolated instance method 'configure' in a synchronous main actor",
            accepted: """
                import SlitScan

                @MainActor func drag(_ pipeline: CapturePipeline, _ config: ScanConfig) async {
                    await pipeline.configure(config)
                }
                """)
    }

    @Test func theModelThatTheCameraChanges() async throws {
        try await check(
            """
            import SlitScan

            @CameraActor func adjust(_ model: CaptureModel, _ client: CaptureClient) throws {
                var config = model.config
                config.slit = 0
                try model.configure(config, by: client)
            }
            """, because: "main actor-isolated",
            accepted: """
                import SlitScan

                @CameraActor func adjust(_ model: CaptureModel, _ client: CaptureClient) async throws {
                    var config = await model.config
                    config.slit = 0
                    try await model.configure(config, by: client)
                }
                """)
    }

    @Test func aFilterThatTwoTasksShare() async throws {
        try await check(
            """
            import SlitScan

            final class Filter {
                var scanner: SlitScanner
                init(_ scanner: consuming SlitScanner) { self.scanner = scanner }
            }

            func filter(_ filter: Filter) async {
                async let one: Void = { _ = try? filter.scanner.restart() }()
                async let two: Void = { _ = try? filter.scanner.restart() }()
                _ = await (one, two)
            }
            """, because: "risks causing data races",
            accepted: """
                import SlitScan

                @CameraActor final class Filter {
                    var scanner: SlitScanner
                    init(_ scanner: consuming SlitScanner) { self.scanner = scanner }
                    func restart() { _ = try? scanner.restart() }
                }

                func filter(_ filter: Filter) async {
                    async let one: Void = filter.restart()
                    async let two: Void = filter.restart()
                    _ = await (one, two)
                }
                """)
    }

    @Test func aFrameThatIsDrawnOnWhileTheRecorderHasIt() async throws {
        try await check(
            """
            import Movies
            import SlitScan

            func show(_ scanner: inout SlitScanner, _ frame: consuming MutableFrame, _ sink: any MovieSink) async throws {
                scanner.render(into: &frame)
                try await sink.write(.picture(frame.freeze(number: 0, time: 0)))
                scanner.render(into: &frame)
            }
            """, because: "'frame' used after consume",
            accepted: """
                import Movies
                import SlitScan

                func show(_ scanner: inout SlitScanner, _ frame: consuming MutableFrame, _ sink: any MovieSink) async throws {
                    scanner.render(into: &frame)
                    try await sink.write(.picture(frame.freeze(number: 0, time: 0)))
                }
                """)
    }

    @Test func aRecordersFileThatTwoRecordingsWriteTo() async throws {
        try await check(
            """
            import Movies
            import SlitScan

            final class OwnSink: MovieSink {
                var frames = 0
                func write(_ sample: MovieSample) async throws(ScanError) { frames += 1 }
                func finish() async throws(ScanError) {}
            }
            """, because: "stored property 'frames' of 'Sendable'-conforming class 'OwnSink' is mutable",
            accepted: """
                import Movies
                import SlitScan

                actor OwnSink: MovieSink {
                    var frames = 0
                    func write(_ sample: MovieSample) async throws(ScanError) { frames += 1 }
                    func finish() async throws(ScanError) {}
                }
                """)
    }

    @Test func aCameraOfSomebodysOwnThatCountsWithoutIsolation() async throws {
        try await check(
            """
            import Movies
            import SlitScan

            final class OwnCamera: Camera {
                nonisolated var count = 0
                let droppedFrames = 0
                func open() async throws(ScanError) -> CameraInfo { throw ScanError(.notRunning, "") }
                func next() async throws(ScanError) -> MovieSample? { nil }
                func close() async {}
            }
            """, because: "'nonisolated' cannot be applied to mutable stored properties",
            accepted: """
                import Movies
                import SlitScan

                final class OwnCamera: Camera {
                    var count = 0
                    let droppedFrames = 0
                    func open() async throws(ScanError) -> CameraInfo { throw ScanError(.notRunning, "") }
                    func next() async throws(ScanError) -> MovieSample? { nil }
                    func close() async {}
                }
                """)
    }
}
