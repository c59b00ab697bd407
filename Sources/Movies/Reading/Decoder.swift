import CFFmpeg

/// The decoder of one track: packets in, frames out.
final class Decoder {
    private(set) var context: UnsafeMutablePointer<AVCodecContext>?

    /// The allowed decoders: what cameras, phones and editors write. FFmpeg has several hundred more.
    static let names: Set<String> = [
        "h264", "hevc", "vp8", "vp9", "libdav1d", "av1", "mjpeg", "mpeg1video", "mpeg2video", "mpeg4", "msmpeg4",
        "h263",
        "msmpeg4v2", "flv", "vc1", "wmv1", "wmv2", "wmv3", "theora", "prores", "dnxhd", "dvvideo", "ffv1", "huffyuv",
        "ffvhuff", "utvideo", "rawvideo", "png", "apng", "gif", "qtrle", "cinepak", "svq3", "yuv4", "v210",
        "wrapped_avframe",
        "aac", "mp3float", "mp3", "mp2float", "mp2", "opus", "libopus", "vorbis", "ac3", "eac3", "flac", "alac",
        "amrnb", "amrwb", "wmav1", "wmav2", "wmapro", "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "pcm_s16le",
        "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_u8", "pcm_s8", "pcm_f32le", "pcm_f32be",
        "pcm_f64le", "pcm_mulaw", "pcm_alaw",
    ]

    /// Opens a decoder of the allowed codecs.
    ///
    /// - Parameters:
    ///   - threads: how many decode at once: whole frames where the codec can, else slices.
    ///   - isStrict: whether a damaged frame is refused, instead of shown as far as it goes.
    init(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, name: String, limits: MovieLimits,
        threads: Int, isStrict: Bool = false
    ) throws(MovieError) {
        let id = parameters.pointee.codec_id
        let codecName = String(cString: avcodec_get_name(id))
        guard let codec = avcodec_find_decoder(id), Self.names.contains(String(cString: codec.pointee.name)) else {
            throw MovieError(.unknownCodec, of: name, "its codec \"\(codecName)\" is not supported")
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw MovieError(.outOfMemory, of: name, "there is no memory for its decoder")
        }
        self.context = context
        avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = timeBase
        context.pointee.max_pixels = Int64(limits.pixels)
        context.pointee.thread_count = Int32(threads)
        context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        if isStrict { context.pointee.err_recognition |= AV_EF_EXPLODE }
        let status = avcodec_open2(context, codec, nil)
        guard status >= 0 else {
            throw MovieError(
                .damaged, of: name,
                "its codec \"\(codecName)\" cannot be set up (\(FFmpegLibrary.words(for: status)))")
        }
    }

    deinit {
        avcodec_free_context(&context)
    }

    enum Sent {
        case taken
        /// Frames must be received before more packets can be sent.
        case full
        case damaged
    }

    /// Gives a packet to the decoder; `nil` at the end of the track.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Sent {
        let status = avcodec_send_packet(context, packet)
        if status == peel_av_again { return .full }
        return status >= 0 || status == peel_av_end_of_file ? .taken : .damaged
    }

    /// Receives the next frame. Returns `false` if the decoder needs a packet first, or has given all frames.
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        avcodec_receive_frame(context, frame) >= 0
    }
}
