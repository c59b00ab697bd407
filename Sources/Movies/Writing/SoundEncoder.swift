import CFFmpeg

/// The encoder of a movie's sound. It keeps sound in step with the pictures by adding silence or dropping sound.
final class SoundEncoder {
    private(set) var context: UnsafeMutablePointer<AVCodecContext>?
    private var resampler: OpaquePointer?
    private let input: AudioChunk.Format
    /// Samples that wait for a whole frame, interleaved, at the encoder's rate.
    private var waiting: [Float] = []
    /// The moments of input so far, including silence.
    private var taken: Int64 = 0
    /// The moments passed to the encoder.
    private var encoded: Int64 = 0
    /// The difference between picture and sound, in nanoseconds, from which on silence is added or sound is dropped.
    static let tolerance: Int64 = 20_000_000

    init(_ settings: MovieSettings.Sound, input: AudioChunk.Format, needsHeader: Bool) throws(MovieError) {
        self.input = input
        let name = settings.codec == .aac ? "aac" : "libopus"
        guard let codec = avcodec_find_encoder_by_name(name), let context = avcodec_alloc_context3(codec) else {
            throw MovieError(.unsupported, "this FFmpeg has no encoder \(name)")
        }
        self.context = context
        let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
        let rate = settings.codec == .opus || !rates.contains(input.sampleRate) ? 48_000 : input.sampleRate
        context.pointee.sample_rate = Int32(rate)
        context.pointee.sample_fmt = settings.codec == .aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT
        av_channel_layout_default(&context.pointee.ch_layout, Int32(input.channels))
        context.pointee.bit_rate = Int64(settings.bitrate)
        context.pointee.time_base = AVRational(num: 1, den: Int32(rate))
        if needsHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        let status = avcodec_open2(context, codec, nil)
        guard status >= 0 else {
            throw MovieError(
                .unsupported,
                "\(settings.codec.rawValue) cannot encode \(input.channels) channels at \(input.sampleRate) Hz "
                    + "(\(FFmpegLibrary.words(for: status)))")
        }
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, Int32(input.channels))
        var inputLayout = layout
        let isMade = swr_alloc_set_opts2(
            &resampler, &layout, AV_SAMPLE_FMT_FLT, Int32(rate), &inputLayout, AV_SAMPLE_FMT_FLT,
            Int32(input.sampleRate), 0,
            nil)
        guard isMade >= 0, swr_init(resampler) >= 0 else {
            throw MovieError(.unsupported, "sound at \(input.sampleRate) Hz cannot be converted")
        }
    }

    deinit {
        swr_free(&resampler)
        avcodec_free_context(&context)
    }

    /// The number of encoded moments.
    var frameCount: Int { Int(encoded) }

    /// Encodes a chunk of sound.
    ///
    /// - Parameter time: of the chunk's first sample, in nanoseconds from the movie's start; may be negative.
    func encode(
        _ chunk: AudioChunk, time: Int64, _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        guard chunk.format == input else {
            throw MovieError(
                .unsupported,
                "the sound changed from \(input.channels) channels at \(input.sampleRate) Hz to "
                    + "\(chunk.format.channels) at \(chunk.format.sampleRate): start a new movie")
        }
        let position = taken.scaled(by: 1_000_000_000, over: Int64(input.sampleRate))
        var samples = chunk.samples[...]
        if time > position + Self.tolerance {
            try addSilence(nanoseconds: time - position, receive)
        } else if time < position - Self.tolerance || time < 0 {
            let late = Int((position - time).scaled(by: Int64(input.sampleRate), over: 1_000_000_000))
            samples = samples.dropFirst(min(samples.count, late * input.channels))
        }
        try take(Array(samples), receive)
    }

    /// Adds silence in pieces of a second, so that a long gap takes no memory.
    private func addSilence(
        nanoseconds: Int64, _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        var left = nanoseconds.scaled(by: Int64(input.sampleRate), over: 1_000_000_000)
        while left > 0 {
            let count = min(left, Int64(input.sampleRate))
            try take([Float](repeating: 0, count: Int(count) * input.channels), receive)
            left -= count
        }
    }

    private func take(
        _ samples: [Float], _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        guard !samples.isEmpty else { return }
        taken += Int64(samples.count / input.channels)
        waiting += resampled(samples)
        try encodeWholeFrames(receive)
    }

    private func resampled(_ samples: [Float]?) -> [Float] {
        let count = (samples?.count ?? 0) / input.channels
        let room = Int(swr_get_out_samples(resampler, Int32(count)))
        guard room > 0 else { return [] }
        return [Float](unsafeUninitializedCapacity: room * input.channels) { buffer, used in
            buffer.withMemoryRebound(to: UInt8.self) { bytes in
                var output = bytes.baseAddress
                let made: Int32
                if let samples {
                    made = samples.withUnsafeBytes { source in
                        var start = source.bindMemory(to: UInt8.self).baseAddress
                        return swr_convert(resampler, &output, Int32(room), &start, Int32(count))
                    }
                } else {
                    made = swr_convert(resampler, &output, Int32(room), nil, 0)
                }
                used = max(0, Int(made)) * input.channels
            }
        }
    }

    func finish(_ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void) throws(MovieError) {
        waiting += resampled(nil)
        try encodeWholeFrames(receive)
        if !waiting.isEmpty {
            let frameSize = Int(context?.pointee.frame_size ?? 1024)
            waiting += [Float](repeating: 0, count: frameSize * input.channels - waiting.count)
            try encodeWholeFrames(receive)
        }
        guard avcodec_send_frame(context, nil) >= 0 else { return }
        try Packets.receive(from: context, receive)
    }

    private func encodeWholeFrames(
        _ receive: (UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Void
    ) throws(MovieError) {
        guard let context else { return }
        let frameSize = max(1, Int(context.pointee.frame_size))
        let count = frameSize * input.channels
        var start = 0
        while waiting.count - start >= count {
            var frame = av_frame_alloc()
            defer { av_frame_free(&frame) }
            guard let frame else { throw MovieError(.outOfMemory, "there is no memory to encode sound") }
            frame.pointee.nb_samples = Int32(frameSize)
            frame.pointee.format = context.pointee.sample_fmt.rawValue
            frame.pointee.sample_rate = context.pointee.sample_rate
            av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout)
            guard av_frame_get_buffer(frame, 0) >= 0 else {
                throw MovieError(.outOfMemory, "there is no memory to encode sound")
            }
            fill(frame, waiting[start..<start + count])
            frame.pointee.pts = encoded
            encoded += Int64(frameSize)
            start += count
            guard avcodec_send_frame(context, frame) >= 0 else {
                throw MovieError(.unsupported, "a piece of sound cannot be encoded")
            }
            try Packets.receive(from: context, receive)
        }
        waiting.removeFirst(start)
    }

    private func fill(_ frame: UnsafeMutablePointer<AVFrame>, _ samples: ArraySlice<Float>) {
        let channels = input.channels
        let isPlanar = frame.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue
        for channel in 0..<(isPlanar ? channels : 1) {
            guard let plane = frame.pointee.extended_data[channel] else { continue }
            let target = UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Float.self)
            if isPlanar {
                for index in 0..<samples.count / channels {
                    target[index] = samples[samples.startIndex + index * channels + channel]
                }
            } else {
                for index in 0..<samples.count { target[index] = samples[samples.startIndex + index] }
            }
        }
    }
}

extension Int64 {
    /// `self * factor / divisor` for positive ones, whose product may be no Int64: nanoseconds of a day times samples.
    fileprivate func scaled(by factor: Int64, over divisor: Int64) -> Int64 {
        let (whole, rest) = quotientAndRemainder(dividingBy: divisor)
        return whole * factor + rest * factor / divisor
    }
}
