public import Imaging

extension VideoFrame {
    /// Returns a part of the stored picture as opaque 8-bit RGBA, without turning or scaling. It is what a slit keeps
    /// of a frame.
    ///
    /// - Precondition: `rect` lies within the frame and is not empty.
    public func bitmap(of rect: PixelRect) -> Bitmap {
        var pixels = [UInt8](repeating: 0, count: 4 * rect.area)
        var span = pixels.mutableSpan
        writeRGBA(of: rect, into: &span, stride: 4 * rect.width)
        return Bitmap(size: rect.size, pixels: pixels)
    }

    /// Writes a part of the stored picture as 8-bit RGBA: row `y` of the part begins at byte `y * stride`.
    ///
    /// Matrix and range are the format's. Chroma lies in the middle of the luma samples it stands for and is
    /// interpolated linearly in both directions, within two levels of swscale's
    /// `bilinear+accurate_rnd+full_chroma_int`.
    ///
    /// - Precondition: `rect` lies within the frame and is not empty; `bytes` has room for it.
    package func writeRGBA(of rect: PixelRect, into bytes: inout MutableSpan<UInt8>, stride: Int) {
        precondition(PixelRect(size).intersection(rect) == rect && !rect.isEmpty, "the part must lie within the frame")
        precondition(
            stride >= 4 * rect.width && bytes.count >= stride * (rect.height - 1) + 4 * rect.width,
            "the bytes must have room for the part")
        bytes.withUnsafeMutableBytes { target in
            guard let target = target.baseAddress else { return }
            planes.withFrame { frame in
                RGBAConversion(frame: frame, format: format, rect: rect).write(to: target, stride: stride)
            }
        }
    }
}
