import CFFmpeg
package import Imaging

/// Shrinks frames to upright bitmaps with square pixels, for previews and single pictures.
///
/// Keeps FFmpeg's tables for the last format, so one scaler serves one stream. It is not Sendable: its owner calls it
/// from one task.
package final class FrameScaler {
    private var context: peel_sws_scaler?
    private var prepared: (format: VideoFormat, size: PixelSize)?
    private let pool = FramePool(capacity: 1)

    /// Creates a scaler.
    package init() {}

    deinit {
        sws_freeContext(context)
    }

    /// Returns the frame as a person sees it, no larger than `longestSide`. Frames are never enlarged.
    ///
    /// - Parameter longestSide: in pixels, at least 1.
    /// - Throws: ``MovieError/Code/outOfMemory``.
    package func bitmap(of frame: VideoFrame, longestSide: Int) throws(MovieError) -> Bitmap {
        let shown = frame.format.displaySize
        let size = shown.scaled(by: min(1, Double(max(1, longestSide)) / Double(shown.longestSide)))
        let stored = frame.format.orientation.uprightSize(ofStored: size)
        let scaled = stored == frame.size ? frame : try scaled(frame, to: stored)
        return scaled.bitmap(of: PixelRect(stored)).turnedUpright(from: frame.format.orientation)
    }

    /// Scales the planes. The conversion to RGB is the same as for slits.
    private func scaled(_ frame: VideoFrame, to size: PixelSize) throws(MovieError) -> VideoFrame {
        var format = frame.format
        format.size = size
        if format.chroma != .grey { format.chroma = .yuv444 }
        try prepare(from: frame.format, to: format)
        let scaled = try pool.makeFrame(format).freeze(number: frame.number, time: frame.time)
        let rows = frame.planes.withFrame { source in
            scaled.planes.withFrame { target in
                let planes = (0..<4).map { UnsafePointer(source.plane($0).start) }
                let strides = (0..<4).map { Int32(source.plane($0).stride) }
                let outputs = (0..<4).map { target.plane($0).start }
                let outputStrides = (0..<4).map { Int32(target.plane($0).stride) }
                return Int(sws_scale(context, planes, strides, 0, Int32(frame.size.height), outputs, outputStrides))
            }
        }
        guard rows == size.height else { throw MovieError(.outOfMemory, "a frame could not be scaled") }
        return scaled
    }

    private func prepare(from source: VideoFormat, to target: VideoFormat) throws(MovieError) {
        if let prepared, prepared == (source, target.size) { return }
        sws_freeContext(context)
        prepared = nil
        // The area filter averages everything that a smaller pixel covers.
        context = sws_getContext(
            Int32(source.size.width), Int32(source.size.height), source.pixelFormat, Int32(target.size.width),
            Int32(target.size.height), target.pixelFormat, peel_sws_area | peel_sws_accurate, nil, nil, nil)
        guard let context else { throw MovieError(.outOfMemory, "there is no memory to scale a frame") }
        let table = sws_getCoefficients(Int32(source.matrix.colorSpace.rawValue))
        let range: Int32 = source.range == .full ? 1 : 0
        sws_setColorspaceDetails(context, table, range, table, range, 0, 1 << 16, 1 << 16)
        prepared = (source, target.size)
    }
}

extension Bitmap {
    /// Returns the stored picture's pixels in upright order.
    fileprivate func turnedUpright(from orientation: ImageOrientation) -> Bitmap {
        guard orientation != .upright else { return self }
        let upright = orientation.uprightSize(ofStored: size)
        let strides = orientation.storedStrides(size)
        var turned = Bitmap(size: upright)
        pixels.withUnsafeBytes { source in
            turned.pixels.withUnsafeMutableBytes { target in
                for y in 0..<upright.height {
                    for x in 0..<upright.width {
                        let from = 4 * (strides.origin + x * strides.dx + y * strides.dy)
                        let pixel = source.loadUnaligned(fromByteOffset: from, as: UInt32.self)
                        target.storeBytes(of: pixel, toByteOffset: 4 * (y * upright.width + x), as: UInt32.self)
                    }
                }
            }
        }
        return turned
    }
}
