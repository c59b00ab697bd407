import CFFmpeg
import Imaging

/// The pictures and the sound of a movie file.
final class FileProducer: SampleProducer {
    private(set) var info: MovieInfo
    private let demuxer: Demuxer
    private let limits: MovieLimits
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private var sorter: SampleSorter
    var lostSound: Int64 { sorter.lostSound }
    private var picture: PictureTrack?
    /// `nil` where alpha is not asked for.
    private var alpha: AlphaReader?
    /// Pictures that are not passed on, where alpha is not asked for.
    private var decoded: [PictureConverter.Picture] = []
    private var sound: SoundTrack?
    /// Whether the sound was opened, also when it was left out later.
    private var hadSound = false
    private var isAtEnd = false
    private var fruitlessPackets = 0
    /// The missing part, which is final at the end.
    private var missing = MovieLoss()
    private var packetCount = 0
    /// The end of the picture's last packet, in units of its track. In AVI a unit is a frame, and frames without bytes
    /// have no packet.
    private var pictureEnd: Int64 = 0
    /// The end of the last packet that was read, in nanoseconds.
    private var lastEnd: Int64?
    /// In nanoseconds, of the ends of packets.
    private var longestStep: Int64 = 0
    var loss: MovieLoss? { missing.isNothing ? nil : missing }

    private struct PictureTrack {
        let stream: UnsafeMutablePointer<AVStream>
        let decoder: Decoder
        let converter: PictureConverter
        /// Whether the packets' durations are those of their pictures.
        let saysDurations: Bool
        var index: Int32 { stream.pointee.index }
    }

    private struct SoundTrack {
        let index: Int32
        let decoder: Decoder
        let converter: SoundConverter
        let timeBase: AVRational
    }

    init(_ input: any ByteInput, _ options: ReadingOptions, stopSignal: StopSignal) throws(MovieError) {
        limits = options.limits
        demuxer = try Demuxer(input, limits: limits, stopSignal: stopSignal)
        guard let packet = av_packet_alloc() else { throw MovieError(.outOfMemory, of: input.name, "no memory") }
        self.packet = packet
        guard let frame = av_frame_alloc() else {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
            throw MovieError(.outOfMemory, of: input.name, "no memory")
        }
        self.frame = frame
        info = MovieInfo(duration: demuxer.duration)
        sorter = SampleSorter(pool: options.pool, stopSignal: stopSignal, hasPicture: false, frameDuration: 0)
        for track in demuxer.tracks { track.pointee.discard = AVDISCARD_ALL }
        if options.wantsPicture { try openPicture(options) }
        if options.wantsAlpha, let picture {
            alpha = AlphaReader(of: picture.stream, in: demuxer, limits: limits, stopSignal: stopSignal)
        }
        if options.wantsSound { try openSound(options) }
        sorter = SampleSorter(
            pool: options.pool, stopSignal: stopSignal, hasPicture: picture != nil,
            frameDuration: Int64(1e9 / (info.picture?.frameRate ?? 25)),
            length: picture.flatMap { latestTime(of: $0.stream) } ?? 0)
    }

    /// Up to when pictures may be, in nanoseconds: where a table lists all times, none of them is a jump. FFmpeg 7
    /// writes headers of MP4 that leave out a long last step.
    private func latestTime(of track: UnsafeMutablePointer<AVStream>) -> Int64? {
        demuxer.listedPackets(of: track) == nil
            ? demuxer.listedEnd(of: track) : Int64(min(limits.seconds, 86_400) * 1e9)
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    // MARK: The tracks

    private func openPicture(_ options: ReadingOptions) throws(MovieError) {
        guard let track = best(AVMEDIA_TYPE_VIDEO), let parameters = track.pointee.codecpar else {
            let hasSound = demuxer.tracks.contains { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
            throw MovieError(
                .noVideo, of: demuxer.name, hasSound ? "there is only sound in it" : "there is no moving picture in it")
        }
        let decoder = try Decoder(
            parameters, timeBase: track.pointee.time_base, name: demuxer.name, limits: limits,
            threads: options.decodingThreads)
        track.pointee.discard = AVDISCARD_DEFAULT
        let orders = [AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT]
        let converter = PictureConverter(
            name: demuxer.name, limits: limits, timeBase: track.pointee.time_base,
            orientation: DisplayMatrix.orientation(of: track),
            isInterlaced: orders.contains(parameters.pointee.field_order))
        picture = PictureTrack(
            stream: track, decoder: decoder, converter: converter, saysDurations: demuxer.saysDurations(of: track))
        let rate = track.pointee.avg_frame_rate.ratio ?? track.pointee.r_frame_rate.ratio
        info.picture = MovieInfo.Picture(
            format: VideoFormat(
                size: PixelSize(
                    width: max(1, Int(parameters.pointee.width)), height: max(1, Int(parameters.pointee.height))),
                orientation: DisplayMatrix.orientation(of: track)),
            frameRate: rate.flatMap { (0.001...1000).contains($0) ? $0 : nil },
            codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)), conversions: [])
        info.frameCount = track.pointee.nb_frames > 0 ? Int(track.pointee.nb_frames) : nil
    }

    /// Opens the sound. Sound that cannot be decoded is left out, since the picture was asked for.
    private func openSound(_ options: ReadingOptions) throws(MovieError) {
        guard let track = best(AVMEDIA_TYPE_AUDIO), let parameters = track.pointee.codecpar else {
            if picture == nil { throw MovieError(.noAudio, of: demuxer.name, "there is no sound in it") }
            return
        }
        do {
            let decoder = try Decoder(
                parameters, timeBase: track.pointee.time_base, name: demuxer.name, limits: limits, threads: 1)
            track.pointee.discard = AVDISCARD_DEFAULT
            sound = SoundTrack(
                index: track.pointee.index, decoder: decoder, converter: SoundConverter(name: demuxer.name),
                timeBase: track.pointee.time_base)
            hadSound = true
            info.sound = SoundConverter.format(
                sampleRate: parameters.pointee.sample_rate, channels: parameters.pointee.ch_layout.nb_channels)
        } catch {
            if picture == nil { throw error }
        }
    }

    private func best(_ kind: AVMediaType) -> UnsafeMutablePointer<AVStream>? {
        let index = av_find_best_stream(demuxer.context, kind, -1, -1, nil, 0)
        let tracks =
            kind == AVMEDIA_TYPE_VIDEO
            ? demuxer.pictures : demuxer.tracks.filter { $0.pointee.codecpar.pointee.codec_type == kind }
        return tracks.first { $0.pointee.index == index } ?? tracks.first
    }

    // MARK: The samples

    func next() throws(MovieError) -> MovieSample? {
        while true {
            if let sample = sorter.next() { return sample }
            do throws(MovieError) {
                if try passOnPicture() { continue }
                guard !isAtEnd else { return nil }
                try readMore()
            } catch {
                // Damage after the first picture ends the movie there, with everything before it.
                guard error.code == .damaged, sorter.pictureCount > 0 || isWaiting else { throw error }
                missing.reason = "the rest cannot be read"
                guard !isAtEnd else { continue }
                isAtEnd = true
                try drain()
                countMissing()
            }
        }
    }

    private var isWaiting: Bool { alpha?.isWaiting == true || !decoded.isEmpty }

    /// Passes on one picture whose alpha is there. Each takes a place in the pool, which may have fewer places than
    /// pictures wait for alpha, or than a decoder gives at the end.
    ///
    /// - Returns: `false` if there is none.
    private func passOnPicture() throws(MovieError) -> Bool {
        if let alpha {
            guard let picture = try alpha.next(isEnd: isAtEnd) else { return false }
            if picture.alpha != nil { info.picture?.hasAlpha = true }
            try sorter.add(picture)
        } else {
            guard !decoded.isEmpty else { return false }
            try sorter.add(decoded.removeFirst())
        }
        return true
    }

    private func readMore() throws(MovieError) {
        guard try demuxer.read(packet) else {
            try drain()
            isAtEnd = true
            countMissing()
            if picture != nil, sorter.pictureCount == 0, !isWaiting {
                throw MovieError(.damaged, of: demuxer.name, "none of its frames can be decoded")
            }
            return
        }
        defer { av_packet_unref(packet) }
        note(packet)
        if let picture, packet.pointee.stream_index == picture.index {
            fruitlessPackets += 1
            packetCount += 1
            if packet.pointee.dts != peel_av_no_time { pictureEnd = max(pictureEnd, packet.pointee.dts &+ 1) }
            if !picture.saysDurations { packet.pointee.duration = 0 }
            try decodePicture(packet, picture)
            guard fruitlessPackets <= limits.fruitlessPackets else {
                throw MovieError(
                    .damaged, of: demuxer.name, "\(fruitlessPackets) packets in a row have no frame")
            }
        } else if let sound, packet.pointee.stream_index == sound.index {
            try decodeSound(packet, sound)
        } else if let alpha, packet.pointee.stream_index == alpha.track {
            try alpha.add(packet)
        }
    }

    private func note(_ packet: UnsafeMutablePointer<AVPacket>) {
        let time = packet.pointee.pts == peel_av_no_time ? packet.pointee.dts : packet.pointee.pts
        guard time != peel_av_no_time,
            let track = demuxer.tracks.first(where: { $0.pointee.index == packet.pointee.stream_index })
        else { return }
        let end = track.pointee.time_base.nanoseconds(time &+ max(0, packet.pointee.duration))
        // Beyond what nanoseconds can say.
        guard end != .min else { return }
        // The times of two tracks may be further apart than a number can say.
        longestStep = max(longestStep, end &- (lastEnd ?? end))
        lastEnd = max(lastEnd ?? end, end)
    }

    /// Counts what the file lists and did not give. It ignores sound that is not read, which may be longer.
    private func countMissing() {
        guard let picture else { return }
        if missing.reason == nil, demuxer.isCutShortGIF() { missing.reason = "its end is missing" }
        let counts =
            demuxer.listedPackets(of: picture.stream).map { (listed: $0, read: packetCount) }
            ?? demuxer.claimedFramesOfCutAVI(of: picture.stream).map { (listed: $0, read: Int(pictureEnd)) }
        if let counts {
            guard counts.read < counts.listed else { return }
            (missing.missingFrames, missing.listedFrames) = (counts.listed - counts.read, counts.listed)
            return
        }
        let hasOtherTracks = demuxer.tracks.contains { $0.pointee.index != picture.index && !$0.isStill }
        guard hadSound || !hasOtherTracks, let lastEnd, let listedEnd = demuxer.listedEnd(of: picture.stream) else {
            return
        }
        let length = Double(listedEnd) / 1e9
        let seconds = length - Double(lastEnd) / 1e9
        // Headers are often slightly wrong, and the last frame may be shown as long as another one. A second is much of
        // a short movie.
        let frame = max(2 / (info.picture?.frameRate ?? 25), Double(longestStep) / 1e9)
        if seconds > min(max(1, 0.05 * length), max(0.15 * length, frame)) { missing.missingSeconds = seconds }
    }

    /// Takes what decoders and filters still hold.
    private func drain() throws(MovieError) {
        if let picture {
            try decodePicture(nil, picture)
            for converted in try picture.converter.flush() { add(converted) }
        }
        if let sound { try decodeSound(nil, sound) }
    }

    private func decodePicture(_ packet: UnsafeMutablePointer<AVPacket>?, _ track: PictureTrack) throws(MovieError) {
        if let packet { try alpha?.addAlpha(beside: packet) }
        var isSent = false
        while !isSent {
            let sent = track.decoder.send(packet)
            isSent = sent != .full
            if sent == .damaged { missing.damagedFrames += 1 }
            var received = 0
            while track.decoder.receive(frame) {
                received += 1
                fruitlessPackets = 0
                if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
                    missing.damagedFrames += 1
                }
                frame.pointee.pts = frame.pointee.best_effort_timestamp
                // The container may know the pixels' shape if the codec does not.
                frame.pointee.sample_aspect_ratio = av_guess_sample_aspect_ratio(demuxer.context, track.stream, frame)
                defer { av_frame_unref(frame) }
                try alpha?.addAlpha(of: frame)
                for picture in try track.converter.convert(frame) {
                    noteFormat(picture.format, track.converter)
                    add(picture)
                }
            }
            if sent == .full, received == 0 { return }
        }
    }

    private func add(_ picture: PictureConverter.Picture) {
        if let alpha { alpha.add(picture) } else { decoded.append(picture) }
    }

    /// Decodes sound. If it cannot be converted it is left out from there on, since the picture was asked for.
    private func decodeSound(_ packet: UnsafeMutablePointer<AVPacket>?, _ track: SoundTrack) throws(MovieError) {
        do throws(MovieError) {
            try convertSound(packet, track)
        } catch {
            guard picture != nil else { throw error }
            (sound, info.sound) = (nil, nil)
            missing.reason = "its sound cannot be read"
        }
    }

    private func convertSound(_ packet: UnsafeMutablePointer<AVPacket>?, _ track: SoundTrack) throws(MovieError) {
        guard track.decoder.send(packet) == .taken else { return }
        while track.decoder.receive(frame) {
            defer { av_frame_unref(frame) }
            let (format, samples) = try track.converter.convert(frame)
            let pts = frame.pointee.best_effort_timestamp
            sorter.add(samples, format, stamp: pts == peel_av_no_time ? nil : track.timeBase.nanoseconds(pts))
        }
    }

    private func noteFormat(_ format: VideoFormat, _ converter: PictureConverter) {
        info.picture?.format = format
        info.picture?.conversions = converter.conversions
    }
}
