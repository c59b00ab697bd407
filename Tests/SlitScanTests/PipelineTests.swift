import Files
import Imaging
import Movies
import SlitScanTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SlitScan

@Suite struct PipelineTests {
    let folder = TemporaryFolder()
    var options: CaptureOptions { CaptureOptions(spoolFolder: folder.path, previewSide: nil) }
    let source = SyntheticFrames(format: .small)

    @Test func aCamerasFramesBecomeAStripAndItsFileIsAPicture() async throws {
        var config = ScanConfig()
        config.width = 2
        let camera = SyntheticCamera(format: .small, frameCount: 150)
        let pipeline = try await CapturePipeline(camera, config: config, options: options)
        try await pipeline.beginScan()
        try await pipeline.run()
        let result = try await pipeline.endScan()
        #expect(result.metadata.frames == 150)
        #expect(result.metadata.changes == [ScanMetadata.Change(frame: 0, config: config)])
        let picture = try #require(result.pictures.first)
        #expect(picture.size == PixelSize(width: 300, height: 16))
        let path = folder.path.appending("strip.png")
        try await picture.writePNG(to: path)
        let bitmap = try ImageSource(path.readBytes()).decode()
        #expect(bitmap.size == picture.size)
        for n in [0, 1, 63, 64, 149] {
            let frame = try await source.frame(n).bitmap(of: PixelRect(x: 11, y: 0, width: 2, height: 16))
            #expect(bitmap.cropped(to: PixelRect(x: 2 * n, y: 0, width: 2, height: 16)) == frame)
        }
        // Nothing but the picture is in the folder.
        #expect(try folder.path.names() == ["strip.png"])
    }

    @Test func aChangeTakesEffectAtAFrameBoundaryAndTheMetadataHasTheFramesNumber() async throws {
        let camera = FedCamera.make(.small)
        var config = ScanConfig()
        let pipeline = try await CapturePipeline(camera, config: config, options: options)
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        for n in 0..<10 {
            if n == 4 || n == 7 {
                for slit in [0.1, 0.2, 0.25 + Double(n) / 100] {
                    config.slit = slit
                    await pipeline.configure(config)
                }
            }
            if n == 8 { await pipeline.configure(config) }
            _ = await camera.bring(.picture(try await source.frame(n)))
            #expect(await snapshots.next { $0.frames == n + 1 }?.config == config)
        }
        await camera.close()
        try await running
        let changes = try await pipeline.endScan().metadata.changes
        // The newest of three, and an equal one is none.
        #expect(changes.map(\.frame) == [0, 4, 7])
        #expect(changes.map(\.config.slit) == [0.5, 0.29, 0.32])
    }

    @Test func settingsThatAreRefusedChangeNothingAndSayWhy() async throws {
        let camera = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(mode: .delay), options: options)
        var snapshots = SnapshotReader(pipeline)
        async let running: Void = pipeline.run()
        var config = ScanConfig(mode: .delay)
        config.length = 1_000_000
        config.axis = .rows
        var limited = options
        limited.historyBytes = 1 << 20
        await pipeline.configure(config)
        config.length = 1 << 19
        _ = await camera.bring(.picture(try await source.frame(0)))
        let snapshot = await snapshots.next { $0.frames == 1 }
        // 576 bytes a frame: more than a gibibyte holds would be 1.8 million frames.
        #expect(snapshot?.refusedConfig == nil)
        await camera.close()
        try await running

        let small = FedCamera.make(.small)
        let bounded = try await CapturePipeline(small, config: ScanConfig(mode: .delay), options: limited)
        var others = SnapshotReader(bounded)
        async let again: Void = bounded.run()
        await bounded.configure(config)
        _ = await small.bring(.picture(try await source.frame(0)))
        let refused = await others.next { $0.frames == 1 }
        #expect(refused?.refusedConfig?.code == .historyTooLong)
        #expect(refused?.config == ScanConfig(mode: .delay))
        await small.close()
        try await again
    }

    @Test func anotherAxisOrModeBeginsAnotherPicture() async throws {
        let camera = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        var config = ScanConfig()
        for n in 0..<9 {
            if n == 3 { config.axis = .rows }
            if n == 7 { config = ScanConfig(mode: .sweep) }
            await pipeline.configure(config)
            _ = await camera.bring(.picture(try await source.frame(n)))
            _ = await snapshots.next { $0.frames == n + 1 }
        }
        let result = try await pipeline.endScan()
        #expect(
            result.pictures.map(\.size) == [
                PixelSize(width: 3, height: 16), PixelSize(width: 24, height: 4), PixelSize(width: 24, height: 16),
            ])
        await camera.close()
        try await running
    }

    @Test func aPictureWhileTheScanGoesOnDoesNotChangeAfterwards() async throws {
        let camera = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        async let running: Void = pipeline.run()
        await #expect(throws: ScanError.self) { try await pipeline.pictureNow() }
        try await pipeline.beginScan()
        for n in 0..<3 { _ = await camera.bring(.picture(try await source.frame(n))) }
        _ = await snapshots.next { $0.frames == 3 }
        let early = try await pipeline.pictureNow()
        for n in 3..<6 { _ = await camera.bring(.picture(try await source.frame(n))) }
        _ = await snapshots.next { $0.frames == 6 }
        let late = try await pipeline.endScan()
        #expect(early.pictures[0].size.width == 3 && late.pictures[0].size.width == 6)
        let paths = (folder.path.appending("early.png"), folder.path.appending("late.png"))
        try await early.pictures[0].writePNG(to: paths.0)
        try await late.pictures[0].writePNG(to: paths.1)
        let (first, second) = try (ImageSource(paths.0.readBytes()).decode(), ImageSource(paths.1.readBytes()).decode())
        #expect(second.cropped(to: PixelRect(x: 0, y: 0, width: 3, height: 16)) == first)
        await camera.close()
        try await running
    }

    @Test func aDiskThatIsFullEndsThePictureNotTheScan() async throws {
        let camera = SyntheticCamera(format: .small, frameCount: 5)
        var missing = options
        missing.spoolFolder = folder.path.appending("missing")
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: missing)
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        try await pipeline.run()
        let last = await snapshots.last()
        #expect(last?.frames == 5)
        #expect(last?.pictureError?.description.contains("missing") == true)
        await #expect(throws: ScanError.self) { try await pipeline.endScan() }
    }

    @Test func limitsEndTheCaptureAtTheirFrame() async throws {
        for (limit, frames) in [
            (CaptureLimit(frames: 7), 7), (CaptureLimit(seconds: 0.5), 30), (CaptureLimit(endsWhenComplete: true), 24),
        ] {
            let camera = SyntheticCamera(format: .small, frameCount: nil)
            let pipeline = try await CapturePipeline(camera, config: ScanConfig(mode: .sweep), options: options)
            try await pipeline.beginScan()
            try await pipeline.run(limit: limit)
            #expect(try await pipeline.endScan().metadata.frames == frames)
        }
    }

    @Test func soundThatComesBeforeEarlierPicturesDoesNotEndTheCapture() async throws {
        let format = AudioChunk.Format(sampleRate: 48_000, channels: 1)
        let camera = FedCamera(CameraInfo(name: "a movie", format: .small, frameRate: 60, sound: format))
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run(limit: CaptureLimit(seconds: 0.5))
        let silence = [Float](repeating: 0, count: 480)
        _ = await camera.bring(.sound(AudioChunk(format: format, samples: silence, time: 600_000_000)))
        // The last one ends the capture.
        for n in 0...30 { _ = await camera.bring(.picture(try await source.frame(n))) }
        try await running
        #expect(try await pipeline.endScan().metadata.frames == 30)
    }

    @Test(arguments: [CaptureLimit(seconds: 0.5), CaptureLimit(frames: 30)])
    func soundThatComesAfterLaterPicturesIsRecordedToTheCapturesEnd(_ limit: CaptureLimit) async throws {
        let format = AudioChunk.Format(sampleRate: 48_000, channels: 1)
        let camera = FedCamera(CameraInfo(name: "a movie", format: .small, frameRate: 60, sound: format))
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        let sink = TestSink()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run(limit: limit)
        for n in 0..<60 { _ = await camera.bring(.picture(try await source.frame(n))) }
        let tenth = [Float](repeating: 0, count: 4_800)
        for n in 0..<10 {
            _ = await camera.bring(.sound(AudioChunk(format: format, samples: tenth, time: Int64(n) * 100_000_000)))
        }
        try await running
        #expect(await sink.numbers == Array(0..<30) && sink.sounds == 5)
    }

    @Test func anotherCameraGoesOnWithThePictureAndWithAnotherFormatBeginsAnother() async throws {
        let first = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink()
        try await pipeline.beginScan()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        for n in 0..<3 { _ = await first.bring(.picture(try await source.frame(n))) }
        _ = await snapshots.next { $0.frames == 3 }
        let second = FedCamera.make(.small)
        try await pipeline.switchCamera(to: second)
        for n in 0..<3 { _ = await second.bring(.picture(try await source.frame(n))) }
        _ = await snapshots.next { $0.frames == 6 }
        let wide = VideoFormat(size: PixelSize(width: 30, height: 20))
        let third = FedCamera.make(wide)
        try await pipeline.switchCamera(to: third)
        let wideSource = SyntheticFrames(format: wide)
        for n in 0..<2 { _ = await third.bring(.picture(try await wideSource.frame(n))) }
        _ = await snapshots.next { $0.frames == 8 }
        await third.close()
        try await running
        #expect(
            try await pipeline.endScan().pictures.map(\.size) == [
                PixelSize(width: 6, height: 16), PixelSize(width: 2, height: 20),
            ])
        // Numbers go on over both cameras.
        #expect(await sink.numbers == Array(0..<8))
    }

    @Test func otherSettingsOfTheSameDeviceGoOnWithThePictureAlthoughItCanBeOpenOnce() async throws {
        let device = Device()
        let first = ExclusiveCamera(device)
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        first.feed(try await source.frame(0))
        _ = await snapshots.next { $0.frames == 1 }
        let second = ExclusiveCamera(device)
        try await pipeline.switchCamera(to: second)
        second.feed(try await source.frame(1))
        _ = await snapshots.next { $0.frames == 2 }
        second.end()
        try await running
        #expect(try await pipeline.endScan().pictures.map(\.size) == [PixelSize(width: 2, height: 16)])
        #expect(await device.owner == nil)
    }

    @Test func whenTheDevicesOtherSettingsAreRefusedTheOldOnesGoOn() async throws {
        let device = Device()
        let first = ExclusiveCamera(device)
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        first.feed(try await source.frame(0))
        _ = await snapshots.next { $0.frames == 1 }
        // The pipeline is waiting for the next frame, so that the closing ends that reading.
        await first.isBeingRead()
        let refused = ScanError(.movie(.unsupported), "the camera has no such size")
        await #expect(throws: refused) {
            try await pipeline.switchCamera(to: ExclusiveCamera(device, refusing: refused))
        }
        first.feed(try await source.frame(1))
        _ = await snapshots.next { $0.frames == 2 }
        await pipeline.close()
        try await running
        #expect(try await pipeline.endScan().pictures.map(\.size) == [PixelSize(width: 2, height: 16)])
        #expect(await device.owner == nil)
    }

    @Test func aDeviceThatAnotherProgramHasIsBusyAndTheScanGoesOn() async throws {
        let first = ExclusiveCamera(Device())
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        let device = Device()
        let foreign = ExclusiveCamera(device)
        _ = try await foreign.open()
        await #expect(throws: ScanError(.movie(.busy), "another program uses the camera")) {
            try await pipeline.switchCamera(to: ExclusiveCamera(device))
        }
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        var snapshots = SnapshotReader(pipeline)
        first.feed(try await source.frame(0))
        _ = await snapshots.next { $0.frames == 1 }
        first.end()
        try await running
        #expect(try await pipeline.endScan().metadata.frames == 1)
    }

    @Test func aCameraThatFailsLeavesWhatWasScanned() async throws {
        let pipeline = try await CapturePipeline(FailingCamera(after: 4), config: ScanConfig(), options: options)
        try await pipeline.beginScan()
        await #expect(throws: ScanError(.movie(.unplugged), "the camera was unplugged")) { try await pipeline.run() }
        #expect(try await pipeline.endScan().pictures[0].size.width == 4)
    }
}

/// Is unplugged after some frames.
private final class FailingCamera: Camera {
    private let camera = SyntheticCamera(format: .small, frameCount: nil)
    private nonisolated let limit: Int
    private var count = 0

    nonisolated init(after limit: Int) {
        self.limit = limit
    }

    let droppedFrames = 0
    func open() -> CameraInfo { camera.open() }
    func close() { camera.close() }

    func next() async throws(ScanError) -> MovieSample? {
        guard count < limit else { throw ScanError(.movie(.unplugged), "the camera was unplugged") }
        count += 1
        return try await camera.next()
    }
}

/// Which camera has it open.
@CameraActor private final class Device {
    nonisolated init() {}
    var owner: ObjectIdentifier?
}

/// A camera whose device can be open once, as V4L2's stream once. What is fed to it stays over its closing.
private final class ExclusiveCamera: Camera {
    private struct State {
        var frames: [VideoFrame] = []
        var isAtEnd = false
        var reader: CheckedContinuation<MovieSample?, Never>?
        var readingIsAwaited: CheckedContinuation<Void, Never>?
    }

    private let device: Device
    private nonisolated let refusal: ScanError?
    private nonisolated let state = Mutex(State())

    nonisolated init(_ device: Device, refusing refusal: ScanError? = nil) {
        self.device = device
        self.refusal = refusal
    }

    nonisolated func feed(_ frame: VideoFrame) {
        let reader = state.withLock { state in
            if state.reader == nil { state.frames.append(frame) }
            return state.reader.take()
        }
        reader?.resume(returning: .picture(frame))
    }

    nonisolated func end() {
        let reader = state.withLock { state in
            state.isAtEnd = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// Returns as soon as somebody waits for a frame that is not there yet.
    nonisolated func isBeingRead() async {
        await withCheckedContinuation { continuation in
            let isRead = state.withLock { state in
                if state.reader == nil { state.readingIsAwaited = continuation }
                return state.reader != nil
            }
            if isRead { continuation.resume() }
        }
    }

    let droppedFrames = 0

    func open() throws(ScanError) -> CameraInfo {
        guard device.owner == nil else { throw ScanError(.movie(.busy), "another program uses the camera") }
        if let refusal { throw refusal }
        device.owner = ObjectIdentifier(self)
        return CameraInfo(name: "exclusive", format: .small, isLive: true)
    }

    func next() async -> MovieSample? {
        guard device.owner == ObjectIdentifier(self) else { return nil }
        return await withCheckedContinuation { reader in
            let (answer, awaited) = state.withLock { state -> (MovieSample??, CheckedContinuation<Void, Never>?) in
                if !state.frames.isEmpty { return (.some(.picture(state.frames.removeFirst())), nil) }
                if state.isAtEnd { return (.some(nil), nil) }
                state.reader = reader
                return (nil, state.readingIsAwaited.take())
            }
            if let answer { reader.resume(returning: answer) }
            awaited?.resume()
        }
    }

    func close() {
        if device.owner == ObjectIdentifier(self) { device.owner = nil }
        state.withLock { $0.reader.take() }?.resume(returning: nil)
    }
}
