import Dispatch

/// Puts one plane together out of the same plane of earlier frames.
///
/// Addresses are numbers here, for the threads that share the rows: nobody writes to the earlier frames meanwhile, and each
/// row of the target is written by one thread alone. They are valid while the one who made this waits for it.
struct DelayComposer {
    private let plane: DelayPlan.Plane
    private let packed: PackedPlane
    private let frames: [UInt]
    private let target: UInt
    private let stride: Int

    /// - Parameters:
    ///   - frames: the addresses of the frames, the newest first, one more than the deepest delay.
    ///   - target: the plane's rows, `stride` bytes apart.
    init(
        _ plane: DelayPlan.Plane, _ packed: PackedPlane, _ frames: [UInt], target: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) {
        self.plane = plane
        self.packed = packed
        self.frames = frames
        self.target = UInt(bitPattern: target)
        self.stride = stride
    }

    /// Returns when all rows are written. What it costs is waiting for memory, which two cores do better than one.
    func composeOnAllCores() {
        // Small enough that a core that is late does not keep the other waiting for long.
        let rowsInPart = 32
        let parts = (packed.height + rowsInPart - 1) / rowsInPart
        guard packed.width * packed.height > 1 << 16 else { return compose(0..<packed.height) }
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            compose(part * rowsInPart..<min((part + 1) * rowsInPart, packed.height))
        }
    }

    private func compose(_ rows: Range<Int>) {
        guard let target = UnsafeMutablePointer<UInt8>(bitPattern: target) else { return }
        plane.runs.withUnsafeBufferPointer { runs in
            plane.fractions.withUnsafeBufferPointer { fractions in
                if plane.isUniform {
                    // Run by run, so that each frame is read down a column: its rows follow at one distance.
                    for run in runs { compose(run, rows, fractions.baseAddress, target) }
                } else {
                    for row in rows {
                        let shares = fractions.baseAddress.map { $0 + row * packed.width }
                        for index in plane.runs(ofRow: row) { compose(runs[index], row..<row + 1, shares, target) }
                    }
                }
            }
        }
    }

    /// A run in some rows.
    @inline(__always)
    private func compose(
        _ run: DelayPlan.Run, _ rows: Range<Int>, _ shares: UnsafePointer<UInt8>?, _ target: UnsafeMutablePointer<UInt8>
    ) {
        let (start, count, delay) = (Int(run.start), Int(run.count), Int(run.delay))
        guard let near = UnsafePointer<UInt8>(bitPattern: frames[delay]),
            let far = UnsafePointer<UInt8>(bitPattern: frames[delay + 1])
        else { return }
        for row in rows {
            let place = packed.offset + row * packed.width + start
            let output = target + (row * stride + start)
            if run.fraction == 0 {
                output.update(from: near + place, count: count)
            } else if run.fraction > 0 {
                mix(near + place, far + place, share: UInt16(run.fraction), count: count, into: output)
            } else if let shares {
                mix(near + place, far + place, shares + start, count: count, into: output)
            }
        }
    }
}

/// `(near * (256 - share) + far * share + 128) / 256`, rounded down.
@inline(__always)
private func mix(
    _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, share: UInt16, count: Int,
    into output: UnsafeMutablePointer<UInt8>
) {
    for index in 0..<count {
        let sum = UInt16(near[index]) &* (256 &- share) &+ UInt16(far[index]) &* share &+ 128
        output[index] = UInt8(truncatingIfNeeded: sum >> 8)
    }
}

@inline(__always)
private func mix(
    _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, _ shares: UnsafePointer<UInt8>, count: Int,
    into output: UnsafeMutablePointer<UInt8>
) {
    for index in 0..<count {
        let share = UInt16(shares[index])
        let sum = UInt16(near[index]) &* (256 &- share) &+ UInt16(far[index]) &* share &+ 128
        output[index] = UInt8(truncatingIfNeeded: sum >> 8)
    }
}
