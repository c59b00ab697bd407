import Dispatch
import Execution
import Files
import Imaging
import Movies
import SlitScanTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SlitScan

/// A strip is on the disk, so its length takes no memory: counted in a program of its own, so that nothing else has
/// any.
@Suite(
    .timeLimit(.minutes(10)),
    .disabled(if: SystemAbilities.isSanitized, "a sanitizer's allocator tells nothing of what is allocated"))
struct MemoryTests {
    @Test func tenTimesTheLengthTakesNoMoreMemoryWhileItGrowsAndWhileItsPictureIsWritten() async {
        await #expect(processExitsWith: .success) {
            // What is made once is made.
            _ = try await peak(frames: 100)
            let short = try await peak(frames: 1_500)
            let long = try await peak(frames: 15_000)
            // 9 and 92 MB of pixels. A picture is written in bands of 16 MB.
            #expect(long - short < 46 << 20, "\(short) \(long)")
        }
    }
}

/// The most bytes that were allocated at once while a strip of 512 rows, four columns a frame, was made and written.
private func peak(frames: Int) async throws -> Int {
    let folder = TemporaryFolder()
    var config = ScanConfig()
    config.width = 4
    let camera = MeasuringCamera(frameCount: frames)
    var options = CaptureOptions(spoolFolder: folder.path, previewSide: nil)
    options.isShown = false
    let before = AllocatedMemory.bytes()
    let pipeline = try await CapturePipeline(camera, config: config, options: options)
    try await pipeline.beginScan()
    try await pipeline.run()
    let picture = try await pipeline.endScan().pictures[0]
    #expect(picture.size == PixelSize(width: 4 * frames, height: 512))
    let writing = Watch()
    async let watching: Void = writing.run()
    try await picture.writePNG(to: folder.path.appending("strip.png"))
    writing.end()
    await watching
    return max(await camera.highest, writing.highest) - before
}

/// Looks at the memory every millisecond.
private final class Watch: Sendable {
    private let most = Atomic(0)
    private let over = DispatchSemaphore(value: 0)

    var highest: Int { most.load(ordering: .relaxed) }

    func run() async {
        await OwnThread.run { [self] in
            while over.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
                most.max(AllocatedMemory.bytes(), ordering: .relaxed)
            }
        }
    }

    func end() { over.signal() }
}

/// Looks at the memory every hundredth frame.
private final class MeasuringCamera: Camera {
    private let camera: SyntheticCamera
    private var count = 0
    private(set) var highest = 0

    nonisolated init(frameCount: Int) {
        camera = SyntheticCamera(
            format: VideoFormat(size: PixelSize(width: 4, height: 512), chroma: .grey), frameCount: frameCount)
    }

    let droppedFrames = 0
    func open() -> CameraInfo { camera.open() }
    func close() { camera.close() }

    func next() async throws(ScanError) -> MovieSample? {
        count += 1
        if count % 100 == 0 { highest = max(highest, AllocatedMemory.bytes()) }
        return try await camera.next()
    }
}
