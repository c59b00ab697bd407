// `timeval` belongs to the C module that the compiler reads first.
import CFFmpeg
import CVideo4Linux
import Glibc
import Imaging

/// The stream of a camera, in memory shared with the driver.
final class VideoStream {
    struct Buffer {
        let bytes: UnsafeRawBufferPointer
        /// The time on the monotonic clock in nanoseconds.
        let time: Int64
        /// The number of the picture, including dropped ones.
        let sequence: Int
        let isDamaged: Bool
    }

    let format: CameraFormat
    let frameRate: Double?
    /// The bytes from row to row of the first plane.
    let bytesPerRow: Int
    private let device: VideoDevice
    private var memory: [UnsafeMutableRawBufferPointer] = []
    private static let bufferCount: UInt32 = 6

    init(_ device: VideoDevice, _ settings: CameraSettings) throws(MovieError) {
        self.device = device
        let formats = device.formats()
        let wanted = try Self.choose(settings, from: formats, device.path)
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        format.fmt.pix.width = UInt32(wanted.size.width)
        format.fmt.pix.height = UInt32(wanted.size.height)
        format.fmt.pix.pixelformat = FourLetters.code(wanted.code)
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        let status = device.call(peel_v4l2_set_format, &format)
        try device.check(status)
        // Drivers may choose another size than the requested one.
        let got = CameraFormat(
            code: FourLetters.text(format.fmt.pix.pixelformat),
            size: PixelSize(width: Int(format.fmt.pix.width), height: Int(format.fmt.pix.height)),
            frameRates: wanted.frameRates)
        guard got.code == wanted.code, got.size.area > 0 else {
            throw MovieError(.unsupported, of: device.path, "it does not support \(wanted.code) at this size")
        }
        self.format = got
        bytesPerRow = Int(format.fmt.pix.bytesperline)
        frameRate = Self.setRate(device, settings.frameRate ?? wanted.frameRates.first { $0 <= 60 })
        try start()
    }

    deinit {
        var type = Int32(bitPattern: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        _ = device.call(peel_v4l2_stream_off, &type)
        unmap()
    }

    private func unmap() {
        for piece in memory { if let start = piece.baseAddress { device.system.unmap(start, length: piece.count) } }
        memory = []
    }

    private static func choose(
        _ settings: CameraSettings, from formats: [CameraFormat], _ path: String
    ) throws(MovieError) -> CameraFormat {
        if let wanted = settings.format {
            guard let format = formats.first(where: { $0.code == wanted.code && $0.size == wanted.size }) else {
                throw MovieError(
                    .unsupported, of: path,
                    "it has no \(wanted.code) of \(wanted.size.width) × \(wanted.size.height) pixels")
            }
            return format
        }
        let fast = formats.filter { $0.size.area <= 1920 * 1080 && ($0.frameRates.first ?? 30) >= 24 }
        guard let format = fast.first ?? formats.last else {
            throw MovieError(.unsupported, of: path, "it has no supported picture format")
        }
        return format
    }

    private static func setRate(_ device: VideoDevice, _ rate: Double?) -> Double? {
        guard let rate, rate > 0 else { return nil }
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: 1_000, denominator: UInt32((rate * 1_000).rounded()))
        guard device.call(peel_v4l2_set_parameters, &parameters) >= 0 else { return rate }
        let got = parameters.parm.capture.timeperframe
        return got.numerator > 0 ? Double(got.denominator) / Double(got.numerator) : rate
    }

    private func start() throws(MovieError) {
        var request = v4l2_requestbuffers()
        request.count = Self.bufferCount
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try device.check(device.call(peel_v4l2_request_buffers, &request))
        do throws(MovieError) {
            for index in 0..<min(request.count, 32) {
                var buffer = Self.buffer(index)
                try device.check(device.call(peel_v4l2_query_buffer, &buffer))
                let length = Int(buffer.length)
                guard let start = device.system.map(device.descriptor, length: length, offset: Int(buffer.m.offset))
                else {
                    throw MovieError(.outOfMemory, of: device.path, "its memory cannot be mapped")
                }
                memory.append(UnsafeMutableRawBufferPointer(start: start, count: length))
                try device.check(device.call(peel_v4l2_queue_buffer, &buffer))
            }
            var type = Int32(bitPattern: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            try device.check(device.call(peel_v4l2_stream_on, &type))
        } catch {
            unmap()
            throw error
        }
    }

    private static func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    /// Calls `body` with the next picture. Its memory then goes back to the driver.
    ///
    /// - Returns: `nil` when none came within a tenth of a second.
    func next<Result>(_ body: (Buffer) throws(MovieError) -> Result) throws(MovieError) -> Result? {
        let ready = device.system.wait(device.descriptor, milliseconds: 100)
        try device.check(ready)
        guard ready > 0 else { return nil }
        var buffer = Self.buffer(0)
        let status = device.call(peel_v4l2_dequeue_buffer, &buffer)
        if status == -EAGAIN { return nil }
        try device.check(status)
        guard Int(buffer.index) < memory.count else { return nil }
        let used = min(Int(buffer.bytesused), memory[Int(buffer.index)].count)
        let isMonotonic = buffer.flags & peel_v4l2_timestamps == peel_v4l2_monotonic
        let stamp = Int64(buffer.timestamp.tv_sec) * 1_000_000_000 + Int64(buffer.timestamp.tv_usec) * 1_000
        let picture = Buffer(
            bytes: UnsafeRawBufferPointer(rebasing: memory[Int(buffer.index)][..<used]),
            time: isMonotonic && stamp > 0 ? stamp : MonotonicClock.now, sequence: Int(buffer.sequence),
            isDamaged: buffer.flags & peel_v4l2_damaged != 0 || used == 0)
        let result: Swift.Result<Result, MovieError>
        do throws(MovieError) {
            result = .success(try body(picture))
        } catch {
            result = .failure(error)
        }
        var free = Self.buffer(buffer.index)
        try device.check(device.call(peel_v4l2_queue_buffer, &free))
        return try result.get()
    }
}
