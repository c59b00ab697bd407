import Files
import Glibc
import Imaging
import Movies
import TestSupport
import Testing

@testable import SlitScan

/// Start, stop, settings, pictures, recordings and other cameras in random order, while frames come as fast as they go:
/// for the thread sanitizer. A hundred calls and two seconds, or `PEEL_SCAN_SECONDS`:
///
///     PEEL_SCAN_SECONDS=60 make test-sanitized FILTER=RandomOrderTests
@MainActor @Suite struct RandomOrderTests {
    private static let seconds = getenv("PEEL_SCAN_SECONDS").flatMap { Int(String(cString: $0)) } ?? 2

    private let folder = TemporaryFolder()
    private let clients = [CaptureClient("one"), CaptureClient("two")]

    @Test func `Any order of calls leaves the camera usable`() async throws {
        let model = CaptureModel(options: CaptureOptions(spoolFolder: folder.path, previewSide: 12)) { source in
            // Two formats, so that a change of camera begins another part now and then.
            let isWide = source.picture == .lavfi("wide")
            let size = isWide ? PixelSize(width: 40, height: 16) : PixelSize(width: 24, height: 18)
            return SyntheticCamera(format: VideoFormat(size: size), frameCount: nil)
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
            for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
        }
        #expect(refusals < calls)
        await model.stop()
        #expect(model.state == .off)
        // It still works.
        _ = try model.claim(clients[0], ifBusy: .takeOver)
        try await model.start(CaptureSource(.lavfi("small")), by: clients[0])
        try await model.beginScan(by: clients[0])
        while (model.snapshot?.resultSize.area ?? 0) == 0 { await Task.yield() }
        #expect(try await model.endScan(by: clients[0]).pictures.count >= 1)
        await model.stop()
    }

    private func call(_ model: CaptureModel, _ random: inout SeededGenerator) async throws {
        let client = clients[Int.random(in: 0...1, using: &random)]
        let source = CaptureSource(.lavfi(Bool.random(using: &random) ? "wide" : "small"))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try await model.start(source, by: client)
        case 1:
            // Two at once: the later one holds.
            async let first: Void = model.start(source, by: client)
            async let second: Void = model.start(source, by: client)
            _ = try await (first, second)
        case 2: try await model.stop(by: client)
        case 3: try await model.switchCamera(to: source, by: client)
        case 4: try await model.beginScan(by: client)
        case 5: _ = try await model.endScan(by: client)
        case 6: _ = try await model.picture()
        case 7: try await model.startRecording(to: TestSink().maker, by: client)
        case 8: try await model.stopRecording(by: client)
        case 9: _ = try model.claim(client, ifBusy: .takeOver)
        default: try model.configure(config(&random), by: client)
        }
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
