import Glibc

/// The planes of one frame in one piece of memory. It is not Sendable: one history or canvas owns it.
final class FrameMemory {
    let bytes: UnsafeMutablePointer<UInt8>
    /// The slab, which is freed with its last frame.
    private let slab: FrameSlab

    fileprivate init(_ slab: FrameSlab, offset: Int) {
        self.slab = slab
        bytes = slab.start + offset
    }

    convenience init(byteCount: Int) {
        self.init(FrameSlab(byteCount: max(1, byteCount)), offset: 0)
    }
}

/// Memory for several frames, in large pages if the system has them: a picture made of hundreds of frames would
/// otherwise wait for page tables more than for pixels.
final class FrameSlab {
    private static let size = 32 << 20
    private static let pageSize = 2 << 20

    fileprivate let start: UnsafeMutablePointer<UInt8>

    fileprivate init(byteCount: Int) {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: Self.pageSize)
        // This is only a hint.
        if byteCount >= Self.pageSize { _ = madvise(raw, byteCount, MADV_HUGEPAGE) }
        start = raw.bindMemory(to: UInt8.self, capacity: byteCount)
    }

    deinit {
        UnsafeMutableRawPointer(start).deallocate()
    }

    /// Returns as many frames as fit into a slab, at least one and at most `limit`.
    static func frames(byteCount: Int, atMost limit: Int) -> [FrameMemory] {
        let count = max(1, min(limit, size / max(1, byteCount)))
        let slab = FrameSlab(byteCount: count * byteCount)
        return (0..<count).map { FrameMemory(slab, offset: $0 * byteCount) }
    }
}

/// The place of a plane in a ``FrameMemory``, row by row without padding.
struct PackedPlane {
    let offset: Int
    let width: Int
    let height: Int
}
