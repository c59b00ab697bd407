import CFFmpeg

/// What a movie file's header and packets say, as FFmpeg reads them. Nothing is decoded.
package struct MovieFacts: Hashable, Sendable {
    /// FFmpeg's name of the picture's codec: `vp9`, `gif`, …
    package let codec: String
    /// The stored width and height.
    package let (width, height): (Int, Int)
    /// Whether the picture has a layer of alpha, as WebM marks it.
    package let hasAlpha: Bool
    /// Whether there is sound.
    package let hasSound: Bool
    /// The number of frames.
    package let frameCount: Int
    /// From the beginning to the end of the last frame, in nanoseconds.
    package let duration: Int64

    /// Reads a movie. Blocks.
    ///
    /// - Throws: ``MovieError`` if it is not a movie, or damaged.
    package init(_ bytes: [UInt8], limits: MovieLimits = MovieLimits()) throws(MovieError) {
        let demuxer = try Demuxer(MemoryInput(bytes), limits: limits, stopSignal: StopSignal())
        guard let track = demuxer.pictures.first else {
            throw MovieError(.noVideo, of: demuxer.name, "there is no moving picture in it")
        }
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet else { throw MovieError(.outOfMemory, of: demuxer.name, "no memory") }
        var (count, end): (Int, Int64) = (0, 0)
        while try demuxer.read(packet) {
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == track.pointee.index else { continue }
            count += 1
            let time = track.pointee.time_base.nanoseconds(
                max(0, packet.pointee.pts == peel_av_no_time ? 0 : packet.pointee.pts)
                    &+ max(0, packet.pointee.duration))
            end = max(end, time)
        }
        codec = String(cString: avcodec_get_name(track.pointee.codecpar.pointee.codec_id))
        (width, height) = (Int(track.pointee.codecpar.pointee.width), Int(track.pointee.codecpar.pointee.height))
        let mark = av_dict_get(track.pointee.metadata, "alpha_mode", nil, 0)
        hasAlpha = mark.map { String(cString: $0.pointee.value) == "1" } ?? false
        hasSound = demuxer.tracks.contains { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
        frameCount = count
        duration = max(end, demuxer.duration ?? 0)
    }
}
