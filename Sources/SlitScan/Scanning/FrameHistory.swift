import Movies

/// The newest frames, at most ``capacity``, as planar YUV copies in tiles.
///
/// Memory is taken as frames come, and used again once the history is full.
struct FrameHistory: ~Copyable {
    let planes: [TiledPlane]
    private let frameBytes: Int
    /// The most frames, at least 1.
    private(set) var capacity: Int
    /// The frames, from the oldest to the newest.
    private var frames: [FrameMemory] = []
    /// Memory that no frame has used yet.
    private var unused: [FrameMemory] = []

    init(_ format: VideoFormat, capacity: Int) {
        planes = TiledPlane.planes(of: format)
        frameBytes = TiledPlane.byteCount(of: format)
        self.capacity = max(1, capacity)
        frames.reserveCapacity(self.capacity)
    }

    var count: Int { frames.count }

    /// Sets the capacity, and removes the oldest frames beyond it.
    mutating func setCapacity(_ capacity: Int) {
        self.capacity = max(1, capacity)
        if frames.count > self.capacity { frames.removeFirst(frames.count - self.capacity) }
        unused.removeLast(max(0, unused.count - (self.capacity - frames.count)))
        frames.reserveCapacity(self.capacity)
    }

    mutating func append(_ frame: VideoFrame) {
        let memory = takeMemory()
        for (index, plane) in planes.enumerated() {
            frame.withPlane(index) { samples, stride in
                samples.withUnsafeBufferPointer { samples in
                    guard let source = samples.baseAddress else { return }
                    plane.copy(source, stride: stride, into: memory.bytes)
                }
            }
        }
        frames.append(memory)
    }

    private mutating func takeMemory() -> FrameMemory {
        if frames.count == capacity { return frames.removeFirst() }
        if unused.isEmpty { unused = FrameSlab.frames(byteCount: frameBytes, atMost: capacity - frames.count) }
        return unused.removeLast()
    }

    /// Writes the addresses of the frames into `addresses`, the newest first. Delays beyond the oldest frame use its
    /// address.
    ///
    /// Valid until the next frame is appended.
    ///
    /// - Precondition: there is a frame.
    borrowing func copyAddresses(into addresses: inout [UInt], count: Int) {
        addresses.removeAll(keepingCapacity: true)
        for delay in 0..<count {
            addresses.append(UInt(bitPattern: frames[max(0, frames.count - 1 - delay)].bytes))
        }
    }
}
