import CFFmpeg
import Imaging

/// The pictures and the sound of test sources, a capture device without hardware.
///
/// Each step makes one frame, and it can be stopped after each, because no filter of ``TestFilter`` waits for a second
/// one.
final class GraphProducer: SampleProducer {
    private(set) var info: MovieInfo
    private let name: String
    private let graph: FilterGraph
    private var sorter: SampleSorter
    var lostSound: Int64 { sorter.lostSound }
    private var picture: PictureEnd?
    private var sound: SoundEnd?
    private let stopSignal: StopSignal

    /// An output of the graph, with its next frame.
    private struct PictureEnd {
        let sink: UnsafeMutablePointer<AVFilterContext>
        let converter: PictureConverter
        var time: Int64 = 0
        var hasEnded = false
    }

    private struct SoundEnd {
        let sink: UnsafeMutablePointer<AVFilterContext>
        let converter: SoundConverter
        var time: Int64 = 0
        var hasEnded = false
    }

    init(_ text: String, _ options: ReadingOptions, stopSignal: StopSignal) throws(MovieError) {
        try FFmpegLibrary.start()
        name = TestGraph.name(of: text)
        graph = try FilterGraph(TestGraph(text), name: name, limits: options.limits)
        self.stopSignal = stopSignal
        info = MovieInfo()
        sorter = SampleSorter(pool: options.pool, stopSignal: stopSignal, hasPicture: false, frameDuration: 0)
        for sink in graph.sinks {
            switch av_buffersink_get_type(sink) {
            case AVMEDIA_TYPE_VIDEO where options.wantsPicture: openPicture(sink, options)
            case AVMEDIA_TYPE_AUDIO where options.wantsSound: openSound(sink)
            default: break
            }
        }
        if options.wantsPicture, picture == nil { throw MovieError(.noVideo, of: name, "it has no picture") }
        if !options.wantsPicture, sound == nil { throw MovieError(.noAudio, of: name, "it has no sound") }
        sorter = SampleSorter(
            pool: options.pool, stopSignal: stopSignal, hasPicture: picture != nil,
            frameDuration: Int64(1e9 / (info.picture?.frameRate ?? 25)))
    }

    private func openPicture(_ sink: UnsafeMutablePointer<AVFilterContext>, _ options: ReadingOptions) {
        let size = PixelSize(width: Int(av_buffersink_get_w(sink)), height: Int(av_buffersink_get_h(sink)))
        picture = PictureEnd(
            sink: sink,
            converter: PictureConverter(
                name: name, limits: options.limits, timeBase: av_buffersink_get_time_base(sink), orientation: .upright,
                isInterlaced: false))
        info.picture = MovieInfo.Picture(
            format: VideoFormat(size: size), frameRate: av_buffersink_get_frame_rate(sink).ratio, codec: "rawvideo",
            conversions: [])
    }

    private func openSound(_ sink: UnsafeMutablePointer<AVFilterContext>) {
        sound = SoundEnd(sink: sink, converter: SoundConverter(name: name))
        info.sound = SoundConverter.format(
            sampleRate: av_buffersink_get_sample_rate(sink), channels: av_buffersink_get_channels(sink))
    }

    func next() throws(MovieError) -> MovieSample? {
        while true {
            if stopSignal.isStopped { throw .cancelled }
            if let sample = sorter.next() { return sample }
            let pictureTime = picture.flatMap { $0.hasEnded ? nil : $0.time }
            let soundTime = sound.flatMap { $0.hasEnded ? nil : $0.time }
            // The output that lags behind is read, so that neither runs ahead.
            switch (pictureTime, soundTime) {
            case (let picture?, let sound?): if picture <= sound { try readPicture() } else { try readSound() }
            case (_?, nil): try readPicture()
            // An endless tone stops with the picture.
            case (nil, _?): if picture == nil { try readSound() } else { return nil }
            case (nil, nil): return nil
            }
        }
    }

    private func readPicture() throws(MovieError) {
        guard let sink = picture?.sink, let converter = picture?.converter else { return }
        guard let frame = receive(from: sink) else {
            picture?.hasEnded = true
            for picture in try converter.flush() { try sorter.add(picture) }
            return
        }
        defer { Self.free(frame) }
        picture?.time = av_buffersink_get_time_base(sink).nanoseconds(frame.pointee.pts)
        for picture in try converter.convert(frame) {
            info.picture?.format = picture.format
            info.picture?.conversions = converter.conversions
            try sorter.add(picture)
        }
    }

    private func readSound() throws(MovieError) {
        guard let sink = sound?.sink, let converter = sound?.converter else { return }
        guard let frame = receive(from: sink) else {
            sound?.hasEnded = true
            return
        }
        defer { Self.free(frame) }
        let stamp = av_buffersink_get_time_base(sink).nanoseconds(frame.pointee.pts)
        sound?.time = stamp
        let (format, samples) = try converter.convert(frame)
        sorter.add(samples, format, stamp: stamp)
    }

    private func receive(from sink: UnsafeMutablePointer<AVFilterContext>) -> UnsafeMutablePointer<AVFrame>? {
        guard let frame = av_frame_alloc() else { return nil }
        guard av_buffersink_get_frame(sink, frame) >= 0 else {
            Self.free(frame)
            return nil
        }
        return frame
    }

    private static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }
}
