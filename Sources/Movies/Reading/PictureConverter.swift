import CFFmpeg
import Imaging

/// Converts decoded frames to planar 8-bit YUV: most without a copy, the others through FFmpeg's filters.
///
/// Interlaced frames are deinterlaced (bwdif, one picture a frame), more than 8 bits become 8, HDR and wide colours
/// become BT.709, and RGB becomes 4:4:4. Frames of another size than the first are scaled to it, and get its colours
/// and the shape of its pixels.
final class PictureConverter {
    private let name: String
    private let limits: MovieLimits
    private let timeBase: AVRational
    private let orientation: ImageOrientation
    private var isInterlaced: Bool
    private var first: VideoFormat?
    private var graph: FilterGraph?
    private var colorStage: ColorStage?
    private var input: PictureInput?
    private(set) var conversions: [String] = []

    init(
        name: String, limits: MovieLimits, timeBase: AVRational, orientation: ImageOrientation, isInterlaced: Bool
    ) {
        self.name = name
        self.limits = limits
        self.timeBase = timeBase
        self.orientation = orientation
        self.isInterlaced = isInterlaced
    }

    /// A converted frame with its stamp in nanoseconds.
    struct Picture {
        let format: VideoFormat
        /// Without a place in a pool yet.
        let planes: FramePlanes
        let stamp: Int64?
        /// As of ``VideoFrame``.
        let duration: Int64?
        /// As of ``VideoFrame``.
        var alpha: FramePlanes?
    }

    /// Converts a frame to one of our formats, at the size of the first frame.
    ///
    /// - Parameter frame: taken from the caller's hands; its memory goes with the pictures.
    /// - Returns: none, one or more pictures: a filter may hold one back.
    func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(MovieError) -> [Picture] {
        let size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        guard size.width > 0, size.height > 0 else {
            throw MovieError(.damaged, of: name, "a frame has no pixels")
        }
        try Demuxer.check(width: size.width, height: size.height, limits: limits, of: name)
        if peel_av_is_interlaced(frame) { isInterlaced = true }
        let input = PictureInput(frame, isInterlaced: isInterlaced, first: first)
        first = first ?? input.outputFormat(orientation)
        if input.isReady, graph == nil {
            guard let clone = av_frame_clone(frame) else { throw MovieError(.outOfMemory, of: name, "no memory") }
            return [
                Picture(
                    format: input.outputFormat(orientation), planes: FramePlanes(clone, lease: nil),
                    stamp: stamp(of: frame, timeBase), duration: duration(of: frame, timeBase))
            ]
        }
        var pictures: [Picture] = []
        if input != self.input || graph == nil {
            pictures = try flush()
            graph = try FilterGraph(for: frame, timeBase: timeBase, chain: input.chain)
            colorStage = try input.colors.map { colors throws(MovieError) in
                try ColorStage(colors, name: name, lastChain: input.lastChain)
            }
            self.input = input
            for conversion in input.conversions where !conversions.contains(conversion) {
                conversions.append(conversion)
            }
        }
        guard let graph, av_buffersrc_add_frame_flags(graph.source, frame, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)) >= 0
        else {
            throw MovieError(.outOfMemory, of: name, "a frame cannot be converted")
        }
        return pictures + (try received(from: graph))
    }

    /// Returns what the filters still hold at the end.
    func flush() throws(MovieError) -> [Picture] {
        guard let graph else { return [] }
        _ = av_buffersrc_add_frame_flags(graph.source, nil, 0)
        let pictures = try received(from: graph)
        self.graph = nil
        return pictures
    }

    private func received(from graph: FilterGraph) throws(MovieError) -> [Picture] {
        var pictures: [Picture] = []
        let sink = graph.sinks[0]
        while let frame = av_frame_alloc() {
            guard av_buffersink_get_frame(sink, frame) >= 0, let input else {
                var frame: UnsafeMutablePointer<AVFrame>? = frame
                av_frame_free(&frame)
                break
            }
            let timeBase = av_buffersink_get_time_base(sink)
            let (stamp, duration) = (stamp(of: frame, timeBase), duration(of: frame, timeBase))
            let planes = FramePlanes(try converted(frame, timeBase), lease: nil)
            pictures.append(
                Picture(
                    format: input.outputFormat(orientation), planes: planes, stamp: stamp, duration: duration))
        }
        return pictures
    }

    /// Converts the colours of a frame, if they need it. It takes the frame from the caller.
    private func converted(
        _ frame: UnsafeMutablePointer<AVFrame>, _ timeBase: AVRational
    ) throws(MovieError) -> UnsafeMutablePointer<AVFrame> {
        guard let colorStage else { return frame }
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&frame) }
        guard let frame else { throw MovieError(.outOfMemory, of: name, "no memory") }
        return try colorStage.convert(frame, timeBase: timeBase)
    }

    private func stamp(of frame: UnsafeMutablePointer<AVFrame>, _ timeBase: AVRational) -> Int64? {
        frame.pointee.pts == peel_av_no_time ? nil : timeBase.nanoseconds(frame.pointee.pts)
    }

    /// The longest that is believed, in nanoseconds.
    private static let longestDuration: Int64 = 3_600_000_000_000

    /// `nil` for deinterlaced frames, too: bwdif halves the unit, and FFmpeg 5 leaves the number as it was.
    private func duration(of frame: UnsafeMutablePointer<AVFrame>, _ timeBase: AVRational) -> Int64? {
        let duration = timeBase.nanoseconds(peel_av_frame_duration(frame))
        return !isInterlaced && (1...Self.longestDuration).contains(duration) ? duration : nil
    }
}
