import CVideo4Linux
import Glibc
import Imaging

/// An open camera: its properties, and its pictures as the driver gives them. One thread uses it.
final class VideoDevice {
    let path: String
    let system: any VideoSystem
    let descriptor: Int32
    private(set) var name = ""

    /// Opens a camera.
    ///
    /// - Throws: ``MovieError/Code/notReadable``, ``MovieError/Code/refused``, ``MovieError/Code/busy``,
    ///   ``MovieError/Code/unsupported`` for what is not a camera.
    init(_ path: String, system: any VideoSystem) throws(MovieError) {
        self.path = path
        self.system = system
        descriptor = system.open(path)
        guard descriptor >= 0 else { throw Self.error(-descriptor, path) }
        var capability = v4l2_capability()
        let status = call(peel_v4l2_query_capabilities, &capability)
        guard status >= 0 else {
            throw Self.error(status == -EINVAL ? ENOTTY : -status, path)
        }
        let flags =
            capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
            ? capability.device_caps : capability.capabilities
        guard flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, flags & UInt32(V4L2_CAP_STREAMING) != 0 else {
            throw MovieError(.unsupported, of: path, "it is not a camera that gives pictures")
        }
        name = withUnsafeBytes(of: capability.card) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    deinit {
        if descriptor >= 0 { system.close(descriptor) }
    }

    func call<Argument>(_ request: UInt, _ argument: inout Argument) -> Int32 {
        withUnsafeMutablePointer(to: &argument) { system.call(descriptor, request, $0) }
    }

    /// Returns the error for a device's error number.
    static func error(_ number: Int32, _ path: String) -> MovieError {
        switch number {
        case ENOENT: MovieError(.notReadable, of: path, "there is no such camera")
        case EACCES, EPERM:
            MovieError(.refused, of: path, "permission denied: the user has to be in the group \"video\"")
        case ENOTTY: MovieError(.unsupported, of: path, "it is not a camera")
        case EBUSY: MovieError(.busy, of: path, "another program uses the camera")
        case ENODEV, ENXIO, EIO: MovieError(.unplugged, of: path, "the camera was unplugged or switched off")
        default: MovieError(.notReadable, of: path, String(cString: strerror(number)))
        }
    }

    func check(_ status: Int32) throws(MovieError) {
        if status < 0 { throw Self.error(-status, path) }
    }

    // MARK: What it has

    func description(path: String) -> CameraDevice {
        CameraDevice(path: path, name: name, formats: formats(), locks: locks())
    }

    func formats() -> [CameraFormat] {
        var formats: [CameraFormat] = []
        for index in 0..<64 {
            var description = v4l2_fmtdesc()
            description.index = UInt32(index)
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard call(peel_v4l2_enumerate_formats, &description) >= 0 else { break }
            let code = FourLetters.text(description.pixelformat)
            guard CameraPixels(code: code) != nil else { continue }
            formats += sizes(description.pixelformat).map { size in
                CameraFormat(code: code, size: size, frameRates: rates(description.pixelformat, size))
            }
        }
        return formats.sorted { ($0.size.area, $1.code) > ($1.size.area, $0.code) }
    }

    private func sizes(_ code: UInt32) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for index in 0..<256 {
            var entry = v4l2_frmsizeenum()
            entry.index = UInt32(index)
            entry.pixel_format = code
            guard call(peel_v4l2_enumerate_sizes, &entry) >= 0 else { break }
            guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                // The usual sizes within a range.
                let range = entry.stepwise
                return [(640, 480), (1280, 720), (1920, 1080), (3840, 2160)].compactMap { width, height in
                    (Int(range.min_width)...Int(max(range.min_width, range.max_width))).contains(width)
                        && (Int(range.min_height)...Int(max(range.min_height, range.max_height))).contains(height)
                        ? PixelSize(width: width, height: height) : nil
                }
            }
            sizes.append(PixelSize(width: Int(entry.discrete.width), height: Int(entry.discrete.height)))
        }
        return sizes
    }

    private func rates(_ code: UInt32, _ size: PixelSize) -> [Double] {
        var rates: [Double] = []
        for index in 0..<64 {
            var entry = v4l2_frmivalenum()
            entry.index = UInt32(index)
            entry.pixel_format = code
            entry.width = UInt32(size.width)
            entry.height = UInt32(size.height)
            guard call(peel_v4l2_enumerate_intervals, &entry) >= 0 else { break }
            let isDiscrete = entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            let interval = isDiscrete ? entry.discrete : entry.stepwise.min
            if interval.numerator > 0 { rates.append(Double(interval.denominator) / Double(interval.numerator)) }
            if !isDiscrete { break }
        }
        return rates.sorted(by: >)
    }

    // MARK: Locks

    private static let controls: [(lock: CameraLocks, id: UInt32, locked: Int32, free: Int32)] = [
        // 1 is manual; with 3 the camera chooses the time for the given aperture.
        (.exposure, peel_v4l2_exposure, 1, 3), (.focus, peel_v4l2_focus, 0, 1),
        (.whiteBalance, peel_v4l2_white_balance, 0, 1),
    ]

    func locks() -> CameraLocks {
        var locks: CameraLocks = []
        for control in Self.controls {
            var query = v4l2_queryctrl()
            query.id = control.id
            guard call(peel_v4l2_query_control, &query) >= 0 else { continue }
            if query.flags & peel_v4l2_control_is_disabled == 0 { locks.insert(control.lock) }
        }
        return locks
    }

    /// Locks these adjustments and frees the others, if the camera has them.
    func apply(_ locks: CameraLocks) {
        let has = self.locks()
        for control in Self.controls where has.contains(control.lock) {
            var change = v4l2_control(
                id: control.id, value: locks.contains(control.lock) ? control.locked : control.free)
            if call(peel_v4l2_set_control, &change) < 0, !locks.contains(control.lock) {
                // Cameras without an aperture use 0 for "automatic".
                change.value = 0
                if control.lock == .exposure { _ = call(peel_v4l2_set_control, &change) }
            }
        }
    }
}

/// The V4L2 names of pixel formats: four letters in a number.
enum FourLetters {
    static func text(_ code: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(code >> (8 * $0) & 0x7F) }, as: UTF8.self)
    }

    static func code(_ text: String) -> UInt32 {
        text.utf8.prefix(4).enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    }
}
