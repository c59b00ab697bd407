import Execution
import Files
import Imaging
import Movies
import SlitScan

/// A source that a client asked for, before it is opened.
struct CameraOpening: Sendable {
    var source: CaptureSource
    var description: CameraState.Source
    var browser: BrowserFrames?
    var locks = CameraState.Locks()
}

extension StudioCamera {
    /// - Throws: ``ScanError/Code/badSetting`` for a source that there cannot be.
    func opening(_ request: SourceRequest) async throws -> CameraOpening {
        switch request {
        case .device(let path, let width, let height, let frameRate, let microphone, let locks):
            return try await Self.device(
                path, try Self.size(width, height), frameRate, microphone: microphone, locks: locks)
        case .upload(let id, let isFast, let hasSound):
            guard let (path, video) = uploads.file(id) else {
                throw ScanError(
                    .movie(.notReadable),
                    "there is no video \(id): it was removed, also to make room for others")
            }
            return CameraOpening(
                source: CaptureSource(.file(path), sound: hasSound ? .own : .none, pace: isFast ? .fast : .realTime),
                description: CameraState.Source(kind: "upload", name: video.name))
        case .test(let test):
            return CameraOpening(
                source: try test.source(), description: CameraState.Source(kind: "test", name: test.name.word))
        case .browser(let width, let height, let name, let sampleRate):
            return try Self.browser(width, height, name: String((name ?? "Camera").prefix(200)), sampleRate)
        }
    }

    private static func size(_ width: Int?, _ height: Int?) throws -> PixelSize? {
        switch (width, height) {
        case (nil, nil): return nil
        case (let width?, let height?): return PixelSize(width: width, height: height)
        default: throw ScanError(.badSetting, "a camera's width and height must be given together")
        }
    }

    private static func browser(
        _ width: Int, _ height: Int, name: String, _ sampleRate: Int?
    ) throws -> CameraOpening {
        let limits = BrowserFrames.limits
        guard (1...limits.side).contains(width), (1...limits.side).contains(height), width * height <= limits.pixels
        else {
            throw ScanError(
                .badSetting, "a browser's frames have up to 4096 x 4096 pixels, not \(width) x \(height)")
        }
        guard sampleRate.map({ (8000...192_000).contains($0) }) ?? true else {
            throw ScanError(.badSetting, "sound has 8000 to 192000 samples a second")
        }
        let frames = try BrowserFrames(
            name: name, size: PixelSize(width: width, height: height), sampleRate: sampleRate)
        return CameraOpening(
            source: CaptureSource(.fed(frames.camera)),
            description: CameraState.Source(kind: "browser", name: name), browser: frames)
    }

    /// Asks the devices, which blocks.
    @concurrent
    private nonisolated static func device(
        _ path: String, _ size: PixelSize?, _ frameRate: Double?, microphone: String?, locks: [String]
    ) async throws -> CameraOpening {
        guard let number = path.wholeMatch(prefix: "/dev/video"), number.allSatisfy(\.isNumber) else {
            throw ScanError(.badSetting, "\(path) is not a camera: its path is /dev/video and a number")
        }
        guard frameRate.map(CameraSettings.frameRates.contains) ?? true else {
            throw ScanError(.badSetting, "a camera gives 0.001 to 1000 frames a second, not \(frameRate ?? 0)")
        }
        var wanted: CameraLocks = []
        for lock in locks { wanted.insert(try CameraLocks(word: lock)) }
        let (cameras, microphones) = await CameraDevices.all()
        let device = cameras.first { $0.path == path }
        var settings = CameraSettings(frameRate: frameRate, locks: wanted)
        if let size {
            settings.format = device?.formats.first { $0.size == size }
            guard settings.format != nil else {
                throw ScanError(.badSetting, "\(path) has no format of \(size.width) x \(size.height) pixels")
            }
        }
        var sound = CaptureSource.Sound.none
        if let microphone {
            // ALSA's names can be programs of a kind: only those that it tells of are taken.
            let known = microphones.map(\.description) + ["alsa:default", "pulse:default"]
            guard known.contains(microphone) else {
                throw ScanError(.badSetting, "there is no microphone \(microphone): ask for the list of sources")
            }
            sound = .microphone(microphone)
        }
        return CameraOpening(
            source: CaptureSource(.device(FilePath(path), settings), sound: sound),
            description: CameraState.Source(kind: "device", name: device?.name ?? path),
            locks: CameraState.Locks(offered: device?.locks ?? [], wanted))
    }
}

extension CameraState.Locks {
    init(offered: CameraLocks = [], _ wanted: CameraLocks = []) {
        exposure = Nullable(offered.contains(.exposure) ? wanted.contains(.exposure) : nil)
        focus = Nullable(offered.contains(.focus) ? wanted.contains(.focus) : nil)
        whiteBalance = Nullable(offered.contains(.whiteBalance) ? wanted.contains(.whiteBalance) : nil)
    }
}

extension CameraLocks {
    fileprivate init(word: String) throws {
        switch word {
        case "exposure": self = .exposure
        case "focus": self = .focus
        case "whiteBalance": self = .whiteBalance
        default: throw ScanError(.badSetting, "\(word) cannot be locked: exposure, focus and whiteBalance can")
        }
    }
}

extension String {
    /// What follows the prefix, when there is something.
    fileprivate func wholeMatch(prefix: String) -> Substring? {
        guard hasPrefix(prefix), count > prefix.count else { return nil }
        return dropFirst(prefix.count)
    }
}

/// The cameras and microphones of this machine.
enum CameraDevices {
    /// Asks them on a thread of its own, which may wait for them.
    static func all() async -> (cameras: [CameraDevice], microphones: [Microphone]) {
        await OwnThread.run { (CameraDevice.all(), Microphone.all()) }
    }
}

/// The list of sources as the API writes it.
struct CameraSourcesJSON: Encodable, Sendable {
    struct Format: Encodable, Sendable {
        let width: Int
        let height: Int
        let code: String
        let frameRates: [Double]
    }

    struct Camera: Encodable, Sendable {
        let path: String
        let name: String
        let formats: [Format]
    }

    struct Sound: Encodable, Sendable {
        let id: String
        let name: String
    }

    let cameras: [Camera]
    let microphones: [Sound]

    init(_ devices: (cameras: [CameraDevice], microphones: [Microphone])) {
        cameras = devices.cameras.map { camera in
            Camera(
                path: camera.path, name: camera.name,
                formats: camera.formats.map {
                    Format(width: $0.size.width, height: $0.size.height, code: $0.code, frameRates: $0.frameRates)
                })
        }
        microphones = devices.microphones.map { Sound(id: $0.description, name: $0.name) }
    }
}
