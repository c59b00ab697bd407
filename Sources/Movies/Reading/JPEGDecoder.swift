import CFFmpeg
import Imaging

/// Decodes the JPEG pictures of one source to planar YUV, without RGB in between.
///
/// Each picture keeps its own size. Not Sendable: its owner calls it from one task. Decoding blocks the calling thread.
package final class JPEGDecoder {
    private let name: String
    private let limits: MovieLimits
    private let pool: FramePool
    private let frame: UnsafeMutablePointer<AVFrame>
    /// The decoder, replaced after a damaged picture, of which it might keep something.
    private var decoder: Decoder?
    private var converter: (size: PixelSize, converter: PictureConverter)?

    /// Creates a decoder for one stream.
    ///
    /// - Parameters:
    ///   - name: of the source, for errors.
    ///   - pool: where the frames have their places.
    package init(name: String, limits: MovieLimits = MovieLimits(), pool: FramePool) throws(MovieError) {
        try FFmpegLibrary.start()
        self.name = name
        self.limits = limits
        self.pool = pool
        guard let frame = av_frame_alloc() else { throw MovieError(.outOfMemory, of: name, "no memory") }
        self.frame = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Decodes a JPEG picture.
    ///
    /// - Parameters:
    ///   - number: counts the frames of the source from 0.
    ///   - time: nanoseconds since the source's first frame.
    /// - Throws: ``MovieError/Code/damaged`` for what is not a whole JPEG picture, ``MovieError/Code/limit``,
    ///   ``MovieError/Code/poolExhausted``.
    package func decode(_ bytes: ArraySlice<UInt8>, number: Int, time: Int64) throws(MovieError) -> VideoFrame {
        let damaged = MovieError(.damaged, of: name, "frame \(number) is not a whole JPEG picture")
        // The end is checked first, because a picture that ends too soon would be grey below.
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2).elementsEqual([0xFF, 0xD9]) else { throw damaged }
        let decoder =
            if let decoder { decoder } else { try Decoder.jpeg(name: name, limits: limits, isStrict: true) }
        self.decoder = nil
        let sent = try bytes.span.withUnsafeBytes { (bytes) throws(MovieError) in
            try decoder.send(copying: bytes, name: name)
        }
        guard sent == .taken, decoder.receive(frame) else { throw damaged }
        self.decoder = decoder
        defer { av_frame_unref(frame) }
        let size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        let pictures = try converter(for: size).convert(frame)
        guard let lease = pool.takePlace() else {
            throw MovieError(.poolExhausted, "all \(pool.capacity) frames of the pool are in use")
        }
        guard let picture = pictures.last else {
            lease.end()
            throw damaged
        }
        picture.planes.hold(lease)
        return VideoFrame(format: picture.format, number: number, time: time, duration: nil, planes: picture.planes)
    }

    /// Returns a converter for a size. A converter scales all to the size of its first frame.
    private func converter(for size: PixelSize) -> PictureConverter {
        if let converter, converter.size == size { return converter.converter }
        let made = PictureConverter(
            name: name, limits: limits, timeBase: AVRational(num: 1, den: 1_000_000_000), orientation: .upright,
            isInterlaced: false)
        converter = (size, made)
        return made
    }
}

extension Decoder {
    /// Creates a decoder of single JPEG pictures, as from cameras and browsers.
    static func jpeg(name: String, limits: MovieLimits, isStrict: Bool = false) throws(MovieError) -> Decoder {
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        guard let parameters else { throw MovieError(.outOfMemory, of: name, "no memory") }
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = AV_CODEC_ID_MJPEG
        // One thread, because several would hold a picture back.
        return try Decoder(
            parameters, timeBase: AVRational(num: 1, den: 1_000_000_000), name: name, limits: limits, threads: 1,
            isStrict: isStrict)
    }

    func send(copying bytes: UnsafeRawBufferPointer, name: String) throws(MovieError) -> Sent {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet, let source = bytes.baseAddress, av_new_packet(packet, Int32(clamping: bytes.count)) >= 0
        else {
            throw MovieError(.outOfMemory, of: name, "there is no memory for a picture of \(bytes.count) bytes")
        }
        UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory(from: source, byteCount: bytes.count)
        return send(packet)
    }
}
