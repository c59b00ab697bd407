import CFFmpeg
import Imaging

/// The encoder of a movie's pictures.
final class PictureEncoder {
    private(set) var context: UnsafeMutablePointer<AVCodecContext>?
    /// The orientation that the container is to tell of.
    let orientation: ImageOrientation
    /// The time base of frames and packets.
    let timeBase: AVRational
    private let pixels: EncoderPixels
    /// In units of ``timeBase``.
    private let keyInterval: Int64
    private let leastStep: Int64
    private var lastStamp: Int64?
    private var lastKeyStamp: Int64?

    init(_ settings: MovieSettings, first: VideoFormat, frameRate: Double, needsHeader: Bool) throws(MovieError) {
        guard !first.hasAlpha || settings.container.hasAlpha else {
            throw MovieError(.unsupported, "\(settings.codec.rawValue) has no alpha; use WebM with vp9")
        }
        let wanted = EncoderSettings(settings)
        (timeBase, leastStep) = (wanted.timeBase, wanted.leastStep)
        keyInterval = Int64(Double(wanted.timeBase.den) * settings.keyframeInterval)
        let pixels = EncoderPixels(first, settings)
        self.pixels = pixels
        orientation = pixels.format.orientation
        let name = wanted.encoder
        guard let codec = avcodec_find_encoder_by_name(name), let context = avcodec_alloc_context3(codec) else {
            throw MovieError(
                .unsupported,
                "this FFmpeg has no encoder \(name), so it cannot write .\(settings.container.rawValue)")
        }
        self.context = context
        pixels.describe(context)
        context.pointee.time_base = timeBase
        context.pointee.framerate = av_d2q(frameRate, 100_000)
        context.pointee.max_b_frames = 0
        context.pointee.gop_size = Int32(
            max(1, min(600, (frameRate * 2 * settings.keyframeInterval).rounded())))
        context.pointee.thread_count = 2
        if needsHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in wanted.encoderOptions { av_dict_set(&options, key, value, 0) }
        if case .bitrate(let bitrate) = settings.rate { context.pointee.bit_rate = Int64(bitrate) }
        let status = avcodec_open2(context, codec, &options)
        guard status >= 0 else {
            let size = pixels.format.size
            throw MovieError(
                .unsupported,
                "\(settings.codec.rawValue) cannot encode \(size.width) × \(size.height) pixels "
                    + "(\(FFmpegLibrary.words(for: status)))")
        }
    }

    deinit {
        avcodec_free_context(&context)
    }

    /// Encodes a picture. One that comes sooner after the last than the format can tell is left out.
    ///
    /// - Parameters:
    ///   - time: nanoseconds from the movie's start. Two frames never get one stamp.
    ///   - receive: gets each packet that is done.
    func encode(
        _ picture: WrittenPicture, time: Int64, _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        var stamp = av_rescale_q(time, AVRational(num: 1, den: 1_000_000_000), timeBase)
        if let lastStamp {
            guard leastStep == 1 || stamp - lastStamp >= leastStep else { return }
            stamp = max(stamp, lastStamp + 1)
        }
        lastStamp = stamp
        for frame in try pixels.frames(of: picture, stamp: stamp) { try encode(frame, receive) }
    }

    private func encode(
        _ frame: EncoderFrame, _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        let stamp = frame.stamp
        // A keyframe every second, unless the settings say otherwise, at which a fragment begins and to which a player
        // can jump.
        let isKey = lastKeyStamp.map { stamp - $0 >= keyInterval } ?? true
        if isKey { lastKeyStamp = stamp }
        try frame.withFrame { frame throws(MovieError) in
            frame.pointee.pts = stamp
            frame.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
            peel_av_set_progressive(frame)
            av_frame_remove_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX)
            try send(frame, receive)
        }
    }

    func finish(_ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void) throws(MovieError) {
        for frame in try pixels.rest() { try encode(frame, receive) }
        try send(nil, receive)
    }

    private func send(
        _ frame: UnsafeMutablePointer<AVFrame>?, _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        let status = avcodec_send_frame(context, frame)
        guard status >= 0 else {
            throw MovieError(.unsupported, "a picture cannot be encoded (\(FFmpegLibrary.words(for: status)))")
        }
        try Packets.receive(from: context, receive)
    }
}

/// The packets that an encoder has finished.
enum Packets {
    static func receive(
        from context: UnsafeMutablePointer<AVCodecContext>?,
        _ body: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet else { throw MovieError(.outOfMemory, "there is no memory to encode") }
        while avcodec_receive_packet(context, packet) >= 0 {
            defer { av_packet_unref(packet) }
            try body(packet)
        }
    }
}
