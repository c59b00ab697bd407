import Imaging
import Movies
import TestSupport

/// Frames whose samples are noise from a fixed seed, smooth or not.
enum TestFrames {
    /// - Parameter smooth: whether neighbours are alike, as in a photograph.
    static func noise(_ format: VideoFormat, smooth: Bool = false, seed: UInt64 = 1) throws -> VideoFrame {
        var random = SeededGenerator(seed: seed)
        return try fill(format) { plane, x, y in
            let noise = Int(random.next() >> 56)
            let level = smooth ? (3 * x + 2 * y + 40 * plane) % 256 / 2 + noise / 16 + 40 : noise
            let (low, high) = format.range == .full ? (0, 255) : (16, plane == 0 ? 235 : 240)
            return UInt8(max(low, min(high, level)))
        }
    }

    static func fill(
        _ format: VideoFormat, number: Int = 0, time: Int64 = 0, _ sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
    ) throws -> VideoFrame {
        var frame = try FramePool(capacity: 1).makeFrame(format)
        for plane in 0..<format.planeCount {
            let size = format.planeSize(plane)
            frame.withPlane(plane) { samples, stride in
                for y in 0..<size.height {
                    for x in 0..<size.width { samples[y * stride + x] = sample(plane, x, y) }
                }
            }
        }
        return frame.freeze(number: number, time: time)
    }
}

extension VideoFrame {
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
        withRow(y, ofPlane: plane) { $0[x] }
    }
}
