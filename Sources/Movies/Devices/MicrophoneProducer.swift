import CFFmpeg
import CFFmpegLoader
import Glibc

/// The sound of a microphone, through FFmpeg's ALSA and PulseAudio devices.
final class MicrophoneProducer: SampleProducer {
    private(set) var info: MovieInfo
    private(set) var startedAt: Int64?
    private let name: String
    private let stopSignal: StopSignal
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let decoder: Decoder
    private let converter: SoundConverter
    private let timeBase: AVRational
    private var sorter: SampleSorter

    init(_ microphone: Microphone, _ options: ReadingOptions, stopSignal: StopSignal) throws(MovieError) {
        try FFmpegLibrary.startDevices()
        name = Self.name(of: microphone)
        self.stopSignal = stopSignal
        guard microphone.isAcceptable else {
            throw MovieError(
                .notReadable, of: name,
                "it is not in the list of microphones; other names are plain ones without settings, and hw:, plughw:, "
                    + "sysdefault: and dsnoop: with a card")
        }
        guard let format = av_find_input_format(microphone.system.rawValue) else {
            throw MovieError(.unsupported, of: name, "this FFmpeg has no \(microphone.system.rawValue)")
        }
        guard let packet = av_packet_alloc(), let frame = av_frame_alloc(), let context = avformat_alloc_context()
        else {
            throw MovieError(.outOfMemory, of: name, "no memory")
        }
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        context.pointee.interrupt_callback = stopSignal.interruptCallback
        // Reading returns at once, so it need not be interrupted.
        context.pointee.flags |= AVFMT_FLAG_NONBLOCK
        let status = avformat_open_input(&opened, microphone.device, format, nil)
        do throws(MovieError) {
            guard status >= 0, let track = opened?.pointee.streams?[0], let parameters = track.pointee.codecpar else {
                throw Self.error(Self.reason(status, microphone), name)
            }
            timeBase = track.pointee.time_base
            decoder = try Decoder(
                parameters, timeBase: timeBase, name: name, limits: options.limits, threads: 1)
            info = MovieInfo(
                sound: SoundConverter.format(
                    sampleRate: parameters.pointee.sample_rate, channels: parameters.pointee.ch_layout.nb_channels),
                isLive: true)
        } catch {
            var (packet, frame) = (Optional(packet), Optional(frame))
            av_packet_free(&packet)
            av_frame_free(&frame)
            avformat_close_input(&opened)
            throw error
        }
        self.context = opened
        self.packet = packet
        self.frame = frame
        converter = SoundConverter(name: name)
        sorter = SampleSorter(pool: options.pool, stopSignal: stopSignal, hasPicture: false, frameDuration: 0)
    }

    deinit {
        var (packet, frame) = (Optional(packet), Optional(frame))
        av_packet_free(&packet)
        av_frame_free(&frame)
        avformat_close_input(&context)
    }

    private static func name(of microphone: Microphone) -> String { "the microphone \(microphone)" }

    /// Returns the error of a silent microphone. FFmpeg's PulseAudio blocks until there is sound, so this cannot be
    /// noticed here.
    static func silence(of microphone: Microphone) -> MovieError {
        MovieError(.unplugged, of: name(of: microphone), "it has given no sound for five seconds")
    }

    /// Returns the reason of a failure. FFmpeg reports EIO for every error of ALSA, so ALSA is asked itself.
    private static func reason(_ status: Int32, _ microphone: Microphone) -> Int32 {
        guard microphone.system == .alsa, status == peel_av_error(EIO) else { return status }
        let refusal = peel_alsa_refusal(microphone.device)
        return refusal < 0 ? peel_av_error(-refusal) : status
    }

    private static func error(_ status: Int32, _ name: String) -> MovieError {
        switch status {
        case peel_av_error(EBUSY): MovieError(.busy, of: name, "another program uses it")
        case peel_av_error(EACCES), peel_av_error(EPERM):
            MovieError(.refused, of: name, "permission denied: the user has to be in the group \"audio\"")
        case peel_av_error(ENODEV): MovieError(.unplugged, of: name, "it was unplugged or switched off")
        default: MovieError(.notReadable, of: name, "there is no such microphone, or no sound system runs")
        }
    }

    func next() throws(MovieError) -> MovieSample? {
        while true {
            if stopSignal.isStopped { throw .cancelled }
            if let sample = sorter.next() { return sample }
            let status = av_read_frame(context, packet)
            if status == peel_av_again {
                guard stopSignal.wait(untilNanoseconds: MonotonicClock.now + 5_000_000) else { throw .cancelled }
                continue
            }
            guard status >= 0 else {
                throw MovieError(.unplugged, of: name, "it was unplugged, or its sound system has ended")
            }
            defer { av_packet_unref(packet) }
            try take()
        }
    }

    private func take() throws(MovieError) {
        guard decoder.send(packet) == .taken else { return }
        while decoder.receive(frame) {
            defer { av_frame_unref(frame) }
            let (format, samples) = try converter.convert(frame)
            let duration = Int64(frame.pointee.nb_samples) * 1_000_000_000 / Int64(max(1, frame.pointee.sample_rate))
            startedAt = startedAt ?? MonotonicClock.now - duration
            let pts = packet.pointee.pts
            sorter.add(samples, format, stamp: pts == peel_av_no_time ? nil : timeBase.nanoseconds(pts))
        }
    }
}
