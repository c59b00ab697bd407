import Imaging
import Movies
import SlitScanTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SlitScan

/// What is lost of the sound is counted and said, and the pictures go on.
@Suite(.timeLimit(.minutes(10))) struct LostSoundTests {
    let folder = TemporaryFolder()
    var options: CaptureOptions { CaptureOptions(spoolFolder: folder.path, previewSide: nil) }
    let source = SyntheticFrames(format: .small)

    private func camera(_ microphone: FakeMicrophone) -> MovieCamera {
        MovieCamera(
            CaptureSource(.lavfi("testsrc2=size=24x16:rate=25"), sound: .microphone("alsa:fake")),
            options: ReadingOptions(), openReader: microphone.opener)
    }

    @Test func aMicrophoneThatIsUnpluggedIsSaidAndTheMovieGoesOnWithItsPictures() async throws {
        let microphone = FakeMicrophone()
        let pipeline = try await CapturePipeline(camera(microphone), config: ScanConfig(), options: options)
        #expect(await pipeline.info.sound == FakeMicrophone.format)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        let heard = await snapshots.next { $0.frames >= 3 }
        #expect(heard?.soundError == nil && heard?.droppedSound == 0)
        microphone.speak(50)
        await sink.untilHeard(10)
        microphone.fail(MovieError(.unplugged, "the microphone was unplugged"))
        let failed = await snapshots.next { $0.soundError != nil }
        #expect(failed?.soundError == ScanError(.movie(.unplugged), "the microphone was unplugged"))
        #expect(failed?.recording != nil && failed?.recordingError == nil)
        let frames = try #require(failed?.recording?.frames)
        let later = await snapshots.next { ($0.recording?.frames ?? 0) > frames + 5 }
        // What was said before it failed is there.
        #expect(later?.soundError != nil)
        await pipeline.close()
        try await running
        #expect(sink.sounds >= 50)
        #expect(sink.isFinished)
        #expect(await snapshots.last()?.soundError != nil)
    }

    /// Some microphones need two seconds until they give anything.
    @Test func thePicturesBeginWhenTheMicrophoneGivesSoundAndGoAtItsSpeed() async throws {
        let microphone = FakeMicrophone()
        let opened = Mutex<[String]>([])
        let camera = MovieCamera(
            CaptureSource(.lavfi("testsrc2=size=24x16:rate=25"), sound: .microphone("alsa:fake")),
            options: ReadingOptions()
        ) { source, options throws(MovieError) in
            let reader = try await microphone.opener(source, options)
            opened.withLock { $0.append("\(source), \(options.pace)") }
            return reader
        }
        _ = try await camera.open()
        #expect(
            opened.withLock { $0 } == [
                "\(MovieSource.microphone(Microphone("alsa:fake"))), realTime",
                "\(MovieSource.graph("testsrc2=size=24x16:rate=25")), realTime",
            ])
        await camera.close()
    }

    @Test func aMicrophoneThatSaysNothingForFiveSecondsIsSaidAndTheMovieGoesOn() async throws {
        let microphone = FakeMicrophone()
        let pipeline = try await CapturePipeline(camera(microphone), config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        let sink = TestSink()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        #expect(await snapshots.next { $0.frames >= 3 }?.soundError == nil)
        microphone.speak(50)
        await sink.untilHeard(10)
        var passed = 0.0
        let silent = await snapshots.next { snapshot in
            if snapshot.soundError != nil { return true }
            microphone.pass(nanoseconds: 500_000_000)
            passed += 0.5
            return false
        }
        #expect(passed >= 5)
        #expect(silent?.soundError?.code == .movie(.unplugged))
        #expect(silent?.soundError?.description.contains("no sound for five seconds") == true)
        #expect(silent?.recording != nil && silent?.recordingError == nil)
        let frames = try #require(silent?.recording?.frames)
        #expect(await snapshots.next { ($0.recording?.frames ?? 0) > frames + 5 }?.soundError != nil)
        await pipeline.close()
        try await running
        #expect(sink.isFinished)
    }

    @Test func picturesOfFiveSecondsWithoutSoundAreAFedCamerasSilentMicrophone() async throws {
        let fed = FedCamera(
            CameraInfo(name: "a browser", format: .small, frameRate: 25, sound: FakeMicrophone.format, isLive: true))
        let pipeline = try await CapturePipeline(fed, config: ScanConfig(), options: options)
        let sink = TestSink()
        try await pipeline.startRecording(to: sink.maker)
        var snapshots = SnapshotReader(pipeline)
        async let running: Void = pipeline.run()
        // Sound up to 0.02 s, then pictures alone, then sound again.
        func sound(at time: Int64) -> MovieSample {
            .sound(AudioChunk(format: FakeMicrophone.format, samples: Array(repeating: 0, count: 960), time: time))
        }
        func frame(_ number: Int, at time: Int64) async throws -> CaptureSnapshot? {
            #expect(await fed.bring(.picture(try await source.frame(number).with(number: number, time: time))))
            return await snapshots.next { $0.frames == number + 1 }
        }
        #expect(await fed.bring(sound(at: 0)))
        #expect(try await frame(0, at: 0)?.soundError == nil)
        #expect(try await frame(1, at: 5_019_999_999)?.soundError == nil)
        let silent = try await frame(2, at: 5_020_000_000)
        #expect(silent?.soundError?.code == .movie(.unplugged))
        #expect(silent?.soundError?.description.contains("a browser has given no sound") == true)
        #expect(silent?.recording?.frames == 3)
        #expect(await fed.bring(sound(at: 5_000_000_000)))
        #expect(try await frame(3, at: 5_100_000_000)?.soundError == nil)
        await fed.close()
        try await running
        // A camera without a microphone is not silent.
        let mute = FedCamera.make(.small)
        _ = await mute.bring(.picture(try await source.frame(0).with(number: 0, time: 60_000_000_000)))
        #expect(await mute.soundError == nil)
    }

    @Test func soundThatNobodyReadsIsCountedToTheLastPiece() async throws {
        let microphone = FakeMicrophone()
        let camera = camera(microphone)
        _ = try await camera.open()
        microphone.speak(999)
        // More than all places together: some of it must go.
        await microphone.untilSilent()
        #expect(await camera.droppedSound > 0)
        var heard = 0
        while heard + Int((await camera.droppedSound * 50).rounded()) < 1000 {
            if case .sound? = try await camera.next() { heard += 1 }
        }
        #expect(heard + Int((await camera.droppedSound * 50).rounded()) == 1000)
        #expect(heard > 0 && heard < 1000)
        await camera.close()
    }

    @Test func soundThatTheEncoderHasNoRoomForIsCounted() async throws {
        let fed = FedCamera.make(.small, isLive: false)
        let pipeline = try await CapturePipeline(fed, config: ScanConfig(), options: options)
        let sink = TestSink(isHeld: true)
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        _ = await fed.bring(.picture(try await source.frame(0)))
        let chunk = AudioChunk(format: FakeMicrophone.format, samples: Array(repeating: 0, count: 960), time: 1)
        for _ in 0..<1000 { _ = await fed.bring(.sound(chunk)) }
        // The last sound was taken when a picture after it was filtered.
        var snapshots = SnapshotReader(pipeline)
        _ = await fed.bring(.picture(try await source.frame(1)))
        let full = await snapshots.next { $0.frames == 2 }
        let dropped = try #require(full?.recording?.droppedSound)
        #expect(dropped > 0)
        #expect(full?.droppedSound == 0, "the camera has lost nothing")
        await sink.letGo()
        await fed.close()
        try await running
        #expect(sink.sounds + Int((dropped * 50).rounded()) == 1000)
    }

    @Test func aFedCameraCountsTheSoundThatComesAfterItsEnd() async {
        let fed = FedCamera.make(.small)
        let chunk = AudioChunk(format: FakeMicrophone.format, samples: Array(repeating: 0, count: 960), time: 1)
        #expect(await fed.bring(.sound(chunk)))
        await fed.close()
        for _ in 0..<5 { #expect(await !fed.bring(.sound(chunk))) }
        #expect(await abs(fed.droppedSound - 0.1) < 1e-9)
        #expect(await fed.droppedFrames == 0)
    }

    @Test func whatACameraLostStaysCountedWhenAnotherTakesItsPlaceAndWhenItIsClosed() async throws {
        let first = LossyCamera()
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        async let running: Void = pipeline.run()
        let one = await snapshots.next { $0.frames >= 1 }
        #expect(one?.droppedFrames == 7 && one?.droppedSound == 0.5)
        #expect(one?.soundError?.code == .movie(.unplugged))
        let second = FedCamera.make(.small)
        try await pipeline.switchCamera(to: second)
        let frames = await pipeline.snapshot.frames
        _ = await second.bring(.picture(try await source.frame(0)))
        let other = await snapshots.next { $0.frames > frames }
        #expect(other?.droppedFrames == 7 && other?.droppedSound == 0.5)
        #expect(other?.soundError == nil, "the other one's sound has not failed")
        try await pipeline.switchCamera(to: LossyCamera())
        _ = await snapshots.next { $0.droppedFrames == 14 }
        await pipeline.close()
        try await running
        let metadata = try await pipeline.endScan().metadata
        #expect(metadata.droppedFrames == 14 && metadata.droppedSound == 1)
        #expect(await snapshots.last()?.droppedFrames == 14)
    }
}

/// Loses seven frames and half a second of sound as soon as it is open, and does not know of it any more when it is
/// closed.
private final class LossyCamera: Camera {
    private let camera = SyntheticCamera(format: .small, frameCount: nil)
    private var isOpen = false

    nonisolated init() {}

    var droppedFrames: Int { isOpen ? 7 : 0 }
    var droppedSound: Double { isOpen ? 0.5 : 0 }
    var soundError: ScanError? { isOpen ? ScanError(.movie(.unplugged), "the microphone was unplugged") : nil }

    func open() -> CameraInfo {
        isOpen = true
        return camera.open()
    }

    func next() async throws(ScanError) -> MovieSample? { try await camera.next() }
    func close() { isOpen = false }
}
