public import Imaging

/// A picture of a video: planes of 8-bit samples, row by row from the top left.
///
/// A value that never changes. Copies share the memory, which goes back to its pool with the last copy. A source waits
/// while all frames of its pool are held.
public struct VideoFrame: Sendable {
    /// The size, layout and colours of the samples.
    public let format: VideoFormat
    /// The number of the frame in its source, from 0, including dropped frames.
    package let number: Int
    /// The time since the source's first frame in nanoseconds. It never decreases from frame to frame.
    public let time: Int64
    /// How long it is shown, in nanoseconds; `nil` if the source does not say, and the next frame tells.
    package let duration: Int64?
    let planes: FramePlanes
    /// The picture's alpha: the first plane, of ``size`` and of the full range. The colours are not multiplied by it.
    /// `nil` for an opaque picture, and where alpha was not asked for.
    var alpha: FramePlanes?

    /// The width and height in pixels.
    public var size: PixelSize { format.size }

    /// Calls `body` with the samples of a plane and its stride: the sample at x, y is `samples[y * stride + x]`.
    ///
    /// The last row ends with its last sample; between rows there may be padding.
    ///
    /// - Precondition: `0 ≤ plane < format.planeCount`.
    package func withPlane<Result, Failure: Error>(
        _ plane: Int, _ body: (_ samples: Span<UInt8>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try planes.withPlane(plane, of: format.planeSize(plane)) { (bytes, stride) throws(Failure) in
            try body(bytes.span, stride)
        }
    }

    /// Calls `body` with one row of a plane.
    ///
    /// - Precondition: the plane and the row exist.
    package func withRow<Result, Failure: Error>(
        _ row: Int, ofPlane plane: Int, _ body: (_ samples: Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let size = format.planeSize(plane)
        precondition(row >= 0 && row < size.height, "the plane does not have this row")
        return try planes.withPlane(plane, of: size) { (bytes, stride) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: bytes[row * stride..<row * stride + size.width]).span)
        }
    }

    /// Returns the same picture with another number and time. The memory is shared.
    package func with(number: Int, time: Int64) -> VideoFrame {
        VideoFrame(format: format, number: number, time: time, duration: duration, planes: planes, alpha: alpha)
    }
}
