import CFFmpeg
package import Imaging

/// Shrinks frames to upright bitmaps with square pixels, for previews and single pictures.
///
/// Keeps FFmpeg's tables for the last format, so one scaler serves one stream. It is not Sendable: its owner calls it
/// from one task.
package final class FrameScaler {
    // The area filter averages everything that a smaller pixel covers.
    private let scaler = PlaneScaler(peel_sws_area | peel_sws_accurate, to: "scale a frame")
    private let pool = FramePool(capacity: 1)

    /// Creates a scaler.
    package init() {}

    /// Returns the frame as a person sees it, no larger than `longestSide`. Frames are never enlarged.
    ///
    /// - Parameters:
    ///   - longestSide: in pixels, at least 1.
    ///   - keepsAlpha: whether the bitmap gets the alpha that the frame was read with; else it is opaque.
    /// - Throws: ``MovieError/Code/outOfMemory``.
    package func bitmap(
        of frame: VideoFrame, longestSide: Int, keepsAlpha: Bool = false
    ) throws(MovieError) -> Bitmap {
        let shown = frame.format.displaySize
        let size = shown.scaled(by: min(1, Double(max(1, longestSide)) / Double(shown.longestSide)))
        let stored = frame.format.orientation.uprightSize(ofStored: size)
        if keepsAlpha, let alpha = frame.alpha {
            // Only bitmaps are scaled in such a way that the colours of transparent pixels do not count.
            let bitmap = frame.bitmap(of: PixelRect(frame.size)).with(alpha)
            return bitmap.resized(to: stored).turnedUpright(from: frame.format.orientation)
        }
        let scaled = stored == frame.size ? frame : try scaled(frame, to: stored)
        return scaled.bitmap(of: PixelRect(stored)).turnedUpright(from: frame.format.orientation)
    }

    /// Scales the planes. The conversion to RGB is the same as for slits.
    private func scaled(_ frame: VideoFrame, to size: PixelSize) throws(MovieError) -> VideoFrame {
        var format = frame.format
        format.size = size
        if format.chroma != .grey { format.chroma = .yuv444 }
        let scaled = try pool.makeFrame(format).freeze(number: frame.number, time: frame.time)
        try scaler.scale(frame, into: scaled)
        return scaled
    }
}

extension Bitmap {
    /// The same colours with another alpha: the first plane, of the same size.
    fileprivate func with(_ alpha: FramePlanes) -> Bitmap {
        var bitmap = self
        alpha.withPlane(0, of: size) { samples, stride in
            bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
                for y in 0..<height {
                    for x in 0..<width { pixels[4 * (y * width + x) + 3] = samples[y * stride + x] }
                }
            }
        }
        return bitmap
    }

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
