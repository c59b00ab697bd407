public import Imaging

/// How a camera is opened.
public struct CameraSettings: Hashable, Sendable {
    /// The device's format; `nil` for the largest up to 1920 × 1080 that has at least 24 pictures a second.
    package var format: CameraFormat?
    /// Pictures a second; `nil` for the most that the format has, up to 60.
    package var frameRate: Double?
    /// The adjustments that are locked after half a second, once the camera has settled.
    package var locks: CameraLocks

    /// The rates that a person may ask for, and those of a camera that are believed.
    package static let frameRates = 0.001...1000.0

    /// Creates settings. The camera decides what is left out.
    public init(format: CameraFormat? = nil, frameRate: Double? = nil) {
        self.init(format: format, frameRate: frameRate, locks: [])
    }

    package init(format: CameraFormat? = nil, frameRate: Double? = nil, locks: CameraLocks) {
        self.locks = locks
        self.format = format
        self.frameRate = frameRate
    }
}

/// The adjustments that a camera does not change by itself. A scan shows every adjustment as a band.
package struct CameraLocks: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Locks the exposure.
    package static let exposure = CameraLocks(rawValue: 1)
    /// Locks the focus.
    package static let focus = CameraLocks(rawValue: 2)
    /// Locks the white balance.
    package static let whiteBalance = CameraLocks(rawValue: 4)
}

/// A format of a camera's pictures.
public struct CameraFormat: Hashable, Sendable {
    /// The V4L2 code of four letters: `MJPG`, `YUYV`, `NV12`, …
    package var code: String
    /// The width and height in pixels.
    public var size: PixelSize
    /// The rates that the camera offers, in pictures a second, the highest first.
    public var frameRates: [Double] = []
}

/// A camera of this machine.
public struct CameraDevice: Hashable, Sendable {
    /// The path of the device, such as `/dev/video0`.
    public var path: String
    /// The name that the driver gives.
    public var name: String
    /// The supported formats, the largest first.
    public var formats: [CameraFormat]
    /// The adjustments that can be locked.
    package var locks: CameraLocks

    /// Returns the cameras that exist now and may be opened. Blocks.
    public static func all() -> [CameraDevice] {
        (0..<64).compactMap { number in
            let path = "/dev/video\(number)"
            guard let camera = try? VideoDevice(path, system: LinuxVideoSystem()) else { return nil }
            let device = camera.description(path: path)
            return device.formats.isEmpty ? nil : device
        }
    }
}
