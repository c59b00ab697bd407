import Files
import Glibc
import Imaging
import Movies
import SlitScanTestSupport
import TestSupport
import Testing

@testable import SlitScan

/// Start, stop, settings, pictures, recordings and other cameras in random order, while frames come as fast as they go:
/// for the thread sanitizer. The cameras are synthetic ones and FFmpeg's, with sound; movies are written to memory or
/// to files. A hundred calls and two seconds, or `PEEL_SCAN_SECONDS`, which `make test-races` sets to a minute.
@MainActor @Suite struct RandomOrderTests {
    private static let seconds = getenv("PEEL_SCAN_SECONDS").flatMap { Int(String(cString: $0)) } ?? 2

    private let folder = TemporaryFolder()
    private let clients = [CaptureClient("one"), CaptureClient("two")]

    @Test func anyOrderOfCallsLeavesTheCameraUsable() async throws {
        let model = CaptureModel(options: CaptureOptions(spoolFolder: folder.path, previewSide: 12)) { source in
            // Formats differ, so that a change of camera begins another part now and then.
            switch source.picture {
            case .lavfi("wide"):
                SyntheticCamera(format: VideoFormat(size: PixelSize(width: 40, height: 16)), frameCount: nil)
            case .lavfi("small"):
                SyntheticCamera(format: VideoFormat(size: PixelSize(width: 24, height: 18)), frameCount: nil)
            default: MovieCamera(source)
            }
        }
        var random = SeededGenerator(seed: 2026)
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var calls = 0
        var refusals = 0
        while calls < 100 || ContinuousClock.now < end {
            calls += 1
            do {
                try await call(model, &random)
            } catch is ScanError {
                // What is asked for is often not the time yet: a stop without a start, another client's camera.
                refusals += 1
            }
            await Task.yield(times: Int.random(in: 0...20, using: &random))
        }
        #expect(refusals < calls)
        await model.stop()
        #expect(model.state == .off)
        // It still works.
        _ = try model.claim(clients[0], ifBusy: .takeOver)
        try await model.start(CaptureSource(.lavfi("small")), by: clients[0])
        _ = try await model.beginScan(by: clients[0])
        // The result's size says nothing of frames: but for a strip, it is known before the first one.
        let frames = model.snapshot?.frames ?? 0
        await untilObserved { (model.snapshot?.frames ?? 0) > frames + 1 }
        #expect(try await model.endScan(by: clients[0]).pictures.count >= 1)
        await model.stop()
    }

    private func call(_ model: CaptureModel, _ random: inout SeededGenerator) async throws {
        let client = clients[Int.random(in: 0...1, using: &random)]
        let source = Self.sources[Int.random(in: 0..<Self.sources.count, using: &random)]
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try await model.start(source, by: client)
        case 1:
            // Two at once: the later one holds.
            async let first: Void = model.start(source, by: client)
            async let second: Void = model.start(source, by: client)
            _ = try await (first, second)
        case 2: try await model.stop(by: client)
        case 3: try await model.switchCamera(to: source, by: client)
        case 4: _ = try await model.beginScan(by: client)
        case 5: _ = try await model.endScan(by: client)
        case 6: _ = try await model.picture()
        case 7: try await model.startRecording(to: sinks(&random), by: client)
        case 8: try await model.stopRecording(by: client)
        case 9: _ = try model.claim(client, ifBusy: .takeOver)
        default: try model.configure(config(&random), by: client)
        }
    }

    private static let sources = [
        CaptureSource(.lavfi("wide")), CaptureSource(.lavfi("small")),
        CaptureSource(.lavfi("testsrc2=size=24x18:rate=25;sine"), sound: .own),
        CaptureSource(.lavfi("testsrc2=size=40x16:rate=25"), sound: .lavfi("sine=sample_rate=48000")),
    ]

    private func sinks(_ random: inout SeededGenerator) -> MovieSinkMaker {
        let container: MovieSettings.Container? = [nil, .mp4, .webm].randomElement(using: &random) ?? nil
        guard let container else { return TestSink().maker }
        let settings = MovieSettings(container: container, hasSound: Bool.random(using: &random))
        return settings.sinks(at: folder.path.appending(FilePath("movie.\(container.rawValue)")))
    }

    private func config(_ random: inout SeededGenerator) -> ScanConfig {
        var config = ScanConfig(mode: ScanConfig.Mode.allCases.randomElement(using: &random) ?? .strip)
        config.axis = Bool.random(using: &random) ? .rows : .columns
        config.direction = Bool.random(using: &random) ? .forward : .backward
        config.slit = Double.random(in: 0...1, using: &random)
        config.width = Int.random(in: 1...5, using: &random)
        config.speed = config.mode == .strip ? 0.5 : Double.random(in: 0.5...3, using: &random)
        config.length = Bool.random(using: &random) ? Int.random(in: 1...30, using: &random) : nil
        config.isMirrored = Bool.random(using: &random)
        return config
    }
}
