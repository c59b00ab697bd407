import CFFmpeg
import Imaging

/// Converts bitmaps to the pixels of an encoder that keeps a colour for each pixel.
final class BitmapConverter {
    private let format: VideoFormat
    private let pixelFormat: AVPixelFormat
    private var context: peel_sws_scaler?

    /// - Parameter format: the size of all bitmaps, and the matrix and range of the frames if these are YUV.
    init(_ format: VideoFormat, _ pixelFormat: AVPixelFormat) {
        self.format = format
        self.pixelFormat = pixelFormat
    }

    deinit {
        sws_freeContext(context)
    }

    func frame(of bitmap: Bitmap, stamp: Int64) throws(MovieError) -> EncoderFrame {
        try prepare()
        let frame = try EncoderFrame(format.size, pixelFormat, stamp: stamp)
        let rows = try frame.withFrame { target throws(MovieError) in
            describe(target)
            let outputs = (0..<4).map { target.plane($0).start }
            let strides = (0..<4).map { Int32(target.plane($0).stride) }
            return bitmap.pixels.withUnsafeBufferPointer { pixels in
                sws_scale(
                    context, [pixels.baseAddress], [Int32(4 * bitmap.width)], 0, Int32(bitmap.height), outputs, strides)
            }
        }
        guard Int(rows) == bitmap.height else {
            throw MovieError(.outOfMemory, "a picture cannot be converted to a frame")
        }
        return frame
    }

    /// ProRes has the colours' description in each frame.
    private func describe(_ frame: UnsafeMutablePointer<AVFrame>) {
        let isYUV = format.range == .limited
        frame.pointee.color_range = isYUV ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
        frame.pointee.color_primaries = AVCOL_PRI_BT709
        frame.pointee.color_trc = isYUV ? AVCOL_TRC_BT709 : AVCOL_TRC_IEC61966_2_1
        if isYUV { frame.pointee.colorspace = format.matrix.colorSpace }
    }

    private func prepare() throws(MovieError) {
        guard context == nil else { return }
        let (width, height) = (Int32(format.size.width), Int32(format.size.height))
        context = sws_getContext(
            width, height, AV_PIX_FMT_RGBA, width, height, pixelFormat,
            peel_sws_bilinear | peel_sws_accurate | peel_sws_full_chroma, nil, nil, nil)
        guard let context else { throw MovieError(.outOfMemory, "there is no memory to convert a picture") }
        let table = sws_getCoefficients(Int32(format.matrix.colorSpace.rawValue))
        sws_setColorspaceDetails(context, table, 1, table, format.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
    }
}
