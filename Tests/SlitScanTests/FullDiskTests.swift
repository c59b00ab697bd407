import Files
import Imaging
import Movies
import SlitScanTestSupport
import TestSupport
import Testing

@testable import SlitScan

@Suite(.enabled(if: SmallDisk.canMount, "mounting a small disk takes root")) struct FullDiskTests {
    /// A line is 1,000 pixels of 3 bytes.
    private let format = VideoFormat(size: PixelSize(width: 16, height: 1_000), chroma: .grey)

    @Test func aStripThatFillsTheDiskEndsWhileItsPictureStillFitsBesideIt() async throws {
        let disk = TemporaryFolder()
        try #require(SmallDisk.mount(disk.path, kilobytes: 4_096))
        defer { SmallDisk.unmount(disk.path) }
        let camera = NoiseCamera(format: format, frameCount: 2_000)
        let pipeline = try await CapturePipeline(
            camera, config: ScanConfig(), options: CaptureOptions(spoolFolder: disk.path, previewSide: nil))
        var snapshots = SnapshotReader(pipeline)
        try await pipeline.beginScan()
        try await pipeline.run()
        let last = await snapshots.last()
        #expect(last?.frames == 2_000)
        #expect(last?.pictureError?.description == "cannot write \(disk.path): the disk is full")
        let picture = try #require(try await pipeline.endScan().pictures.first)
        // 4 MiB hold 1,398 lines, and half of them are kept for the picture.
        #expect((500...699).contains(picture.size.width))
        let path = disk.path.appending("strip.png")
        try await picture.writePNG(to: path)
        #expect(try ImageSource(path.readBytes()).decode().size == picture.size)
    }

    /// Four frames are a block of 64 lines, which is on the disk; those of the fifth are in memory.
    @Test(arguments: [nil, ScanConfig(axis: .rows, width: 16), ScanConfig(mode: .sweep, width: 16)])
    func aStripWithoutItsLastLinesIsLeftWhenTheDiskHasNoRoomForThem(
        _ next: ScanConfig?
    ) async throws {
        let disk = TemporaryFolder()
        try #require(SmallDisk.mount(disk.path, kilobytes: 4_096))
        defer { SmallDisk.unmount(disk.path) }
        let camera = FedCamera.make(format)
        let pipeline = try await CapturePipeline(
            camera, config: ScanConfig(width: 16), options: CaptureOptions(spoolFolder: disk.path, previewSide: nil))
        var snapshots = SnapshotReader(pipeline)
        let source = SyntheticFrames(format: format)
        let sink = TestSink()
        try await pipeline.beginScan()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        for n in 0..<6 {
            if n == 5 {
                let free = try disk.path.freeByteCount()
                try disk.write([UInt8](repeating: 1, count: free - 4_096), to: "other")
                guard let next else { break }
                await pipeline.configure(next)
            }
            _ = await camera.bring(.picture(try await source.frame(n)))
            _ = await snapshots.next { $0.frames == n + 1 }
        }
        await camera.close()
        try await running
        let last = await snapshots.last()
        #expect(last?.pictureError?.description == "cannot write \(disk.path): the disk is full")
        #expect(last?.config == next ?? ScanConfig(width: 16) && last?.refusedConfig == nil)
        let reason = last?.recordingError?.description ?? ""
        #expect(reason.contains("to leave disk space for the picture") == (next != nil), "\(reason)")
        let left = try #require(try await pipeline.leftPicture())
        #expect(left.pictures.first?.size == PixelSize(width: 64, height: 1_000))
        #expect(left.pictures.count == (next?.mode == .sweep ? 2 : 1))
        #expect(left.loss?.description == "cannot write \(disk.path): the disk is full")
    }

    /// The recording would take the room that is kept for the picture.
    @Test(arguments: [true, false])
    func aFullDiskEndsTheMovieBesideTheStripNotOneOnAnotherDisk(_ isBeside: Bool) async throws {
        let disk = TemporaryFolder()
        try #require(SmallDisk.mount(disk.path, kilobytes: 256))
        defer { SmallDisk.unmount(disk.path) }
        var options = CaptureOptions(spoolFolder: disk.path, previewSide: nil)
        options.recordsBesideSpool = isBeside
        let camera = FedCamera.make(format, isLive: false)
        let pipeline = try await CapturePipeline(camera, config: ScanConfig(width: 16), options: options)
        var snapshots = SnapshotReader(pipeline)
        let source = SyntheticFrames(format: format)
        let sink = TestSink()
        try await pipeline.beginScan()
        try await pipeline.startRecording(to: sink.maker)
        async let running: Void = pipeline.run()
        for n in 0..<5 {
            _ = await camera.bring(.picture(try await source.frame(n)))
            let snapshot = await snapshots.next { $0.frames == n + 1 }
            // The first block of 64 lines.
            guard n == 3 else { continue }
            #expect(snapshot?.pictureError != nil)
            #expect((snapshot?.recording == nil) == isBeside)
            let reason = snapshot?.recordingError?.description
            #expect((reason?.contains("to leave disk space for the picture") ?? false) == isBeside)
            if isBeside { await sink.untilFinished() }
        }
        await camera.close()
        try await running
        #expect(sink.isFinished)
        #expect(await sink.numbers == Array(0..<(isBeside ? 3 : 5)))
    }

    @Test func hoursThatWouldNotFitTheDiskAreNotBegun() async throws {
        let disk = TemporaryFolder()
        try #require(SmallDisk.mount(disk.path, kilobytes: 4_096))
        defer { SmallDisk.unmount(disk.path) }
        let options = CaptureOptions(spoolFolder: disk.path, previewSide: nil)
        let hour = try await CapturePipeline(
            SyntheticCamera(format: format, frameCount: 60 * 3_600), config: ScanConfig(), options: options)
        let error = await #expect(throws: ScanError.self) { try await hour.beginScan() }
        #expect(error?.code == .noRoom && error?.isTemporary == true)
        #expect(error?.description.contains("a strip of the 216000 frames") == true)
        #expect(error?.description.contains("give a length up to 699 lines") == true)
        // Less of it fits.
        try await hour.beginScan(upTo: CaptureLimit(frames: 500))
        try await hour.beginScan(upTo: CaptureLimit(seconds: 10))
        await hour.close()
        var config = ScanConfig()
        config.length = 699
        let part = try await CapturePipeline(
            SyntheticCamera(format: format, frameCount: 60 * 3_600), config: config, options: options)
        try await part.beginScan()
        await part.close()
    }
}

/// Noise, which PNG cannot make smaller.
private final class NoiseCamera: Camera {
    private let format: VideoFormat
    private let frameCount: Int
    private let pool = FramePool(capacity: 2)
    private var random = SeededGenerator(seed: 3)
    private var number = 0

    nonisolated init(format: VideoFormat, frameCount: Int) {
        self.format = format
        self.frameCount = frameCount
    }

    let droppedFrames = 0

    /// Says nothing of how many frames there are.
    func open() -> CameraInfo { CameraInfo(name: "noise", format: format) }

    func close() {}

    func next() async throws(ScanError) -> MovieSample? {
        guard number < frameCount else { return nil }
        defer { number += 1 }
        do throws(MovieError) {
            var frame = try await pool.frame(format)
            let size = format.size
            frame.withPlane(0) { samples, stride in
                for y in 0..<size.height {
                    samples[y * stride + size.width / 2] = UInt8.random(in: 0...255, using: &random)
                }
            }
            return .picture(frame.freeze(number: number, time: Int64(number) * 16_666_667))
        } catch {
            throw ScanError(error)
        }
    }
}
