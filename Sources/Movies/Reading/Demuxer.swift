import CFFmpeg
import Glibc

/// An open movie file: its tracks and their packets. It reads nothing but its input.
final class Demuxer {
    private(set) var context: UnsafeMutablePointer<AVFormatContext>?
    let name: String
    private let input: InputContext
    private let limits: MovieLimits
    private let stopSignal: StopSignal
    private let bytes: any ByteInput
    private let isCutShortAVI: Bool
    /// The numbers of the tracks that are the alpha of others, by those of the others.
    private let alphaTracks: [Int: Int]

    /// The allowed containers, of one file each. Playlists (hls, dash, concat, image2, …) name other files and are not
    /// among them.
    static let formats: Set<String> = [
        "mov", "matroska", "avi", "mpegts", "mpeg", "ogg", "flv", "asf", "ivf", "nut", "mxf", "gif", "apng",
        "yuv4mpegpipe", "wav",
    ]

    init(_ input: any ByteInput, limits: MovieLimits, stopSignal: StopSignal) throws(MovieError) {
        try FFmpegLibrary.start()
        self.name = input.name
        bytes = input
        self.limits = limits
        self.stopSignal = stopSignal
        self.input = try InputContext(input)
        let format = try Self.probe(self.input, input, limits: limits)
        let formatName = String(cString: format.pointee.name)
        isCutShortAVI = formatName == "avi" && AVIChunks.areCutShort(in: input)
        alphaTracks = formatName.hasPrefix("mov,") ? AlphaTracks.find(in: input) : [:]
        guard let context = avformat_alloc_context() else {
            throw MovieError(.outOfMemory, of: name, "there is no memory to open it")
        }
        self.context = context
        context.pointee.pb = self.input.context
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        context.pointee.probesize = Int64(limits.probedBytes)
        context.pointee.max_analyze_duration = 5 * Int64(AV_TIME_BASE)
        // One more than the limit, so that the check notices: FFmpeg 7 silently omits further tracks.
        context.pointee.max_streams = Int32(clamping: limits.tracks + 1)
        context.pointee.interrupt_callback = stopSignal.interruptCallback
        peel_av_refuse_other_files(context)
        try open(format)
        try checkTracks()
        try findStreamInfo()
        try checkTracks()
        try checkDuration()
    }

    deinit {
        avformat_close_input(&context)
    }

    private static func probe(
        _ context: InputContext, _ input: any ByteInput, limits: MovieLimits
    ) throws(MovieError) -> UnsafePointer<AVInputFormat> {
        var format: UnsafePointer<AVInputFormat>?
        let name = input.name
        let status = av_probe_input_buffer2(
            context.context, &format, "", nil, 0, UInt32(min(limits.probedBytes, 1 << 20)))
        if let failure = input.failure { throw failure }
        if status == peel_av_exit { throw .cancelled }
        // With a lower score, a few bytes look like a format by chance.
        let names: UnsafePointer<CChar>? = status >= 10 ? format?.pointee.name : nil
        let text = names.map { String(cString: $0) }
        let isStill = StillPicture.isOne(context.head, isKnown: text != nil)
        guard !isStill, text?.hasSuffix("_pipe") != true, text != "image2" else {
            throw MovieError(.unknownFormat, of: name, "it is a picture, not a movie")
        }
        guard let format, let text else {
            throw MovieError(.unknownFormat, of: name, "it is not a movie in a supported format")
        }
        guard text.split(separator: ",").contains(where: { formats.contains(String($0)) }) else {
            throw MovieError(
                .unknownFormat, of: name,
                "its format \"\(text)\" is not allowed: playlists and formats that lead to other files are refused")
        }
        return format
    }

    private func open(_ format: UnsafePointer<AVInputFormat>) throws(MovieError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // Nothing can be opened by name; the lists restrict what a demuxer opens by itself.
        av_dict_set(&options, "protocol_whitelist", "", 0)
        av_dict_set(&options, "format_whitelist", Self.formats.sorted().joined(separator: ","), 0)
        av_dict_set(&options, "codec_whitelist", Decoder.names.sorted().joined(separator: ","), 0)
        av_dict_set(&options, "enable_drefs", "0", 0)
        av_dict_set(&options, "max_pixels", "\(limits.pixels)", 0)
        // It frees the context on failure.
        let status = avformat_open_input(&context, nil, format, &options)
        guard status >= 0 else { throw failure(status, "its header cannot be read") }
    }

    private func findStreamInfo() throws(MovieError) {
        guard let context else { return }
        let count = Int(context.pointee.nb_streams)
        var options: [OpaquePointer?] = (0..<count).map { _ in
            var options: OpaquePointer?
            av_dict_set(&options, "max_pixels", "\(limits.pixels)", 0)
            av_dict_set(&options, "codec_whitelist", Decoder.names.sorted().joined(separator: ","), 0)
            av_dict_set(&options, "threads", "1", 0)
            return options
        }
        defer { for index in options.indices { av_dict_free(&options[index]) } }
        let status = avformat_find_stream_info(context, &options)
        if stopSignal.isStopped { throw .cancelled }
        guard status >= 0 else { throw failure(status, "its tracks cannot be read") }
    }

    var tracks: [UnsafeMutablePointer<AVStream>] {
        guard let context, let streams = context.pointee.streams else { return [] }
        return (0..<Int(context.pointee.nb_streams)).compactMap { streams[$0] }
    }

    /// The tracks of moving pictures. From FFmpeg 7 on, a moving AVIF has a track of its first picture alone, too.
    var pictures: [UnsafeMutablePointer<AVStream>] {
        let pictures = tracks.filter { track in
            track.isVideo && !track.isStill && !alphaTracks.values.contains(Int(track.pointee.id))
        }
        // Where the number is not known, an empty track has no length.
        let longer = pictures.filter {
            $0.pointee.nb_frames > 1 || $0.pointee.nb_frames == 0 && $0.pointee.duration != 0
        }
        return longer.isEmpty ? pictures : longer
    }

    /// The track of the alpha of another track; `nil` if there is none.
    func alphaTrack(of track: UnsafeMutablePointer<AVStream>) -> UnsafeMutablePointer<AVStream>? {
        guard let number = alphaTracks[Int(track.pointee.id)] else { return nil }
        // For FFmpeg 7, there is one of its first picture alone, too.
        return tracks.filter { $0.isVideo && Int($0.pointee.id) == number }
            .max { $0.pointee.nb_frames < $1.pointee.nb_frames }
    }

    private func checkTracks() throws(MovieError) {
        guard tracks.count <= limits.tracks else {
            throw MovieError(.limit, of: name, "it has \(tracks.count) tracks, \(limits.tracks) are allowed")
        }
        for track in tracks where track.isVideo {
            let (width, height) = (
                Int(track.pointee.codecpar.pointee.width), Int(track.pointee.codecpar.pointee.height)
            )
            try Self.check(width: width, height: height, limits: limits, of: name)
        }
    }

    static func check(width: Int, height: Int, limits: MovieLimits, of name: String) throws(MovieError) {
        guard width <= limits.side, height <= limits.side, width * height <= limits.pixels else {
            throw MovieError(
                .limit, of: name,
                "its frames are \(width) × \(height) pixels; \(limits.pixels) pixels and sides of \(limits.side) are "
                    + "allowed"
            )
        }
    }

    private func checkDuration() throws(MovieError) {
        guard let duration, Double(duration) / 1e9 > limits.seconds else { return }
        throw MovieError(
            .limit, of: name, "it lasts \(duration / 1_000_000_000) seconds, \(Int(limits.seconds)) are allowed")
    }

    /// The duration in nanoseconds; `nil` if the file does not say.
    var duration: Int64? {
        guard let context, context.pointee.duration > 0 else { return nil }
        return AVRational(num: 1, den: AV_TIME_BASE).nanoseconds(context.pointee.duration)
    }

    /// Returns the number of packets of a track if the file lists them all; otherwise `nil`.
    func listedPackets(of track: UnsafeMutablePointer<AVStream>) -> Int? {
        guard let name = context?.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov,") else {
            return nil
        }
        let count = Int(avformat_index_get_entries_count(track))
        return count > 0 ? count : nil
    }

    /// Returns the number of frames that an AVI file's header claims if the file ends before them; otherwise `nil`.
    /// FFmpeg shortens the duration of such a file.
    func claimedFramesOfCutAVI(of track: UnsafeMutablePointer<AVStream>) -> Int? {
        let count = track.pointee.nb_frames
        return isCutShortAVI && count > 0 && count < Int32.max ? Int(count) : nil
    }

    /// Whether it is a GIF that ends before its last picture does. Blocks: it reads the file once more.
    func isCutShortGIF() -> Bool {
        guard let name = context?.pointee.iformat?.pointee.name, String(cString: name) == "gif" else { return false }
        return GIFBlocks.areCutShort(in: bytes, stopSignal: stopSignal)
    }

    /// Whether a track's packets say how long their own pictures are shown. FFmpeg guesses it where a format does not
    /// have it, and where pictures are stored in another order than they are shown, packets have the times of others.
    func saysDurations(of track: UnsafeMutablePointer<AVStream>) -> Bool {
        guard let name = context?.pointee.iformat?.pointee.name, track.pointee.codecpar.pointee.video_delay == 0 else {
            return false
        }
        return ["gif", "apng", "mov,"].contains { String(cString: name).hasPrefix($0) }
    }

    /// The end of all tracks in nanoseconds, from the file's header; `nil` if it is only estimated.
    ///
    /// - Parameter track: of the picture.
    func listedEnd(of track: UnsafeMutablePointer<AVStream>) -> Int64? {
        guard let context, context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM, let duration else {
            return nil
        }
        let start = context.pointee.start_time
        // A track's duration counts from its first frame, that of a whole file (Matroska, FLV) from time 0.
        guard start != peel_av_no_time, track.pointee.duration > 0 else { return duration }
        let (end, isTooFar) = duration.addingReportingOverflow(
            AVRational(num: 1, den: AV_TIME_BASE).nanoseconds(start))
        return isTooFar ? nil : end
    }

    /// Reads the next packet of any track that is not discarded.
    ///
    /// - Returns: `false` at the end.
    func read(_ packet: UnsafeMutablePointer<AVPacket>) throws(MovieError) -> Bool {
        let status = av_read_frame(context, packet)
        if stopSignal.isStopped { throw .cancelled }
        if status == peel_av_end_of_file { return false }
        guard status >= 0 else { throw failure(status, "it is damaged") }
        return true
    }

    private func failure(_ status: Int32, _ what: String) -> MovieError {
        if status == peel_av_exit || stopSignal.isStopped { return .cancelled }
        if status == peel_av_error(ENOMEM) { return MovieError(.outOfMemory, of: name, "there is no memory for it") }
        return MovieError(.damaged, of: name, "\(what), or it is cut short (\(FFmpegLibrary.words(for: status)))")
    }
}

extension UnsafeMutablePointer<AVStream> {
    var isVideo: Bool { pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO }

    /// Whether it is a cover or a thumbnail instead of a moving picture.
    var isStill: Bool { pointee.disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0 }
}
