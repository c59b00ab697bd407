import Files
import Imaging
import Movies
import SlitScanTestSupport
import TestSupport
import Testing

@testable import SlitScan

@Suite struct RecordingTests {
    let folder = TemporaryFolder()
    var options: CaptureOptions { CaptureOptions(spoolFolder: folder.path, previewSide: nil) }
    let source = SyntheticFrames(format: .small)

    @Test func aFileWaitsForASlowRecorderEveryFrameIsInTheMovie() async throws {
        let camera = SyntheticCamera(format: .small, frameCount: 100)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(mode: .sweep), options: options)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink(isHeld: true)
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        // The recorder's frames are all taken, and the camera waits.
        _ = await snapshots.next { $0.frames == Recorder.poolCapacity }
        await sink.letGo()
        let last = await snapshots.last()
        try await running
        #expect(await sink.numbers == Array(0..<100))
        #expect(sink.isFinished)
        #expect(last?.lastRecording?.frames == 100 && last?.lastRecording?.droppedFrames == 0)
    }

    @Test func aLiveCameraDoesNotWaitTheScanHasEveryFrameWhatTheMovieLacksIsCounted()
        async throws
    {
        let camera = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink(isHeld: true)
        try await pipeline.beginScan()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        for n in 0..<30 {
            _ = await camera.bring(.picture(try await source.frame(n)))
            _ = await snapshots.next { $0.frames == n + 1 }
        }
        await sink.letGo()
        let status = try await pipeline.stopRecording()
        #expect(status.frames == Recorder.poolCapacity)
        #expect(status.droppedFrames == 30 - Recorder.poolCapacity)
        #expect(await sink.numbers == Array(0..<Recorder.poolCapacity))
        #expect(try await pipeline.endScan().pictures[0].size.width == 30)
        await camera.close()
        try await running
    }

    /// The second part's file is being made then.
    @Test func aMovieThatIsStoppedBetweenTwoPartsIsStopped() async throws {
        let first = FedCamera.make(.small, isLive: false)
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        let (isAsked, isAnswered) = (Watched(false), Watched(false))
        let sink = TestSink()
        try await pipeline.startRecording { format in
            if format.part == 2 {
                isAsked.withLock { $0 = true }
                await isAnswered.until { $0 }
            }
            return sink
        }
        async let running: Void = pipeline.run()
        _ = await first.bring(.picture(try await source.frame(0)))
        _ = await snapshots.next { $0.frames == 1 }
        let wide = VideoFormat(size: PixelSize(width: 30, height: 20))
        let second = FedCamera.make(wide, isLive: false)
        try await pipeline.switchCamera(to: second)
        _ = await second.bring(.picture(try await SyntheticFrames(format: wide).frame(0)))
        await isAsked.until { $0 }
        async let stopped = pipeline.stopRecording()
        isAnswered.withLock { $0 = true }
        #expect(try await stopped.frames == 1)
        #expect(await pipeline.recording == nil)
        await second.close()
        try await running
        #expect(await sink.numbers == [0])
    }

    @Test func aWriteThatFailsEndsTheRecordingWithItsErrorNotTheScan() async throws {
        let camera = FedCamera.make(.small, isLive: false)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink(failsAfter: 3)
        try await pipeline.beginScan()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        var failed: CaptureSnapshot?
        var n = 0
        while failed == nil {
            _ = await camera.bring(.picture(try await source.frame(n)))
            n += 1
            let snapshot = await snapshots.next { $0.frames == n }
            if snapshot?.recordingError != nil { failed = snapshot }
        }
        #expect(failed?.recordingError?.code == .movie(.diskFull))
        #expect(failed?.recording == nil)
        await #expect(throws: ScanError(.movie(.diskFull), "cannot write movie.mp4: the disk is full")) {
            try await pipeline.stopRecording()
        }
        // Frames go on, and another movie can be recorded.
        let second = TestSink()
        try await pipeline.startRecording(to: second.maker)
        for more in n..<n + 5 {
            _ = await camera.bring(.picture(try await source.frame(more)))
            _ = await snapshots.next { $0.frames == more + 1 }
        }
        try await pipeline.stopRecording()
        #expect(await second.numbers == Array(n..<n + 5))
        #expect(try await pipeline.endScan().pictures[0].size.width == n + 5)
        await camera.close()
        try await running
        // Its writer says what failed before it closes the file.
        await sink.untilFinished()
    }

    /// Only a full disk has no room for both.
    @Test func aStripThatCannotBeWrittenLeavesTheMovieBesideIt() async throws {
        let camera = FedCamera.make(.small, isLive: false)
        var missing = options
        missing.spoolFolder = folder.path.appending("missing")
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: missing)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink()
        try await pipeline.beginScan()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        for n in 0..<2 {
            _ = await camera.bring(.picture(try await source.frame(n)))
            let snapshot = await snapshots.next { $0.frames == n + 1 }
            #expect(snapshot?.pictureError != nil)
            #expect(snapshot?.recording != nil && snapshot?.recordingError == nil)
        }
        await camera.close()
        try await running
        #expect(sink.isFinished)
        #expect(await sink.numbers == [0, 1])
    }

    @Test func theMovieOfARecordingThatFailedIsWholeWhenTheCameraIsClosed() async throws {
        let camera = FedCamera.make(.small, isLive: false)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        let sink = TestSink(isHeld: true)
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        var snapshots = SnapshotReader(pipeline)
        _ = await camera.bring(.picture(try await source.frame(0)))
        _ = await snapshots.next { $0.recording?.frames == 1 }
        let recording = try #require(await pipeline.recording)
        await pipeline.recordingFailed(recording, ScanError(.movie(.diskFull), "the disk is full"))
        async let closed: Void = pipeline.close()
        await sink.letGo()
        await closed
        #expect(sink.isFinished)
        #expect(await sink.numbers == [0])
        try await running
    }

    @Test func theMovieShowsWhatTheScanShowsAndSoundFromItsFirstFrameOn() async throws {
        let camera = FedCamera.make(.small)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(mode: .sweep), options: options)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink(keepsFrames: true)
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        let chunk = { AudioChunk(format: AudioChunk.Format(), samples: [0, 0], time: $0) }
        _ = await camera.bring(.sound(chunk(-1)))
        var scanner = try SlitScanner(.small, config: ScanConfig(mode: .sweep))
        for n in 0..<5 {
            let frame = try await source.frame(n)
            _ = await camera.bring(.picture(frame))
            _ = await camera.bring(.sound(chunk(frame.time)))
            _ = await snapshots.next { $0.frames == n + 1 }
            _ = try scanner.take(frame)
        }
        await camera.close()
        try await running
        let shown = try scanner.shown()
        let last = try #require(await sink.frames.last)
        var wrong = 0
        for plane in 0..<3 {
            for y in 0..<8 {
                for x in 0..<12 where last.sample(plane: plane, x: x, y: y) != shown.sample(plane: plane, x: x, y: y) {
                    wrong += 1
                }
            }
        }
        #expect(wrong == 0)
        #expect(sink.sounds == 5)
    }
}
