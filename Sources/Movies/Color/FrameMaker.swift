import CFFmpeg
public import Imaging

/// Converts bitmaps to frames for an encoder.
///
/// Keeps FFmpeg's tables for the last size, so one maker serves one stream. It is not Sendable: its owner calls it from
/// one task.
public final class FrameMaker {
    private var context: peel_sws_scaler?
    private var prepared: VideoFormat?
    private let hasAlpha: Bool
    private let pool: FramePool

    /// Creates a converter for one stream.
    ///
    /// - Parameters:
    ///   - hasAlpha: whether the frames get the bitmaps' alpha. Without it, only the colours are taken.
    ///   - pool: the memory of the frames.
    public init(hasAlpha: Bool, pool: FramePool = FramePool(capacity: 24)) {
        self.hasAlpha = hasAlpha
        self.pool = pool
    }

    deinit {
        sws_freeContext(context)
    }

    /// Converts a bitmap to a frame, in 4:2:0 of BT.709 and limited range. Waits until the pool has one.
    ///
    /// - Parameters:
    ///   - number: counts the frames of the stream from 0.
    ///   - time: nanoseconds since the stream's first frame.
    /// - Throws: ``MovieError/Code/cancelled``, ``MovieError/Code/outOfMemory``.
    public func frame(
        of bitmap: Bitmap, number: Int, time: Int64, isolation: isolated (any Actor)? = #isolation
    ) async throws(MovieError) -> VideoFrame {
        let format = VideoFormat(size: bitmap.size, hasAlpha: hasAlpha)
        return try filled(try await pool.frame(format), with: bitmap, number: number, time: time)
    }

    /// Converts a bitmap to a frame for an encoder, which has a time of its own.
    ///
    /// - Throws: ``MovieError/Code/poolExhausted``, ``MovieError/Code/outOfMemory``.
    func makeFrame(of bitmap: Bitmap) throws(MovieError) -> VideoFrame {
        let format = VideoFormat(size: bitmap.size, hasAlpha: hasAlpha)
        return try filled(try pool.makeFrame(format), with: bitmap, number: 0, time: 0)
    }

    private func filled(
        _ frame: consuming MutableFrame, with bitmap: Bitmap, number: Int, time: Int64
    ) throws(MovieError) -> VideoFrame {
        try prepare(for: frame.format)
        let frame = frame.freeze(number: number, time: time)
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
