import CVideo4Linux
import Files
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Movies

@Suite struct CameraTests {
    private static let size = PixelSize(width: 64, height: 48)

    /// Grey pictures of one level each, as `YUYV`.
    private static func pictures(_ levels: [UInt8]) -> [[UInt8]] {
        levels.map { level in (0..<64 * 48 * 2).map { $0 % 2 == 0 ? level : 128 } }
    }

    private func open(
        _ camera: FakeCamera, _ settings: CameraSettings = CameraSettings(),
        _ options: ReadingOptions = ReadingOptions()
    ) async throws(MovieError) -> MovieReader {
        try await MovieReader.open(ReaderThread(.camera("/dev/video9", settings), options, videoSystem: camera))
    }

    private func read(_ reader: MovieReader) async -> (frames: [VideoFrame], error: MovieError?) {
        var frames: [VideoFrame] = []
        do {
            for try await case .picture(let frame) in reader.samples { frames.append(frame) }
            return (frames, nil)
        } catch {
            return (frames, error)
        }
    }

    @Test func picturesComeUntilTheCameraIsUnplugged() async throws {
        let camera = FakeCamera(.init(pictures: Self.pictures([20, 60, 100, 140])))
        let reader = try await open(camera)
        #expect(reader.info.isLive)
        #expect(reader.info.picture?.format.size == Self.size)
        #expect(reader.startedAt == 5_000_000_000)
        let (frames, error) = await read(reader)
        #expect(frames.map { $0.sample(0, 30, 30) } == [20, 60, 100, 140])
        #expect(frames.map(\.time) == [0, 33_000_000, 66_000_000, 99_000_000])
        #expect(frames[0].format.chroma == .yuv422)
        #expect(error?.code == .unplugged)
        #expect(error?.description.contains("/dev/video9") == true)
        await reader.stop()
        #expect(camera.leftBehind == 0)
        #expect(reader.droppedPictures == 0)
    }

    @Test func picturesThatTheDriverLostAreCounted() async throws {
        var pictures = Self.pictures([20, 60, 100, 140])
        pictures[2] = []
        let camera = FakeCamera(.init(pictures: pictures, sequences: [0, 3, 4, 5]))
        let reader = try await open(camera)
        let (frames, _) = await read(reader)
        #expect(frames.map(\.number) == [0, 3, 5])
        #expect(frames.map { $0.sample(0, 1, 1) } == [20, 60, 140])
        await reader.stop()
        #expect(reader.droppedPictures == 3)
    }

    @Test func jpegPicturesAreDecodedAndDamagedOnesSkipped() async throws {
        let movies = OddMovies()
        let jpeg = try await movies.bytes(
            "a.jpg", "-f lavfi -i color=gray:s=64x48 -frames:v 1 -f mjpeg -pix_fmt yuvj422p")
        let format = CameraFormat(code: "MJPG", size: Self.size, frameRates: [30])
        let camera = FakeCamera(.init(formats: [format], pictures: [jpeg, [1, 2, 3], jpeg]))
        let reader = try await open(camera)
        let (frames, _) = await read(reader)
        #expect(frames.map(\.number) == [0, 2])
        #expect(frames[0].format.range == .full)
        #expect(abs(Int(frames[0].bitmap(of: PixelRect(x: 9, y: 9, width: 1, height: 1))[0, 0].green) - 128) <= 3)
    }

    @Test(arguments: [
        (ENOENT, MovieError.Code.notReadable), (EACCES, .refused), (EPERM, .refused), (EBUSY, .busy),
        (ENODEV, .unplugged),
        (ENXIO, .unplugged),
    ]) func camerasThatCannotBeOpenedSayWhy(number: Int32, code: MovieError.Code) async {
        let error = await #expect(throws: MovieError.self) {
            await (try open(FakeCamera(.init(openError: number)))).stop()
        }
        #expect(error?.code == code)
        #expect(error?.description.contains("/dev/video9") == true)
    }

    @Test func aCameraThatAnotherProgramUsesIsBusyAndIsGivenBack() async {
        for camera in [FakeCamera(.init(streamError: EBUSY)), FakeCamera(.init(streamError: ENODEV))] {
            let error = await #expect(throws: MovieError.self) { await (try open(camera)).stop() }
            #expect([.busy, .unplugged].contains(error?.code))
            #expect(camera.leftBehind == 0)
        }
    }

    @Test func aCameraThatStreamsAlreadyIsBusyAndGoesOn() async throws {
        let camera = FakeCamera(.init(pictures: Self.pictures([20, 60])))
        // It waits with its second picture, and so has the camera until that is read.
        let first = try await open(camera, CameraSettings(), ReadingOptions(buffering: .everyFrame(1)))
        let error = await #expect(throws: MovieError.self) { await (try open(camera)).stop() }
        #expect(error?.code == .busy)
        #expect(await read(first).frames.map { $0.sample(0, 30, 30) } == [20, 60])
        await first.stop()
        #expect(camera.leftBehind == 0)
    }

    @Test func aCameraThatHangsIsTold() async {
        let error = await #expect(throws: MovieError.self) { await (try open(FakeCamera(.init(errorAtEnd: 0)))).stop() }
        #expect(error?.code == .unplugged)
        #expect(error?.description.contains("five seconds") == true)
    }

    @Test func theFormatIsChosenOrNamed() async throws {
        let formats = [
            CameraFormat(code: "MJPG", size: PixelSize(width: 3840, height: 2160), frameRates: [30]),
            CameraFormat(code: "YUYV", size: PixelSize(width: 1280, height: 720), frameRates: [10]),
            CameraFormat(code: "YUYV", size: Self.size, frameRates: [60, 30]),
            CameraFormat(code: "H264", size: Self.size, frameRates: [30]),
        ]
        let camera = FakeCamera(.init(formats: formats, pictures: Self.pictures([20])))
        let device = try VideoDevice("/dev/video9", system: camera).description(path: "/dev/video9")
        #expect(device.name == "A fake camera")
        // H.264 is not read from cameras.
        #expect(device.formats == Array(formats.prefix(3)))
        let reader = try await open(camera)
        #expect(reader.info.picture?.format.size == Self.size)
        #expect(reader.info.picture?.frameRate == 60)
        await reader.stop()
        var settings = CameraSettings()
        settings.format = CameraFormat(code: "MJPG", size: Self.size)
        let error = await #expect(throws: MovieError.self) { await (try open(camera, settings)).stop() }
        #expect(error?.code == .unsupported)
        #expect(error?.description.contains("64 × 48") == true)
    }

    @Test func adjustmentsAreLockedOnceTheCameraHasSettled() async throws {
        let controls: Set = [peel_v4l2_exposure, peel_v4l2_focus]
        let levels = [UInt8](repeating: 50, count: CameraProducer.settlingFrames)
        let camera = FakeCamera(.init(pictures: Self.pictures(levels), controls: controls))
        #expect(try VideoDevice("/dev/video9", system: camera).locks() == [.exposure, .focus])
        let reader = try await open(camera, CameraSettings(locks: [.exposure, .focus, .whiteBalance]))
        _ = await read(reader)
        #expect(camera.controlValues == [peel_v4l2_exposure: 1, peel_v4l2_focus: 0])
        let early = FakeCamera(.init(pictures: Self.pictures(levels.dropLast()), controls: controls))
        _ = await read(try await open(early, CameraSettings(locks: .exposure)))
        #expect(early.controlValues.isEmpty)
    }

    @Test func eachAdjustmentIsLockedAndFreedByItself() async throws {
        let all: [(CameraLocks, UInt32, locked: Int32, free: Int32)] = [
            (.exposure, peel_v4l2_exposure, 1, 3), (.focus, peel_v4l2_focus, 0, 1),
            (.whiteBalance, peel_v4l2_white_balance, 0, 1),
        ]
        let levels = [UInt8](repeating: 50, count: CameraProducer.settlingFrames)
        for wanted in all {
            let camera = FakeCamera(.init(pictures: Self.pictures(levels), controls: Set(all.map(\.1))))
            #expect(
                try VideoDevice("/dev/video9", system: camera).locks() == [.exposure, .focus, .whiteBalance])
            _ = await read(try await open(camera, CameraSettings(locks: wanted.0)))
            let values = Dictionary(uniqueKeysWithValues: all.map { ($0.1, $0.1 == wanted.1 ? $0.locked : $0.free) })
            #expect(camera.controlValues == values)
        }
    }

    @Test func whatIsNoCameraIsTold() async {
        #expect(await refusal(.camera("/dev/null", CameraSettings()))?.code == .unsupported)
        #expect(await refusal(.camera("/dev/video63", CameraSettings()))?.code == .notReadable)
    }

    /// Opening a watchdog or a tape already does something.
    @Test func anotherDeviceIsNotEvenOpened() {
        for path in ["/dev/null", "/dev/zero", "/etc/passwd", "/dev"] {
            #expect(LinuxVideoSystem().open(path) == -ENOTTY, "\(path)")
        }
    }
}
