import CFFmpeg
import Imaging

/// The encoder of a movie's pictures.
final class PictureEncoder {
    private(set) var context: UnsafeMutablePointer<AVCodecContext>?
    let frames: EncoderFrames
    /// The time base of frames and packets.
    static let timeBase = AVRational(num: 1, den: 90_000)
    private var lastStamp: Int64?
    private var lastKeyStamp: Int64?

    init(_ settings: MovieSettings, first: VideoFormat, frameRate: Double, needsHeader: Bool) throws(MovieError) {
        guard !first.hasAlpha || settings.codec == .vp9 else {
            throw MovieError(.unsupported, "\(settings.codec.rawValue) has no alpha; use WebM with vp9")
        }
        frames = EncoderFrames(first, turning: settings.container == .webm)
        let name = settings.codec == .h264 ? "libx264" : "libvpx-vp9"
        guard let codec = avcodec_find_encoder_by_name(name), let context = avcodec_alloc_context3(codec) else {
            throw MovieError(.unsupported, "this FFmpeg has no encoder \(name)")
        }
        self.context = context
        let format = frames.format
        context.pointee.width = Int32(format.size.width)
        context.pointee.height = Int32(format.size.height)
        context.pointee.pix_fmt = format.pixelFormat
        context.pointee.time_base = Self.timeBase
        context.pointee.framerate = av_d2q(frameRate, 100_000)
        context.pointee.sample_aspect_ratio = AVRational(
            num: Int32(format.pixelAspect.width), den: Int32(format.pixelAspect.height))
        context.pointee.colorspace = format.matrix.colorSpace
        context.pointee.color_range = format.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        // Wide primaries were converted on reading, so BT.2020's matrix alone does not imply them.
        context.pointee.color_primaries = format.matrix == .bt601 ? AVCOL_PRI_SMPTE170M : AVCOL_PRI_BT709
        context.pointee.color_trc = AVCOL_TRC_BT709
        context.pointee.max_b_frames = 0
        context.pointee.gop_size = Int32(max(1, min(600, (frameRate * 2).rounded())))
        context.pointee.thread_count = 2
        if needsHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in Self.options(settings) { av_dict_set(&options, key, value, 0) }
        if case .bitrate(let bitrate) = settings.rate { context.pointee.bit_rate = Int64(bitrate) }
        let status = avcodec_open2(context, codec, &options)
        guard status >= 0 else {
            throw MovieError(
                .unsupported,
                "\(settings.codec.rawValue) cannot encode \(format.size.width) × \(format.size.height) pixels "
                    + "(\(FFmpegLibrary.words(for: status)))")
        }
    }

    deinit {
        avcodec_free_context(&context)
    }

    private static func options(_ settings: MovieSettings) -> [String: String] {
        var options: [String: String] = [:]
        switch settings.codec {
        case .h264:
            options["preset"] = ["ultrafast", "veryfast", "medium"][settings.speed.index]
            if case .quality(let quality) = settings.rate { options["crf"] = "\(40 - 30 * Double(quality) / 100)" }
        case .vp9:
            options["deadline"] = settings.speed == .balanced ? "good" : "realtime"
            options["cpu-used"] = ["8", "6", "4"][settings.speed.index]
            options["row-mt"] = "1"
            options["lag-in-frames"] = "0"
            options["auto-alt-ref"] = "0"
            if case .quality(let quality) = settings.rate {
                options["crf"] = "\(Int((55 - 40 * Double(quality) / 100).rounded()))"
                options["b"] = "0"
            }
        }
        return options
    }

    /// Encodes a frame.
    ///
    /// - Parameters:
    ///   - time: nanoseconds from the movie's start. Two frames never get one stamp.
    ///   - receive: gets each packet that is done.
    func encode(
        _ frame: VideoFrame, time: Int64, _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        let fitted = try frames.fitted(frame)
        var stamp = av_rescale_q(time, AVRational(num: 1, den: 1_000_000_000), Self.timeBase)
        if let lastStamp { stamp = max(stamp, lastStamp + 1) }
        lastStamp = stamp
        // A keyframe every second, at which a fragment begins and to which a player can jump.
        let isKey = lastKeyStamp.map { stamp - $0 >= Int64(Self.timeBase.den) } ?? true
        if isKey { lastKeyStamp = stamp }
        var copy: UnsafeMutablePointer<AVFrame>? = fitted.planes.withFrame { av_frame_clone($0) }
        defer { av_frame_free(&copy) }
        guard let copy else { throw MovieError(.outOfMemory, "there is no memory to encode a frame") }
        copy.describe(fitted.format)
        copy.pointee.pts = stamp
        copy.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        peel_av_set_progressive(copy)
        av_frame_remove_side_data(copy, AV_FRAME_DATA_DISPLAYMATRIX)
        try send(copy, receive)
    }

    func finish(_ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void) throws(MovieError) {
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

extension MovieSettings.Speed {
    fileprivate var index: Int { self == .fastest ? 0 : self == .fast ? 1 : 2 }
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
