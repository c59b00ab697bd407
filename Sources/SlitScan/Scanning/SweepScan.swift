import Movies

/// The mode `sweep`: slice k of the picture is slice k of the frame in which the slit reaches it.
///
/// When the slit has reached the other side the next frame begins a new pass over the picture.
final class SweepScan: ScanFilter {
    private var config: ScanConfig
    private var clock: SliceClock
    private var canvas: LineCanvas
    private var newest: VideoFrame?
    /// The number of slices in this pass.
    private var sliceCount = 0
    private var passes = 0

    init(_ format: VideoFormat, _ config: ScanConfig) {
        self.config = config
        clock = SliceClock(speed: config.speed)
        canvas = LineCanvas(format, SlitGeometry(format, axis: config.axis))
    }

    private var passLength: Int { canvas.geometry.sliceCount(width: config.width) }
    var isComplete: Bool { passes > 0 }
    var progress: Double? { passes > 0 ? 1 : Double(sliceCount) / Double(passLength) }

    func configure(_ config: ScanConfig, historyBytes: Int) -> Bool {
        let isSamePass =
            config.mode == .sweep && config.axis == self.config.axis && config.direction == self.config.direction
            && config.width == self.config.width
        guard isSamePass else { return false }
        clock.setSpeed(config.speed)
        self.config = config
        return true
    }

    func take(_ frame: VideoFrame) -> StripSlice? {
        if sliceCount == passLength {
            sliceCount = 0
            clock = SliceClock(speed: config.speed)
        }
        let slices = clock.advance().clamped(to: 0..<passLength)
        canvas.replace(stored(slices), with: frame)
        if !slices.isEmpty { sliceCount = slices.upperBound }
        if sliceCount == passLength { passes += 1 }
        newest = frame
        return nil
    }

    func render(into frame: inout MutableFrame) {
        if sliceCount < passLength, let newest { frame.copy(newest) }
        canvas.render(stored(0..<sliceCount), into: &frame)
    }

    /// Returns the stored lines of slices, counted in the slit's direction.
    private func stored(_ slices: Range<Int>) -> Range<Int> {
        let count = canvas.geometry.lineCount
        let lines = min(slices.lowerBound * config.width, count)..<min(slices.upperBound * config.width, count)
        let isReversed = canvas.geometry.isReversedAlong != (config.direction == .backward)
        return isReversed ? count - lines.upperBound..<count - lines.lowerBound : lines
    }
}
