import Execution
import Files
import Imaging
import Movies
import Synchronization
import TestSupport
import Testing

@testable import SlitScan

/// What a change of the camera does to sound, movie and devices. Whatever waits in vain fails by the suite's time.
@Suite(.timeLimit(.minutes(10))) struct SwitchTests {
    let folder = TemporaryFolder()
    var options: CaptureOptions { CaptureOptions(spoolFolder: folder.path, previewSide: nil) }
    let source = SyntheticFrames(format: .small)

    private static let mono = AudioChunk.Format(sampleRate: 48_000, channels: 1)
    private static let stereo = AudioChunk.Format(sampleRate: 44_100, channels: 2)

    private func fed(_ sound: AudioChunk.Format?, _ format: VideoFormat = .small) -> FedCamera {
        FedCamera(CameraInfo(name: "a test camera", format: format, frameRate: 25, sound: sound, isLive: true))
    }

    /// Pictures 40 ms apart, each with its sound behind it, all of a second.
    private func feed(_ camera: FedCamera, _ sound: AudioChunk.Format?, _ frames: SyntheticFrames) async throws {
        for n in 0..<25 {
            let frame = try await frames.frame(n).with(number: n, time: Int64(n) * 40_000_000)
            #expect(await camera.bring(.picture(frame)))
            guard let sound else { continue }
            let samples = [Float](repeating: 0.25, count: sound.sampleRate / 25 * sound.channels)
            #expect(await camera.bring(.sound(AudioChunk(format: sound, samples: samples, time: frame.time))))
        }
    }

    /// Frames and sound of the movies that two cameras make, one after the other.
    private func record(
        _ first: AudioChunk.Format?, then second: AudioChunk.Format?, hasSound: Bool = true
    ) async throws -> (status: RecordingStatus, movies: [FilePath]) {
        let (one, two) = (fed(first), fed(second))
        let pipeline = try await CapturePipeline(one, config: ScanConfig(mode: .sweep), options: options)
        var snapshots = SnapshotReader(pipeline)
        let path = folder.path.appending("movie.mp4")
        try await pipeline.startRecording(
            to: MovieSettings(container: .mp4, hasSound: hasSound, queueCapacity: 100).sinks(at: path))
        async let running: Void = pipeline.run()
        try await feed(one, first, source)
        _ = await snapshots.next { $0.frames == 25 }
        // The sound behind the last picture was taken when one more was.
        if first != nil {
            #expect(await one.bring(.picture(try await source.frame(25).with(number: 25, time: 1_000_000_000))))
            _ = await snapshots.next { $0.frames == 26 }
        }
        try await pipeline.switchCamera(to: two)
        try await feed(two, second, source)
        await two.close()
        let last = await snapshots.last()
        try await running
        #expect(last?.recordingError == nil)
        #expect(last?.seconds == 0.96, "the second camera's own")
        let movies = try folder.path.names().sorted { $0.bytes.count < $1.bytes.count }
        return (try #require(last?.lastRecording), movies.map { folder.path.appending($0) })
    }

    private func probe(_ path: FilePath, _ entries: FilePath) async throws -> [String] {
        let output = try await Subprocess(
            "ffprobe", ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "csv=p=0", path]
        ).run()
        return output.outputText.split(separator: "\n").map(String.init)
    }

    @Test func soundOfTheSameFormatGoesOnInTheSameMovie() async throws {
        let (status, movies) = try await record(Self.mono, then: Self.mono)
        #expect(movies.count == 1 && status.part == 1)
        #expect(status.frames + status.droppedFrames == 51 && status.droppedSound == 0)
        let streams = try await probe(movies[0], "stream=codec_name,sample_rate,nb_read_frames,duration")
        #expect(streams.count == 2, "\(streams)")
        let reader = try await MovieReader.open(.file(movies[0]))
        var moments = 0
        for try await case .sound(let chunk) in reader.samples {
            moments += chunk.samples.count { abs($0) > 0.1 } / chunk.format.channels
        }
        // Two seconds but for the pause between the cameras, and what the encoder rounds.
        #expect(abs(Double(moments) / 48_000 - 2) < 0.15)
    }

    @Test func soundOfAnotherFormatBeginsAnotherPartAndTheNumberIsSaid() async throws {
        let (status, movies) = try await record(Self.mono, then: Self.stereo)
        #expect(movies.map { $0.lastComponent.description } == ["movie.mp4", "movie-2.mp4"])
        #expect(status.part == 2 && status.frames + status.droppedFrames == 51 && status.droppedSound == 0)
        #expect(try await probe(movies[0], "stream=sample_rate,channels").last == "48000,1")
        let second = try #require(movies.dropFirst().first)
        #expect(try await probe(second, "stream=sample_rate,channels").last == "44100,2")
    }

    @Test func aFileThatHasAPartsNameAlreadyIsLeftAlone() async throws {
        try folder.write("mine", to: "movie-2.mp4")
        let (status, movies) = try await record(Self.mono, then: Self.stereo)
        #expect(status.part == 2)
        #expect(Set(movies.map(\.lastComponent)) == ["movie.mp4", "movie-2.mp4", "movie-3.mp4"])
        #expect(try folder.path.appending("movie-2.mp4").readBytes() == Array("mine".utf8))
        let second = folder.path.appending("movie-3.mp4")
        #expect(try await probe(second, "stream=sample_rate,channels").last == "44100,2")
    }

    @Test func aCameraWithoutSoundGoesOnInTheSameMovieOneWithSoundAfterItBeginsAPart() async throws {
        #expect(try await record(Self.mono, then: nil).movies.count == 1)
        let (status, movies) = try await record(nil, then: Self.mono)
        #expect(movies.count == 2 && status.part == 2)
        let second = try #require(movies.dropFirst().first)
        #expect(try await probe(second, "stream=codec_name") == ["h264", "aac"])
    }

    @Test func aMovieWithoutSoundDoesNotMindWhatTheCamerasGive() async throws {
        let (status, movies) = try await record(Self.mono, then: Self.stereo, hasSound: false)
        #expect(movies.count == 1 && status.part == 1)
        #expect(try await probe(movies[0], "stream=codec_name") == ["h264"])
    }

    @Test func aCameraWhoseFirstFrameHasAnotherSizeThanItSaidMakesOnePictureAndOneMovie() async throws {
        let camera = fed(Self.mono, VideoFormat(size: PixelSize(width: 64, height: 48)))
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(), options: options)
        var snapshots = SnapshotReader(pipeline)
        let path = folder.path.appending("movie.mp4")
        try await pipeline.beginScan()
        try await pipeline.startRecording(
            to: MovieSettings(container: .mp4, queueCapacity: 100).sinks(at: path))
        async let running: Void = pipeline.run()
        try await feed(camera, Self.mono, source)
        await camera.close()
        let last = await snapshots.last()
        try await running
        #expect(last?.lastRecording?.part == 1 && last?.recordingError == nil)
        #expect(try folder.path.names() == ["movie.mp4"])
        #expect(try await probe(path, "stream=width,height").first == "24,16")
        #expect(try await pipeline.endScan().pictures.map(\.size) == [PixelSize(width: 25, height: 16)])
        #expect(await pipeline.info.format == .small)
    }

    @Test func aSwitchWhileAPartIsFinishedLeavesEachPartItsOwnFrames() async throws {
        let wide = VideoFormat(size: PixelSize(width: 60, height: 40))
        let tiny = VideoFormat(size: PixelSize(width: 10, height: 8))
        let (one, two, three) = (fed(nil), fed(nil, wide), fed(nil, tiny))
        let pipeline = try await CapturePipeline(one, config: ScanConfig(mode: .delay), options: options)
        var snapshots = SnapshotReader(pipeline)
        let parts = HeldParts()
        try await pipeline.startRecording { format in parts.begin(format.format) }
        async let running: Void = pipeline.run()
        #expect(await one.bring(.picture(try await source.frame(0))))
        _ = await snapshots.next { $0.frames == 1 }
        try await pipeline.switchCamera(to: two)
        #expect(await two.bring(.picture(try await SyntheticFrames(format: wide).frame(1))))
        // The first part is being finished: the frame waits for the second.
        await parts.isHeld()
        try await pipeline.switchCamera(to: three)
        parts.letGo()
        _ = await snapshots.next { $0.frames == 2 }
        #expect(await three.bring(.picture(try await SyntheticFrames(format: tiny).frame(2))))
        _ = await snapshots.next { $0.frames == 3 }
        await three.close()
        try await running
        #expect(parts.formats == [.small, wide, tiny])
        #expect(parts.frames == [.small, wide, tiny])
    }

    @Test func ofTwoSwitchesAtOnceTheOneThatIsDoneLastHoldsAndNoOtherCameraStaysOpen() async throws {
        let first = GatedCamera()
        let pipeline = try await CapturePipeline(first, config: ScanConfig(), options: options)
        async let running: Void = pipeline.run()
        // The first switch finds its device busy, and opens the old camera again: it is held there.
        first.hold()
        let busy = ScanError(.movie(.busy), "another program uses the camera")
        let refused = GatedCamera(refusal: busy)
        let one = Task {
            await Result(awaiting: { () async throws(ScanError) in try await pipeline.switchCamera(to: refused) })
        }
        await first.isHeld()
        let third = GatedCamera()
        try await pipeline.switchCamera(to: third)
        first.letGo()
        await #expect(throws: busy) { try await one.value.get() }
        #expect(await pipeline.camera === third)
        #expect(await !first.isOpen)
        #expect(await !refused.isOpen)
        #expect(await third.isOpen)
        await pipeline.close()
        try await running
        #expect(await !third.isOpen)
    }
}

/// The formats of a movie's parts and of their frames. The end of the first part is held up.
private final class HeldParts: Sendable {
    private let state = Mutex((formats: [VideoFormat](), frames: [VideoFormat]()))
    private let holds = AsyncStream.makeStream(of: Void.self)
    private let held = AsyncStream.makeStream(of: Void.self)

    var formats: [VideoFormat] { state.withLock(\.formats) }
    var frames: [VideoFormat] { state.withLock(\.frames) }

    func letGo() { holds.continuation.finish() }
    func isHeld() async { for await _ in held.stream {} }

    func begin(_ format: VideoFormat) -> any MovieSink {
        state.withLock { $0.formats.append(format) }
        return Part(parts: self)
    }

    private struct Part: MovieSink {
        let parts: HeldParts

        func write(_ sample: MovieSample) {
            guard case .picture(let frame) = sample else { return }
            parts.state.withLock { $0.frames.append(frame.format) }
        }

        func finish() async {
            parts.held.continuation.finish()
            for await _ in parts.holds.stream {}
        }
    }
}

/// Says whether it is open. Its opening can be held up; its frames never come.
private final class GatedCamera: Camera {
    private(set) var isOpen = false
    private nonisolated let refusal: ScanError?
    private nonisolated let holds = AsyncStream.makeStream(of: Void.self)
    private nonisolated let held = AsyncStream.makeStream(of: Void.self)
    private nonisolated let hasHold = Atomic(false)
    private var reader: CheckedContinuation<Void, Never>?

    nonisolated init(refusal: ScanError? = nil) {
        self.refusal = refusal
    }

    nonisolated func hold() { hasHold.store(true, ordering: .relaxed) }
    nonisolated func letGo() { holds.continuation.finish() }
    nonisolated func isHeld() async { for await _ in held.stream {} }

    let droppedFrames = 0

    func open() async throws(ScanError) -> CameraInfo {
        if hasHold.load(ordering: .relaxed) {
            held.continuation.finish()
            for await _ in holds.stream {}
        }
        if let refusal { throw refusal }
        isOpen = true
        return CameraInfo(name: "a gated camera", format: .small, isLive: true)
    }

    func next() async -> MovieSample? {
        if isOpen { await withCheckedContinuation { reader = $0 } }
        return nil
    }

    func close() {
        isOpen = false
        reader.take()?.resume()
    }
}
