import Files
import Glibc
import Imaging
import Movies
import Observation
import SlitScanTestSupport
import TestSupport
import Testing

@testable import SlitScan

@MainActor @Suite struct CaptureModelTests {
    let folder = TemporaryFolder()
    let source = SyntheticFrames(format: .small)
    let me = CaptureClient("me")
    let other = CaptureClient("other")

    private func model(_ cameras: [String: any Camera]) -> CaptureModel {
        CaptureModel(options: CaptureOptions(spoolFolder: folder.path, previewSide: 16)) { source throws(ScanError) in
            guard case .lavfi(let name) = source.picture, let camera = cameras[name] else {
                throw ScanError(.movie(.notReadable), "cannot read \(source): there is no such camera")
            }
            return camera
        }
    }

    /// Waits until what the model shows is as wanted.
    private func wait(_ model: CaptureModel, until matches: @escaping @MainActor (CaptureModel) -> Bool) async {
        while !matches(model) {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = (model.state, model.snapshot?.frames)
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }

    @Test func aCameraThatWasUnpluggedHasFailedSaysWhyAndCanBeStartedAgain() async throws {
        let model = model(["a": LooseCamera()])
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        await wait(model) { if case .failed = $0.state { true } else { false } }
        #expect(model.state == .failed(ScanError(.movie(.unplugged), "the camera was unplugged")))
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        await wait(model) { $0.snapshot?.frames ?? 0 > 5 }
        #expect(model.state == .ready)
        await model.stop()
    }

    @Test(.timeLimit(.minutes(10)))
    func fromStartingOverReadyCapturingAndRecordingToTheEnd() async throws {
        let camera = FedCamera.make(.small)
        let model = model(["a": camera])
        #expect(model.state == .off)
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        #expect(model.state == .ready)
        #expect(model.info?.format == .small)
        _ = await camera.bring(.picture(try await source.frame(0)))
        await wait(model) { $0.snapshot?.frames == 1 }
        #expect(model.state == .ready)
        #expect(model.snapshot?.preview?.frame.size == PixelSize(width: 16, height: 11))

        _ = try await model.beginScan(by: me)
        _ = await camera.bring(.picture(try await source.frame(1)))
        await wait(model) { $0.state == .capturing }
        #expect(model.snapshot?.resultSize == PixelSize(width: 1, height: 16))

        let sink = TestSink()
        try await model.startRecording(to: sink.maker, by: me)
        _ = await camera.bring(.picture(try await source.frame(2)))
        await wait(model) { $0.state == .recording }
        #expect(try await model.stopRecording(by: me).frames == 1)
        // Also while no frame comes.
        await wait(model) { $0.state == .capturing }
        _ = await camera.bring(.picture(try await source.frame(3)))
        await wait(model) { $0.snapshot?.frames == 4 }
        #expect(try await model.endScan(by: me).pictures[0].size.width == 3)
        await camera.close()
        await wait(model) { $0.state == .ended }
        try await model.stop(by: me)
        #expect(model.state == .off)
        #expect(model.info == nil)
    }

    @Test func withoutPreviewsEveryFrameIsRecordedAndScannedAndNoPreviewIsMade() async throws {
        let model = model(["a": SyntheticCamera(format: .small, frameCount: 40)])
        let sink = TestSink()
        try await model.start(
            CaptureSource(.lavfi("a")), by: me, showsPreview: false, beginsScan: true, recording: sink.maker)
        await wait(model) { $0.state == .ended }
        #expect(model.snapshot?.preview == nil)
        #expect(await sink.numbers == Array(0..<40))
        #expect(model.snapshot?.lastRecording?.frames == 40)
        #expect(model.snapshot?.recording == nil)
        #expect(try await model.endScan(by: me).pictures.map(\.size) == [PixelSize(width: 40, height: 16)])
        #expect(model.options.previewSide == 16, "the next start has previews again")
        try await model.stop(by: me)
    }

    @Test func aCameraThatCannotBeOpenedIsSaidAndCanBeTriedAgain() async throws {
        let model = model(["a": SyntheticCamera(format: .small, frameCount: 3)])
        let error = await #expect(throws: ScanError.self) {
            try await model.start(CaptureSource(.lavfi("b")), by: me)
        }
        #expect(model.state == .failed(try #require(error)))
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        await wait(model) { $0.state == .ended }
        #expect(model.snapshot?.frames == 3)
    }

    @Test func theConfigIsTheModelsAndStaysWhenTheCameraStops() async throws {
        let camera = FedCamera.make(.small)
        let model = model(["a": camera, "b": SyntheticCamera(format: .small, frameCount: 2)])
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        var config = model.config
        // A slider that is dragged: the newest holds at the next frame, and none overtakes another.
        for step in 0...1000 {
            config.slit = Double(step) / 1000
            try model.configure(config, by: me)
            #expect(model.config == config)
        }
        #expect(throws: ScanError.self) {
            config.width = 0
            try model.configure(config, by: me)
        }
        config.width = 1
        #expect(model.config == config)
        // Two frames: the first may come before the pipeline has the settings.
        for n in 0..<2 {
            _ = await camera.bring(.picture(try await source.frame(n)))
            await wait(model) { $0.snapshot?.frames == n + 1 }
        }
        for n in 2..<100 where model.activeConfig != config {
            _ = await camera.bring(.picture(try await source.frame(n)))
            await wait(model) { $0.snapshot?.frames == n + 1 }
        }
        #expect(model.activeConfig == config)
        try await model.stop(by: me)
        #expect(model.config == config)
        try await model.start(CaptureSource(.lavfi("b")), by: me)
        await wait(model) { $0.state == .ended }
        #expect(model.activeConfig == config)
    }

    @Test func oneCameraIsOneInstanceAnotherClientWatchesTakesOverOrIsTold() async throws {
        let model = model(["a": FedCamera.make(.small)])
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        #expect(model.controller == me)
        let busy = #expect(throws: ScanError.self) { try model.claim(other, ifBusy: .refuse) }
        #expect(busy?.code == .busy)
        #expect(try model.claim(other, ifBusy: .watch) == .watches)
        let refused = #expect(throws: ScanError.self) { try model.configure(ScanConfig(mode: .map), by: other) }
        #expect(refused?.code == .notInControl)
        await #expect(throws: ScanError.self) { try await model.stop(by: other) }
        #expect(model.state == .ready)
        #expect(try model.claim(other, ifBusy: .takeOver) == .controls)
        #expect(throws: ScanError.self) { try model.configure(ScanConfig(mode: .map), by: me) }
        try model.configure(ScanConfig(mode: .map), by: other)
        model.release(me)
        #expect(model.controller == other)
        model.release(other)
        try await model.stop(by: me)
        #expect(model.controller == me)
    }

    @Test func aStartDuringAnotherOneTakesItsPlace() async throws {
        let slow = SlowCamera()
        let model = model(["slow": slow, "a": FedCamera.make(.small)])
        let first = Task { () -> ScanError? in
            do throws(ScanError) {
                try await model.start(CaptureSource(.lavfi("slow")), by: me)
                return nil
            } catch {
                return error
            }
        }
        await slow.isOpening()
        #expect(model.state == .starting)
        try await model.start(CaptureSource(.lavfi("a")), by: me)
        #expect(model.state == .ready)
        await slow.letGo()
        #expect(await first.value?.code == .notRunning)
        #expect(model.state == .ready)
        #expect(model.source == CaptureSource(.lavfi("a")))
        #expect(await slow.isClosed)
        await model.stop()
    }

    @Test func aDeviceThatIsStartedAgainWhileItOpensIsClosedBeforeItIsOpenedAgain() async throws {
        let (slow, openings) = (SlowCamera(), Openings())
        let model = CaptureModel(options: CaptureOptions(spoolFolder: folder.path)) { _ throws(ScanError) in
            openings.wereClosed.append(slow.isClosed)
            return openings.wereClosed.count == 1 ? slow : FedCamera.make(.small)
        }
        let device = CaptureSource(.device("/dev/video7"))
        let first = Task { try? await model.start(device, by: me) }
        await slow.isOpening()
        try await model.stop(by: me)
        #expect(model.state == .off)
        let second = Task.immediate { try await model.start(device, by: me) }
        await slow.letGo()
        try await second.value
        #expect(model.state == .ready)
        #expect(await openings.wereClosed == [false, true])
        await first.value
        await model.stop()
    }

    @Test func startingAndStoppingAHundredTimesLeavesNothingBehind() async throws {
        let cameras = Watched(0)
        func round() async throws {
            let camera = CountedCamera(cameras)
            let own = model(["a": camera])
            try await own.start(CaptureSource(.lavfi("a")), by: me)
            _ = try await own.beginScan(by: me)
            try await own.startRecording(to: TestSink().maker, by: me)
            await wait(own) { ($0.snapshot?.frames ?? 0) >= 3 }
            await own.stop()
            #expect(own.session == nil)
        }
        for _ in 0..<100 { try await round() }
        // Tasks let go of what they hold on their own threads: a pipeline goes, and with it its camera.
        await cameras.until { $0 == 100 }
        let after = try resources()
        #expect(after.spoolFiles <= 1, "that of the last pipeline may be closed in this moment")
        #expect(after.cameraThreads == 1)
        #expect(try folder.path.names() == [])
    }

    private func destination(of link: FilePath) -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = link.withCString { readlink($0, &path, path.count) }
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private struct Resources {
        var spoolFiles: Int
        var cameraThreads: Int
    }

    /// What this process has of the camera; the tests beside this one have files and threads of their own.
    private func resources() throws -> Resources {
        let files = FilePath("/proc/self/fd")
        let spools = try files.names().count { name in
            destination(of: files.appending(name)).hasPrefix(folder.path.description)
        }
        let tasks = FilePath("/proc/self/task")
        let cameras = try tasks.names().count { task in
            let name = try? tasks.appending(task).appending("comm").readBytes()
            return name.map { String(decoding: $0, as: UTF8.self).hasPrefix("peel-camera") } ?? false
        }
        return Resources(spoolFiles: spools, cameraThreads: cameras)
    }
}

/// A camera that counts its end.
private final class CountedCamera: Camera {
    private let camera = SyntheticCamera(format: .small, frameCount: nil)
    private let end: CountedEnd

    nonisolated init(_ ends: Watched<Int>) { end = CountedEnd(ends) }

    let droppedFrames = 0
    func open() -> CameraInfo { camera.open() }
    func close() { camera.close() }
    func next() async throws(ScanError) -> MovieSample? { try await camera.next() }
}

/// A camera that is unplugged after two frames, and works when it is started again.
private final class LooseCamera: Camera {
    private let camera = SyntheticCamera(format: .small, frameCount: nil)
    private var openings = 0
    private var count = 0

    nonisolated init() {}

    let droppedFrames = 0

    func open() -> CameraInfo {
        openings += 1
        count = 0
        return camera.open()
    }

    func close() { camera.close() }

    func next() async throws(ScanError) -> MovieSample? {
        guard openings > 1 || count < 2 else { throw ScanError(.movie(.unplugged), "the camera was unplugged") }
        count += 1
        return try await camera.next()
    }
}

/// What is seen each time a camera is made.
@CameraActor private final class Openings {
    var wereClosed: [Bool] = []

    nonisolated init() {}
}

/// A camera that takes its time to open.
private final class SlowCamera: Camera {
    private let gate = AsyncStream.makeStream(of: Void.self)
    private let opening = AsyncStream.makeStream(of: Void.self)
    private(set) var isClosed = false

    nonisolated init() {}

    let droppedFrames = 0

    func open() async -> CameraInfo {
        opening.continuation.finish()
        for await _ in gate.stream {}
        return CameraInfo(name: "a slow camera", format: .small, isLive: true)
    }

    func next() async throws(ScanError) -> MovieSample? { nil }
    func close() { isClosed = true }

    func isOpening() async { for await _ in opening.stream {} }
    func letGo() { gate.continuation.finish() }
}
