import CFFmpeg
import Imaging

/// Converts bitmaps to frames for an encoder.
///
/// Keeps FFmpeg's tables for the last size, so one maker serves one stream. It is not Sendable: its owner calls it from
/// one task.
final class FrameMaker {
    private let scaler = PlaneScaler(
        peel_sws_bilinear | peel_sws_accurate | peel_sws_full_chroma, to: "convert a picture")
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

    /// Converts a bitmap to a frame, in 4:2:0 of BT.709 and limited range. Its time is 0.
    ///
    /// - Throws: ``MovieError/Code/poolExhausted``, ``MovieError/Code/outOfMemory``.
    func makeFrame(of bitmap: Bitmap) throws(MovieError) -> VideoFrame {
        let unfilled = try pool.makeFrame(VideoFormat(size: bitmap.size, hasAlpha: hasAlpha))
        let frame = unfilled.freeze(number: 0, time: 0)
        try frame.planes.withFrame { target throws(MovieError) in
            try scaler.scale(bitmap, into: target, PlaneScaler.Side(frame.format))
        }
        return frame
    }
}
