import CFFmpeg
import Files
import Imaging

/// A movie that is being written: encoders and container. Every call blocks; one thread uses it.
///
/// MP4 is written in fragments of a second, each flushed to the file: a movie plays up to its last whole fragment
/// whatever happens to the program or the disk.
final class MovieFile {
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let output: OutputContext
    private let settings: MovieSettings
    private let pictures: PictureEncoder
    private let sound: SoundEncoder?
    private let frameRate: Double
    private let frameDuration: Int64
    private var start: Int64?
    private var lastTime: Int64 = 0
    /// How long the last picture is shown, if that was said.
    private var saidDuration: Int64?
    /// How long the last picture is shown: as was said, unless that is the mean but for a file's rounding.
    private var lastDuration: Int64 {
        guard let saidDuration, abs(saidDuration - frameDuration) > 1_000_000 else { return frameDuration }
        return saidDuration
    }
    private var frameCount = 0
    private var early: [AudioChunk] = []
    /// The dropped sound in nanoseconds.
    private var droppedSound: Int64 = 0
    /// The file's length up to its last whole part.
    private var wholeLength = 0
    /// The last picture's packet, until the next one tells how long it is shown.
    private var held: UnsafeMutablePointer<AVPacket>?
    private var isFragmented: Bool { settings.container == .mp4 }

    init(
        _ path: FilePath, _ settings: MovieSettings, first: VideoFormat, sound soundFormat: AudioChunk.Format?,
        frameRate: Double, followingLinks: Bool = true
    ) throws(MovieError) {
        try FFmpegLibrary.start()
        try settings.check()
        self.settings = settings
        self.frameRate = frameRate
        frameDuration = Int64(1e9 / max(0.001, frameRate))
        var context: UnsafeMutablePointer<AVFormatContext>?
        avformat_alloc_output_context2(&context, nil, settings.container.rawValue, nil)
        guard let context else {
            throw MovieError(.unsupported, "this FFmpeg cannot write .\(settings.container.rawValue)")
        }
        self.context = context
        let needsHeader = context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
        do throws(MovieError) {
            pictures = try PictureEncoder(settings, first: first, frameRate: frameRate, needsHeader: needsHeader)
            if let wanted = settings.sound, let soundFormat {
                sound = try SoundEncoder(wanted, input: soundFormat, needsHeader: needsHeader)
            } else {
                sound = nil
            }
            // The file comes last, so that impossible settings leave nothing behind.
            output = try OutputContext(path, followingLinks: followingLinks)
        } catch {
            avformat_free_context(context)
            throw error
        }
        context.pointee.pb = output.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        try addTracks(first)
        try writeHeader()
    }

    deinit {
        av_packet_free(&held)
        avformat_free_context(context)
    }

    private func addTracks(_ first: VideoFormat) throws(MovieError) {
        for encoder in [pictures.context, sound?.context] {
            guard let encoder else { continue }
            guard let track = avformat_new_stream(context, nil) else {
                throw MovieError(.outOfMemory, "there is no memory for a track")
            }
            avcodec_parameters_from_context(track.pointee.codecpar, encoder)
            track.pointee.time_base = encoder.pointee.time_base
            track.pointee.sample_aspect_ratio = encoder.pointee.sample_aspect_ratio
        }
        guard pictures.orientation != .upright, let track = context?.pointee.streams[0] else { return }
        let matrix = DisplayMatrix.matrix(pictures.orientation)
        guard let bytes = peel_av_add_side_data(track, AV_PKT_DATA_DISPLAYMATRIX, 36) else {
            throw MovieError(.outOfMemory, "there is no memory for a track")
        }
        matrix.withUnsafeBytes {
            UnsafeMutableRawPointer(bytes).copyMemory(from: $0.baseAddress ?? .init(bytes), byteCount: 36)
        }
    }

    private func writeHeader() throws(MovieError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in EncoderSettings(settings).containerOptions(frameRate: frameRate) {
            av_dict_set(&options, key, value, 0)
        }
        try check(avformat_write_header(context, &options))
    }

    // MARK: Samples

    func write(_ sample: WriterSample) throws(MovieError) {
        switch sample {
        case .picture(let frame): try write(.frame(frame), time: frame.time, duration: nil)
        case .bitmap(let bitmap, let time, let duration): try write(.bitmap(bitmap), time: time, duration: duration)
        case .sound(let chunk): try write(chunk)
        }
    }

    private func write(_ picture: WrittenPicture, time: Int64, duration: Int64?) throws(MovieError) {
        let start = start ?? time
        self.start = start
        (lastTime, saidDuration) = (time - start, duration)
        try pictures.encode(picture, time: lastTime, muxPicture)
        frameCount += 1
        let waiting = early
        early = []
        for chunk in waiting { try write(chunk) }
    }

    /// Writes a picture. Fragments begin with a picture that can be shown by itself.
    private func muxPicture(_ packet: UnsafeMutablePointer<AVPacket>) throws(MovieError) {
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        if settings.container == .webp {
            // The packet is the whole file.
            let bytes = UnsafeMutableBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
            AnimatedWebP.setDuration((lastTime + lastDuration + 500_000) / 1_000_000, of: bytes)
        }
        try muxHeld(until: packet.pointee.pts)
        if isKey, frameCount > 0 { try flush() }
        held = av_packet_clone(packet)
    }

    private func muxHeld(until end: Int64) throws(MovieError) {
        guard let held else { return }
        held.pointee.duration = end - held.pointee.pts
        try mux(held, track: 0, from: pictures.timeBase)
        av_packet_free(&self.held)
    }

    /// Writes the last picture. If it was said how long it is shown, it ends then, to the nearest unit of the file: its
    /// time and duration, each rounded, would end up to a unit later.
    private func muxLast() throws(MovieError) {
        guard let held, let track = context?.pointee.streams[0] else { return }
        let (unit, time) = (track.pointee.time_base, held.pointee.pts)
        guard saidDuration != nil, settings.container != .webp else {
            return try muxHeld(until: time + pictures.timeBase.units(frameDuration))
        }
        let wanted = EncoderSettings(settings)
        let end = unit.units(lastTime + lastDuration)
        let shown = max(wanted.leastStep, end - av_rescale_q(time, pictures.timeBase, unit))
        if let delay = wanted.finalDelay(seconds: Double(shown) * (unit.ratio ?? 0)) {
            av_opt_set(context, "final_delay", delay, AV_OPT_SEARCH_CHILDREN)
        }
        try muxHeld(until: time + av_rescale_q(shown, unit, pictures.timeBase))
    }

    private func write(_ chunk: AudioChunk) throws(MovieError) {
        guard let sound else { return }
        guard let start else {
            if early.count == 256 { droppedSound += early.removeFirst().duration }
            early.append(chunk)
            return
        }
        try sound.encode(chunk, time: chunk.time - start, muxSound)
    }

    private func muxSound(_ packet: UnsafeMutablePointer<AVPacket>) throws(MovieError) {
        guard let timeBase = sound?.context?.pointee.time_base else { return }
        try mux(packet, track: 1, from: timeBase)
    }

    private func mux(_ packet: UnsafeMutablePointer<AVPacket>, track: Int32, from timeBase: AVRational)
        throws(MovieError)
    {
        guard let stream = context?.pointee.streams[Int(track)] else { return }
        packet.pointee.stream_index = track
        av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
        try check(av_interleaved_write_frame(context, packet))
    }

    /// Ends the fragment and writes it.
    private func flush() throws(MovieError) {
        try check(av_interleaved_write_frame(context, nil))
        if isFragmented {
            // The first time, one call writes the table and the other the fragment.
            if wholeLength == 0 { try check(av_write_frame(context, nil)) }
            try check(av_write_frame(context, nil))
        }
        wholeLength = try output.flush()
    }

    func finish() throws(MovieError) -> MovieSummary {
        if frameCount > 0 {
            try pictures.finish(muxPicture)
            try muxLast()
            try sound?.finish(muxSound)
        }
        try check(av_write_trailer(context))
        _ = try output.flush()
        return MovieSummary(
            frameCount: frameCount, duration: frameCount == 0 ? 0 : lastTime + lastDuration,
            byteCount: output.byteCount, soundFrameCount: sound?.frameCount ?? 0, droppedSound: droppedSound)
    }

    /// Leaves the file at its last whole fragment, after an error.
    func abandon() {
        if isFragmented, wholeLength > 0 { output.truncate(to: wholeLength) }
    }

    private func check(_ status: Int32) throws(MovieError) {
        if let failure = output.failure { throw failure }
        guard status < 0 else { return }
        throw MovieError(.notWritable, "cannot write \(output.path): \(FFmpegLibrary.words(for: status))")
    }
}

extension AVRational {
    /// Converts nanoseconds to these units.
    fileprivate func units(_ nanoseconds: Int64) -> Int64 {
        av_rescale_q(nanoseconds, AVRational(num: 1, den: 1_000_000_000), self)
    }
}
