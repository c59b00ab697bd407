import CFFmpeg
import Imaging

/// Converts bitmaps to the pixels of an encoder that keeps a colour for each pixel.
final class BitmapConverter {
    private let side: PlaneScaler.Side
    private let scaler = PlaneScaler(
        peel_sws_bilinear | peel_sws_accurate | peel_sws_full_chroma, to: "convert a picture")

    /// - Parameter format: the size of all bitmaps, and the matrix and range of the frames if these are YUV.
    init(_ format: VideoFormat, _ pixelFormat: AVPixelFormat) {
        side = PlaneScaler.Side(
            size: format.size, pixels: pixelFormat, matrix: format.matrix, range: format.range)
    }

    func frame(of bitmap: Bitmap, stamp: Int64) throws(MovieError) -> EncoderFrame {
        let frame = try EncoderFrame(side.size, side.pixels, stamp: stamp)
        try frame.withFrame { target throws(MovieError) in
            describe(target)
            try scaler.scale(bitmap, into: target, side)
        }
        return frame
    }

    /// ProRes has the colours' description in each frame.
    private func describe(_ frame: UnsafeMutablePointer<AVFrame>) {
        let isYUV = side.range == .limited
        frame.pointee.color_range = isYUV ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
        frame.pointee.color_primaries = AVCOL_PRI_BT709
        frame.pointee.color_trc = isYUV ? AVCOL_TRC_BT709 : AVCOL_TRC_IEC61966_2_1
        if isYUV { frame.pointee.colorspace = side.matrix.colorSpace }
    }
}
