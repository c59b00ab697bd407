import CFFmpeg
import Imaging

/// Converts bitmaps to frames for an encoder.
///
/// Keeps FFmpeg's tables for the last size, so one maker serves one stream. It is not Sendable: its owner calls it from
/// one task.
final class FrameMaker {
    private var context: peel_sws_scaler?
    private var prepared: VideoFormat?
    private let hasAlpha: Bool
    private let pool: FramePool

    /// Creates a converter for one stream.
    ///
    /// - Parameters:
    ///   - hasAlpha: whether the frames get the bitmaps' alpha. Without it, only the colours are taken.
    ///   - pool: the memory of the frames.
    init(hasAlpha: Bool, pool: FramePool = FramePool(capacity: 4)) {
        self.hasAlpha = hasAlpha
        self.pool = pool
    }

    deinit {
        sws_freeContext(context)
    }

    /// Converts a bitmap to a frame, in 4:2:0 of BT.709 and limited range. Its time is 0.
    ///
    /// - Throws: ``MovieError/Code/poolExhausted``, ``MovieError/Code/outOfMemory``.
    func makeFrame(of bitmap: Bitmap) throws(MovieError) -> VideoFrame {
        let unfilled = try pool.makeFrame(VideoFormat(size: bitmap.size, hasAlpha: hasAlpha))
        try prepare(for: unfilled.format)
        let frame = unfilled.freeze(number: 0, time: 0)
        let rows = bitmap.pixels.withUnsafeBufferPointer { pixels in
            frame.planes.withFrame { target in
                let outputs = (0..<4).map { target.plane($0).start }
                let strides = (0..<4).map { Int32(target.plane($0).stride) }
                return Int(
                    sws_scale(
                        context, [pixels.baseAddress], [Int32(4 * bitmap.width)], 0, Int32(bitmap.height), outputs,
                        strides))
            }
        }
        guard rows == bitmap.height else { throw MovieError(.outOfMemory, "a picture cannot be converted to a frame") }
        return frame
    }

    private func prepare(for format: VideoFormat) throws(MovieError) {
        guard prepared != format else { return }
        try FFmpegLibrary.start()
        sws_freeContext(context)
        prepared = nil
        let (width, height) = (Int32(format.size.width), Int32(format.size.height))
        context = sws_getContext(
            width, height, AV_PIX_FMT_RGBA, width, height, format.pixelFormat,
            peel_sws_bilinear | peel_sws_accurate | peel_sws_full_chroma, nil, nil, nil)
        guard let context else { throw MovieError(.outOfMemory, "there is no memory to convert a picture") }
        let table = sws_getCoefficients(Int32(format.matrix.colorSpace.rawValue))
        sws_setColorspaceDetails(context, table, 1, table, 0, 0, 1 << 16, 1 << 16)
        prepared = format
    }
}
