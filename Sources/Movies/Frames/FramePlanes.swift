import CFFmpeg
import Imaging

/// The owner of an FFmpeg frame's memory: planes of bytes that are not written to any more.
///
/// The last reference gives the memory back: to its pool, and to the decoder that made it.
// FFmpeg documents that its reference-counted buffers may be shared by threads that only read; nothing here writes. The
// place in a pool is set before others have the planes.
final class FramePlanes: @unchecked Sendable {
    private let frame: UnsafeMutablePointer<AVFrame>
    /// The place in a pool that becomes free with the memory.
    private var lease: FramePool.Lease?

    /// Takes over a frame of FFmpeg.
    ///
    /// - Parameter frame: owned from here on, with positive strides in the planes that the format has.
    init(_ frame: UnsafeMutablePointer<AVFrame>, lease: FramePool.Lease?) {
        self.frame = frame
        self.lease = lease
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
        lease?.end()
    }

    /// Takes a place in a pool, before the planes are shared with another thread.
    ///
    /// - Precondition: they have none yet.
    func hold(_ lease: FramePool.Lease) {
        precondition(self.lease == nil, "the planes have a place already")
        self.lease = lease
    }

    func withFrame<Result, Failure: Error>(
        _ body: (UnsafeMutablePointer<AVFrame>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(frame)
    }

    /// Calls `body` with the bytes of a plane, from its first sample to its last, and its stride.
    func withPlane<Result, Failure: Error>(
        _ plane: Int, of size: PixelSize, _ body: (UnsafeMutableBufferPointer<UInt8>, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        let (start, stride) = frame.plane(plane)
        let count = stride * (size.height - 1) + size.width
        return try body(UnsafeMutableBufferPointer(start: start, count: count), stride)
    }
}

extension UnsafeMutablePointer<AVFrame> {
    /// Returns the first byte of a plane and its stride.
    func plane(_ index: Int) -> (start: UnsafeMutablePointer<UInt8>?, stride: Int) {
        switch index {
        case 0: (pointee.data.0, Int(pointee.linesize.0))
        case 1: (pointee.data.1, Int(pointee.linesize.1))
        case 2: (pointee.data.2, Int(pointee.linesize.2))
        default: (pointee.data.3, Int(pointee.linesize.3))
        }
    }
}
