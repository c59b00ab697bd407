import CFFmpeg
import Imaging

/// A picture on its way into a movie.
enum WrittenPicture: Sendable {
    case frame(VideoFrame)
    case bitmap(Bitmap)
}

/// Brings pictures to the size and the pixels that an encoder takes.
final class EncoderPixels {
    /// The size and shape of the encoded frames, and the orientation that the container is to tell of.
    let format: VideoFormat
    private let pixelFormat: AVPixelFormat
    private let way: Way
    private let scaler = FrameScaler()

    private enum Way {
        /// In 4:2:0 planes.
        case planes(EncoderFrames, FrameMaker)
        /// Pixel by pixel.
        case pixels(BitmapConverter)
        /// As numbers of a palette, which is made once some frames are known.
        case palette(PaletteFrames)
    }

    init(_ first: VideoFormat, _ settings: MovieSettings) {
        pixelFormat = EncoderSettings(settings).pixelFormat(hasAlpha: first.hasAlpha)
        if settings.codec == .h264 || settings.codec == .vp9 {
            let frames = EncoderFrames(
                first, turning: settings.container == .webm, isEven: settings.codec == .h264)
            way = .planes(frames, FrameMaker(hasAlpha: first.hasAlpha))
            format = frames.format
            return
        }
        format = VideoFormat(
            size: first.displaySize, range: settings.codec == .prores ? .limited : .full, hasAlpha: first.hasAlpha)
        way =
            pixelFormat == AV_PIX_FMT_PAL8
            ? .palette(PaletteFrames(settings, hasAlpha: first.hasAlpha))
            : .pixels(BitmapConverter(format, pixelFormat))
    }

    /// Tells an encoder of the frames.
    func describe(_ context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.width = Int32(format.size.width)
        context.pointee.height = Int32(format.size.height)
        context.pointee.pix_fmt = pixelFormat
        context.pointee.sample_aspect_ratio = AVRational(
            num: Int32(format.pixelAspect.width), den: Int32(format.pixelAspect.height))
        context.pointee.color_range = format.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        // Wide primaries were converted on reading, so BT.2020's matrix alone does not imply them.
        context.pointee.color_primaries = format.matrix == .bt601 ? AVCOL_PRI_SMPTE170M : AVCOL_PRI_BT709
        switch pixelFormat {
        case AV_PIX_FMT_BGRA, AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB24, AV_PIX_FMT_PAL8:
            context.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
        default:
            context.pointee.colorspace = format.matrix.colorSpace
            context.pointee.color_trc = AVCOL_TRC_BT709
        }
    }

    /// Takes a picture.
    ///
    /// - Parameter stamp: its time in the encoder's units.
    /// - Returns: the frames that are ready for the encoder: this one, or those that waited for it, or none yet.
    func frames(of picture: WrittenPicture, stamp: Int64) throws(MovieError) -> [EncoderFrame] {
        switch way {
        case .planes(let frames, let maker):
            let frame: VideoFrame
            switch picture {
            case .frame(let given): frame = given
            case .bitmap(let bitmap): frame = try maker.makeFrame(of: bitmap)
            }
            return [try EncoderFrame(sharing: try frames.fitted(frame), stamp: stamp)]
        case .pixels(let converter): return [try converter.frame(of: try bitmap(of: picture), stamp: stamp)]
        case .palette(let frames): return try frames.add(try bitmap(of: picture), stamp: stamp)
        }
    }

    /// The frames that still wait, after the last picture.
    func rest() throws(MovieError) -> [EncoderFrame] {
        guard case .palette(let frames) = way else { return [] }
        return try frames.rest()
    }

    private func bitmap(of picture: WrittenPicture) throws(MovieError) -> Bitmap {
        var bitmap: Bitmap
        switch picture {
        case .bitmap(let given): bitmap = given
        case .frame(let frame):
            bitmap = try scaler.bitmap(of: frame, longestSide: .max)
            if frame.format.hasAlpha, bitmap.size == frame.size { bitmap.takeAlpha(of: frame) }
        }
        if bitmap.size != format.size { bitmap = bitmap.resized(to: format.size) }
        return format.hasAlpha ? bitmap : bitmap.opaque
    }
}

extension Bitmap {
    fileprivate mutating func takeAlpha(of frame: VideoFrame) {
        for y in 0..<height {
            frame.withRow(y, ofPlane: 3) { row in
                for x in 0..<width { pixels[4 * (y * width + x) + 3] = row[x] }
            }
        }
    }

    /// The colours alone.
    fileprivate var opaque: Bitmap {
        var opaque = self
        opaque.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 }
        }
        return opaque
    }
}

/// The owner of a frame for an encoder, with its time.
final class EncoderFrame {
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// The time in the encoder's units.
    let stamp: Int64

    /// A frame in the memory of another, which stays as it is.
    init(sharing source: VideoFrame, stamp: Int64) throws(MovieError) {
        frame = source.planes.withFrame { av_frame_clone($0) }
        self.stamp = stamp
        guard let frame else { throw Self.noMemory }
        frame.describe(source.format)
    }

    /// A new frame whose samples are undefined.
    init(_ size: PixelSize, _ pixelFormat: AVPixelFormat, stamp: Int64) throws(MovieError) {
        frame = av_frame_alloc()
        self.stamp = stamp
        guard let frame else { throw Self.noMemory }
        frame.pointee.width = Int32(size.width)
        frame.pointee.height = Int32(size.height)
        frame.pointee.format = pixelFormat.rawValue
        guard av_frame_get_buffer(frame, 0) >= 0 else { throw Self.noMemory }
    }

    deinit {
        av_frame_free(&frame)
    }

    func withFrame<Result>(
        _ body: (UnsafeMutablePointer<AVFrame>) throws(MovieError) -> Result
    ) throws(MovieError) -> Result {
        guard let frame else { throw Self.noMemory }
        defer { withExtendedLifetime(self) {} }
        return try body(frame)
    }

    private static var noMemory: MovieError { MovieError(.outOfMemory, "there is no memory to encode a frame") }
}
