import Imaging
import Movies

/// The planes of one frame in one piece of memory, without padding. Not Sendable: one history or canvas owns it.
final class FrameMemory {
    let bytes: UnsafeMutablePointer<UInt8>
    private let count: Int

    init(byteCount: Int) {
        count = byteCount
        bytes = .allocate(capacity: max(1, byteCount))
    }

    deinit {
        bytes.deallocate()
    }
}

/// Where planes lie in a ``FrameMemory``.
struct PackedPlane {
    let offset: Int
    let width: Int
    let height: Int

    /// Of a frame of a format.
    static func planes(of format: VideoFormat) -> [PackedPlane] {
        var offset = 0
        return (0..<format.planeCount).map { plane in
            let size = format.planeSize(plane)
            defer { offset += size.area }
            return PackedPlane(offset: offset, width: size.width, height: size.height)
        }
    }
}
