import Movies

/// Puts a picture together out of frames of different ages: the modes `delay` and `map`.
struct DelayFilter: ~Copyable {
    private var history: FrameHistory
    private let format: VideoFormat
    private var plan: DelayPlan
    private var addresses: [UnsafePointer<UInt8>] = []

    init(_ format: VideoFormat, plan: DelayPlan) {
        self.format = format
        self.plan = plan
        history = FrameHistory(format, capacity: plan.depth)
        addresses.reserveCapacity(plan.depth + 1)
    }

    var heldFrames: Int { history.count }

    /// Keeps what the history holds.
    mutating func setPlan(_ plan: DelayPlan) {
        self.plan = plan
        history.setCapacity(plan.depth)
    }

    mutating func append(_ frame: VideoFrame) {
        history.append(frame)
    }

    /// - Precondition: a frame was appended; `frame` is of the same layout.
    mutating func render(into frame: inout MutableFrame) {
        // One more than the deepest delay: what it is mixed with.
        history.copyAddresses(into: &addresses, count: plan.depth + 1)
        for (index, packed) in history.planes.enumerated() {
            let plane = plan.planes[index]
            frame.withPlane(index) { samples, stride in
                samples.withUnsafeMutableBufferPointer { samples in
                    guard let target = samples.baseAddress else { return }
                    compose(plane, packed, into: target, stride: stride)
                }
            }
        }
    }

    private borrowing func compose(
        _ plane: DelayPlan.Plane, _ packed: PackedPlane, into target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        addresses.withUnsafeBufferPointer { addresses in
            plane.runs.withUnsafeBufferPointer { runs in
                plane.fractions.withUnsafeBufferPointer { fractions in
                    for row in 0..<packed.height {
                        let offset = packed.offset + row * packed.width
                        let output = target + row * stride
                        for index in plane.runs(ofRow: row) {
                            let run = runs[index]
                            let (start, count, delay) = (Int(run.start), Int(run.count), Int(run.delay))
                            let near = addresses[delay] + (offset + start)
                            if !fractions.isEmpty {
                                let far = addresses[delay + 1] + (offset + start)
                                let shares = UnsafeBufferPointer(
                                    rebasing: fractions[row * packed.width + start..<row * packed.width + start + count]
                                )
                                mix(near, far, shares, into: output + start)
                            } else if run.fraction == 0 {
                                (output + start).update(from: near, count: count)
                            } else {
                                let far = addresses[delay + 1] + (offset + start)
                                mix(near, far, share: UInt16(run.fraction), count: count, into: output + start)
                            }
                        }
                    }
                }
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
    _ near: UnsafePointer<UInt8>, _ far: UnsafePointer<UInt8>, _ shares: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutablePointer<UInt8>
) {
    guard let first = shares.baseAddress else { return }
    for index in 0..<shares.count {
        let share = UInt16(first[index])
        let sum = UInt16(near[index]) &* (256 &- share) &+ UInt16(far[index]) &* share &+ 128
        output[index] = UInt8(truncatingIfNeeded: sum >> 8)
    }
}
