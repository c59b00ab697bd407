import Movies

/// The modes `delay` and `map`: each pixel is that of an earlier frame. Until there are enough frames, the first stands
/// for those before it.
final class DelayScan: ScanFilter {
    private let format: VideoFormat
    private var filter: DelayFilter

    init(_ format: VideoFormat, _ config: ScanConfig, historyBytes: Int) throws(ScanError) {
        self.format = format
        filter = DelayFilter(format, plan: try Self.plan(format, config, historyBytes))
    }

    var isComplete: Bool { false }
    var progress: Double? { nil }

    func configure(_ config: ScanConfig, historyBytes: Int) throws(ScanError) -> Bool {
        guard config.mode == .delay || config.mode == .map else { return false }
        filter.setPlan(try Self.plan(format, config, historyBytes))
        return true
    }

    func take(_ frame: VideoFrame) -> StripSlice? {
        filter.append(frame)
        return nil
    }

    func render(into frame: inout MutableFrame) {
        filter.render(into: &frame)
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
