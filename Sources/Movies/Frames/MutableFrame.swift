/// A new frame that its one owner fills and then freezes into a ``VideoFrame``. Its samples are undefined at first.
///
///     var frame = try await pool.frame(format)
///     frame.withPlane(0) { samples, stride in … }
///     let picture = frame.freeze(number: n, time: t)
package struct MutableFrame: ~Copyable, Sendable {
    /// Size, layout and colours of the samples.
    package let format: VideoFormat
    private let planes: FramePlanes

    init(format: VideoFormat, planes: FramePlanes) {
        self.format = format
        self.planes = planes
    }

    /// Calls `body` with the samples of a plane and its stride: the sample at x, y is `samples[y * stride + x]`.
    ///
    /// - Precondition: `0 ≤ plane < format.planeCount`.
    package mutating func withPlane<Result, Failure: Error>(
        _ plane: Int, _ body: (_ samples: inout MutableSpan<UInt8>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try planes.withPlane(plane, of: format.planeSize(plane)) { (bytes, stride) throws(Failure) in
            var samples = bytes.mutableSpan
            return try body(&samples, stride)
        }
    }

    /// Sets every sample of a plane.
    package mutating func fill(plane: Int, with value: UInt8) {
        planes.withPlane(plane, of: format.planeSize(plane)) { bytes, _ in bytes.update(repeating: value) }
    }

    /// Makes an immutable frame of this one, without a copy.
    ///
    /// - Parameters:
    ///   - number: counts the frames of the source from 0.
    ///   - time: nanoseconds since the source's first frame.
    package consuming func freeze(number: Int, time: Int64) -> VideoFrame {
        VideoFrame(format: format, number: number, time: time, duration: nil, planes: planes)
    }
}
