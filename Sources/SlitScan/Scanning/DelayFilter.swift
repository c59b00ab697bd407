import Movies

/// Assembles a picture from frames of different ages, for the modes `delay` and `map`.
struct DelayFilter: ~Copyable {
    private var history: FrameHistory
    private let format: VideoFormat
    private var plan: DelayPlan
    private var addresses: [UInt] = []

    init(_ format: VideoFormat, plan: DelayPlan) {
        self.format = format
        self.plan = plan
        history = FrameHistory(format, capacity: plan.depth)
        addresses.reserveCapacity(plan.depth + 1)
    }

    /// Sets the plan and keeps the history.
    mutating func setPlan(_ plan: DelayPlan) {
        self.plan = plan
        history.setCapacity(plan.depth)
    }

    mutating func append(_ frame: VideoFrame) {
        history.append(frame)
    }

    /// Draws the current picture.
    ///
    /// - Precondition: a frame was appended; `frame` is of the same layout.
    mutating func render(into frame: inout MutableFrame) {
        // One more than the deepest delay, for mixing.
        history.copyAddresses(into: &addresses, count: plan.depth + 1)
        for (index, tiled) in history.planes.enumerated() {
            let plane = plan.planes[index]
            frame.withPlane(index) { samples, stride in
                samples.withUnsafeMutableBufferPointer { samples in
                    guard let target = samples.baseAddress else { return }
                    DelayComposer(plane, tiled, addresses, target: target, stride: stride).composeOnAllCores()
                }
            }
        }
    }
}
