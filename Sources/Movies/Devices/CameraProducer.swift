import CFFmpeg
import Files
import Imaging

/// The pictures of a camera.
final class CameraProducer: SampleProducer {
    private(set) var info: MovieInfo
    private(set) var startedAt: Int64?
    private(set) var lostPictures = 0
    private let path: String
    private let device: VideoDevice
    private let stream: VideoStream
    private let pixels: CameraPixels
    private let decoder: Decoder?
    private let converter: PictureConverter
    private let stopSignal: StopSignal
    private let locks: LockRequest
    private let frame: UnsafeMutablePointer<AVFrame>
    private var sorter: SampleSorter
    private var lastSequence: Int?
    private var frameCount = 0
    private var silentTenths = 0

    init(
        _ path: FilePath, _ settings: CameraSettings, _ options: ReadingOptions, locks: LockRequest,
        stopSignal: StopSignal, system: any VideoSystem = LinuxVideoSystem()
    ) throws(MovieError) {
        try FFmpegLibrary.start()
        self.path = path.description
        self.stopSignal = stopSignal
        self.locks = locks
        device = try VideoDevice(self.path, system: system)
        stream = try VideoStream(device, settings)
        guard let pixels = CameraPixels(code: stream.format.code) else {
            throw MovieError(.unsupported, of: self.path, "its format \(stream.format.code) is not supported")
        }
        try Demuxer.check(
            width: stream.format.size.width, height: stream.format.size.height, limits: options.limits, of: self.path)
        self.pixels = pixels
        let timeBase = AVRational(num: 1, den: 1_000_000_000)
        decoder = pixels == .jpeg ? try Decoder.jpeg(name: self.path, limits: options.limits) : nil
        converter = PictureConverter(
            name: self.path, limits: options.limits, timeBase: timeBase, orientation: .upright, isInterlaced: false)
        info = MovieInfo(isLive: true)
        info.picture = MovieInfo.Picture(
            format: VideoFormat(size: stream.format.size), frameRate: stream.frameRate,
            codec: pixels == .jpeg ? "mjpeg" : "rawvideo", conversions: [])
        sorter = SampleSorter(
            pool: options.pool, stopSignal: stopSignal, hasPicture: true,
            frameDuration: Int64(
                1e9 / (stream.frameRate.flatMap { CameraSettings.frameRates.contains($0) ? $0 : nil } ?? 30)))
        guard let frame = av_frame_alloc() else { throw MovieError(.outOfMemory, of: self.path, "no memory") }
        self.frame = frame
        if !settings.locks.isEmpty { locks.request(settings.locks, afterFrames: Self.settlingFrames) }
    }

    /// The pictures after which a camera has settled: half a second at 30 pictures a second.
    static let settlingFrames = 15
    /// The most waits without a picture, five seconds, after which the camera hangs.
    private static let longestSilence = 50

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    func next() throws(MovieError) -> MovieSample? {
        while true {
            if stopSignal.isStopped { throw .cancelled }
            if let sample = sorter.next() { return sample }
            let isThere: Bool? = try stream.next { buffer throws(MovieError) in
                try take(buffer)
                return true
            }
            silentTenths = isThere == true ? 0 : silentTenths + 1
            guard silentTenths < Self.longestSilence else {
                throw MovieError(.unplugged, of: path, "the camera has given no picture for five seconds")
            }
        }
    }

    private func take(_ buffer: VideoStream.Buffer) throws(MovieError) {
        let lost = lastSequence.map { max(0, buffer.sequence - $0 - 1) } ?? 0
        lastSequence = buffer.sequence
        lose(lost)
        guard !buffer.isDamaged, try decode(buffer.bytes) else { return lose(1) }
        defer { av_frame_unref(frame) }
        startedAt = startedAt ?? buffer.time
        frame.pointee.pts = buffer.time
        for picture in try converter.convert(frame) {
            info.picture?.format = picture.format
            info.picture?.conversions = converter.conversions
            try sorter.add(picture)
        }
        frameCount += 1
        if let wanted = locks.take(afterFrames: frameCount) { device.apply(wanted) }
    }

    private func lose(_ count: Int) {
        lostPictures += count
        sorter.skip(count)
    }

    /// Decodes a picture of the camera.
    ///
    /// - Returns: `false` when the picture is damaged.
    private func decode(_ bytes: UnsafeRawBufferPointer) throws(MovieError) -> Bool {
        switch pixels {
        case .jpeg:
            guard let decoder, !bytes.isEmpty else { return false }
            return try decoder.send(copying: bytes, name: path) == .taken && decoder.receive(frame)
        case .raw(let format):
            return try copy(bytes, format)
        }
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, _ format: AVPixelFormat) throws(MovieError) -> Bool {
        let size = stream.format.size
        frame.pointee.format = format.rawValue
        frame.pointee.width = Int32(size.width)
        frame.pointee.height = Int32(size.height)
        guard av_frame_get_buffer(frame, 64) >= 0 else { throw MovieError(.outOfMemory, of: path, "no memory") }
        var source = AVFrame()
        source.format = format.rawValue
        source.width = frame.pointee.width
        source.height = frame.pointee.height
        guard
            var start = bytes.baseAddress.map({
                UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: UInt8.self)
            })
        else { return false }
        let end = start + bytes.count
        // Planes follow each other. The rows of the other planes are shorter in proportion to their samples.
        let natural = (0..<4).map { Int(av_image_get_linesize(format, Int32(size.width), Int32($0))) }
        for plane in 0..<Int(av_pix_fmt_count_planes(format)) {
            let isPadded = stream.bytesPerRow > natural[0]
            let stride = isPadded ? natural[plane] * stream.bytesPerRow / natural[0] : natural[plane]
            let isChroma =
                plane > 0 && (format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_NV12 || format == AV_PIX_FMT_NV21)
            let rows = isChroma ? (size.height + 1) / 2 : size.height
            guard start + stride * (rows - 1) + natural[plane] <= end else {
                av_frame_unref(frame)
                return false
            }
            withUnsafeMutablePointer(to: &source) { $0.setPlane(plane, start, stride) }
            start += stride * rows
        }
        return withUnsafePointer(to: source) { av_frame_copy(frame, $0) } >= 0
    }
}

extension UnsafeMutablePointer<AVFrame> {
    fileprivate func setPlane(_ plane: Int, _ start: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        switch plane {
        case 0: (pointee.data.0, pointee.linesize.0) = (start, Int32(stride))
        case 1: (pointee.data.1, pointee.linesize.1) = (start, Int32(stride))
        default: (pointee.data.2, pointee.linesize.2) = (start, Int32(stride))
        }
    }
}
