import Imaging
package import Movies
package import SlitScan

/// A camera without hardware. Every sample is a function of the frame's number n and of its place, so that tests can
/// compute each sample of a scan.
package final class SyntheticCamera: Camera {
    /// The frames' format, also of a camera that is not open.
    package nonisolated let format: VideoFormat
    private nonisolated let frameCount: Int?
    private nonisolated let frameRate: Double
    private let pool = FramePool(capacity: 8)
    private var number = 0

    /// Creates a camera of computed frames.
    ///
    /// - Parameter frameCount: `nil` for one that never ends.
    package nonisolated init(format: VideoFormat, frameCount: Int?, frameRate: Double = 60) {
        self.format = format
        self.frameCount = frameCount
        self.frameRate = frameRate
    }

    /// The sample of a plane at `x`, `y` (of that plane) in frame `n`.
    package nonisolated static func sample(plane: Int, n: Int, x: Int, y: Int) -> UInt8 {
        switch plane {
        case 0: UInt8(truncatingIfNeeded: 7 * n + 3 * x + 5 * y)
        case 1: UInt8(truncatingIfNeeded: 11 * n + x - 2 * y)
        default: UInt8(truncatingIfNeeded: 13 * n - 3 * x + y)
        }
    }

    package let droppedFrames = 0

    package func open() -> CameraInfo {
        number = 0
        return CameraInfo(
            name: "a synthetic camera", format: format, frameRate: frameRate, frameCount: frameCount, isLive: false)
    }

    package func next() async throws(ScanError) -> MovieSample? {
        guard number != frameCount, !Task.isCancelled else { return nil }
        do throws(MovieError) {
            let frame = try await Self.frame(number, format, rate: frameRate, from: pool)
            number += 1
            return .picture(frame)
        } catch {
            if error.code == .cancelled { return nil }
            throw ScanError(error)
        }
    }

    package func close() {}

    /// Returns frame `n`, without a camera.
    package nonisolated static func frame(
        _ n: Int, _ format: VideoFormat, rate: Double = 60, from pool: FramePool
    ) async throws(MovieError) -> VideoFrame {
        var frame = try await pool.frame(format)
        for plane in 0..<format.planeCount {
            let size = format.planeSize(plane)
            frame.withPlane(plane) { samples, stride in
                for y in 0..<size.height {
                    for x in 0..<size.width { samples[y * stride + x] = sample(plane: plane, n: n, x: x, y: y) }
                }
            }
        }
        return frame.freeze(number: n, time: Int64(Double(n) * 1e9 / rate))
    }
}
