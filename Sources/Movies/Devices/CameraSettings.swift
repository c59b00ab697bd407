public import Imaging

/// How a camera is opened.
public struct CameraSettings: Hashable, Sendable {
    /// The device's format; `nil` for the largest up to 1920 × 1080 that has at least 24 pictures a second.
    public var format: CameraFormat?
    /// Pictures a second; `nil` for the most that the format has, up to 60.
    public var frameRate: Double?
    /// What is locked once the camera has had half a second to settle.
    public var locks: CameraLocks

    /// Creates settings. The camera decides what is left out.
    public init(format: CameraFormat? = nil, frameRate: Double? = nil, locks: CameraLocks = []) {
        self.format = format
        self.frameRate = frameRate
        self.locks = locks
    }
}

/// What a camera keeps as it is, instead of adjusting it by itself: a scan shows every adjustment as a band.
public struct CameraLocks: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The exposure stays as it is.
    public static let exposure = CameraLocks(rawValue: 1)
    /// The focus stays as it is.
    public static let focus = CameraLocks(rawValue: 2)
    /// The white balance stays as it is.
    public static let whiteBalance = CameraLocks(rawValue: 4)
}

/// A way in which a camera gives pictures.
public struct CameraFormat: Hashable, Sendable {
    /// The four letters of V4L2: `MJPG`, `YUYV`, `NV12`, …
    public var code: String
    /// The width and height in pixels.
    public var size: PixelSize
    /// Pictures a second that the camera offers, the most first.
    public var frameRates: [Double]

    /// A format that a camera offers.
    public init(code: String, size: PixelSize, frameRates: [Double] = []) {
        self.code = code
        self.size = size
        self.frameRates = frameRates
    }
}

/// A camera of this machine.
public struct CameraDevice: Hashable, Sendable {
    /// Its device file, as `/dev/video0`.
    public var path: String
    /// What its driver calls it.
    public var name: String
    /// Those that can be decoded, the largest first.
    public var formats: [CameraFormat]
    /// What can be locked.
    public var locks: CameraLocks

    /// The cameras that are there now and may be opened. Blocks: ask on a thread that may wait.
    public static func all() -> [CameraDevice] {
        (0..<64).compactMap { number in
            let path = "/dev/video\(number)"
            guard let camera = try? VideoDevice(path, system: LinuxVideoSystem()) else { return nil }
            let device = camera.description(path: path)
            return device.formats.isEmpty ? nil : device
        }
    }
}
