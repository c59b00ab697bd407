import Movies

/// The modes `delay` and `map`: each pixel is that of an earlier frame. Until there are enough frames, the first stands
/// for those before it.
final class DelayScan: ScanFilter {
    private let format: VideoFormat
    private var plan: DelayPlan
    private var history: FrameHistory
    private var addresses: [UInt] = []

    init(_ format: VideoFormat, _ config: ScanConfig, historyBytes: Int) throws(ScanError) {
        self.format = format
        let plan = try Self.plan(format, config, historyBytes)
        self.plan = plan
        history = FrameHistory(format, capacity: plan.depth)
        addresses.reserveCapacity(plan.depth + 1)
    }

    var isComplete: Bool { false }
    var progress: Double? { nil }

    func configure(_ config: ScanConfig, historyBytes: Int) throws(ScanError) -> Bool {
        guard config.mode == .delay || config.mode == .map else { return false }
        plan = try Self.plan(format, config, historyBytes)
        history.setCapacity(plan.depth)
        return true
    }

    func take(_ frame: VideoFrame) -> StripSlice? {
        history.append(frame)
        return nil
    }

    func render(into frame: inout MutableFrame) {
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

    private static func plan(
        _ format: VideoFormat, _ config: ScanConfig, _ historyBytes: Int
    ) throws(ScanError) -> DelayPlan {
        let geometry = SlitGeometry(format, axis: config.axis)
        let frameBytes = TiledPlane.byteCount(of: format)
        let most = max(1, historyBytes / frameBytes)
        if let length = config.length, length > most {
            throw ScanError(
                .historyTooLong,
                "\(length) frames of \(frameBytes) bytes do not fit into the history of \(historyBytes) bytes: "
                    + "give a length up to \(most), or a larger history")
        }
        // More frames than slices, or than grey levels, would never be seen.
        let levels = config.mode == .delay ? geometry.sliceCount(width: config.width) : 256
        return DelayPlan(config, geometry, format, depth: config.length ?? min(most, levels))
    }
}
