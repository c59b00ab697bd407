import CFFmpeg

/// Converts decoded sound to 32-bit floating point with one or two channels, at its own rate.
final class SoundConverter {
    private let name: String
    private var context: OpaquePointer?
    private var input: (format: Int32, rate: Int32, channels: Int32) = (-1, 0, 0)
    /// The format of the first frame, to which later ones are converted.
    private(set) var format: AudioChunk.Format?

    init(name: String) {
        self.name = name
    }

    deinit {
        swr_free(&context)
    }

    /// Returns the format for these parameters.
    static func format(sampleRate: Int32, channels: Int32) -> AudioChunk.Format {
        let rate = (8_000...192_000).contains(sampleRate) ? Int(sampleRate) : 48_000
        return AudioChunk.Format(sampleRate: rate, channels: channels == 1 ? 1 : 2)
    }

    /// Converts a frame of sound.
    ///
    /// - Returns: interleaved samples; empty when the frame has none.
    func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(MovieError) -> (AudioChunk.Format, [Float]) {
        let (rate, channels) = (frame.pointee.sample_rate, frame.pointee.ch_layout.nb_channels)
        guard rate > 0, channels > 0, channels <= 64 else {
            throw MovieError(.damaged, of: name, "its sound has \(channels) channels at \(rate) Hz")
        }
        let format = format ?? Self.format(sampleRate: rate, channels: channels)
        self.format = format
        try prepare(frame, format: format)
        let room = Int(swr_get_out_samples(context, frame.pointee.nb_samples))
        guard room > 0 else { return (format, []) }
        let samples = [Float](unsafeUninitializedCapacity: room * format.channels) { buffer, count in
            buffer.withMemoryRebound(to: UInt8.self) { bytes in
                var output = bytes.baseAddress
                let converted = frame.pointee.extended_data.withMemoryRebound(
                    to: UnsafePointer<UInt8>?.self, capacity: Int(channels)
                ) { swr_convert(context, &output, Int32(room), $0, frame.pointee.nb_samples) }
                count = max(0, Int(converted)) * format.channels
            }
        }
        return (format, samples)
    }

    private func prepare(_ frame: UnsafeMutablePointer<AVFrame>, format: AudioChunk.Format) throws(MovieError) {
        let wanted = (frame.pointee.format, frame.pointee.sample_rate, frame.pointee.ch_layout.nb_channels)
        if context != nil, wanted == (input.format, input.rate, input.channels) { return }
        swr_free(&context)
        var target = AVChannelLayout()
        av_channel_layout_default(&target, Int32(format.channels))
        var source = AVChannelLayout()
        av_channel_layout_copy(&source, &frame.pointee.ch_layout)
        if source.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&source, source.nb_channels) }
        defer { av_channel_layout_uninit(&source) }
        let status = swr_alloc_set_opts2(
            &context, &target, AV_SAMPLE_FMT_FLT, Int32(format.sampleRate), &source,
            AVSampleFormat(frame.pointee.format), frame.pointee.sample_rate, 0, nil)
        guard status >= 0, swr_init(context) >= 0 else {
            throw MovieError(.unknownCodec, of: name, "its sound cannot be converted")
        }
        input = wanted
    }
}
