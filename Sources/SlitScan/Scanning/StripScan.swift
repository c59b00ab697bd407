package import Movies

/// The lines that one frame adds to a strip.
package struct StripSlice: Sendable {
    /// The end of the picture that grew.
    package enum End: Hashable, Sendable {
        /// Before all existing lines.
        case leading
        /// After all existing lines.
        case trailing
    }

    /// The frame with the slit's lines, mirrored if the config says so.
    package let frame: VideoFrame
    /// The slit's columns or rows in the upright frame, in the picture's order.
    package let lines: Range<Int>
    /// Whether the lines are columns or rows.
    package let axis: ScanConfig.Axis
    /// The end of the picture that grew.
    package let end: End
}

/// The mode `strip`: slice k of the slit is beside slice k - 1.
final class StripScan: ScanFilter {
    private let format: VideoFormat
    private var config: ScanConfig
    private var clock: SliceClock
    private let geometry: SlitGeometry
    /// The end of the picture, for the movie.
    private var canvas: LineCanvas?
    private var lineCount = 0

    init(_ format: VideoFormat, _ config: ScanConfig, isShown: Bool) {
        self.format = format
        self.config = config
        clock = SliceClock(speed: config.speed)
        geometry = SlitGeometry(format, axis: config.axis)
        canvas = isShown ? LineCanvas(format, geometry) : nil
    }

    private var length: Int { config.length ?? ScanConfig.lengthLimit }
    var isComplete: Bool { lineCount >= length }
    var progress: Double? { config.length.map { min(1, Double(lineCount) / Double($0)) } }

    func configure(_ config: ScanConfig, historyBytes: Int) -> Bool {
        guard config.mode == .strip, config.axis == self.config.axis else { return false }
        clock.setSpeed(config.speed)
        self.config = config
        return true
    }

    func take(_ frame: VideoFrame) -> StripSlice? {
        guard !clock.advance().isEmpty, !isComplete else { return nil }
        let slit = geometry.slit(at: config.slit, width: config.width)
        let isForward = config.direction == .forward
        // The last slice of a picture of a given length may be cut, on the side away from the picture.
        let lines = isForward ? slit.prefix(length - lineCount) : slit.suffix(length - lineCount)
        lineCount += lines.count
        let stored = geometry.stored(lines)
        if isForward != geometry.isReversedAlong {
            canvas?.append(stored, of: frame)
        } else {
            canvas?.prepend(stored, of: frame)
        }
        return StripSlice(frame: frame, lines: lines, axis: config.axis, end: isForward ? .trailing : .leading)
    }

    func render(into frame: inout MutableFrame) {
        if canvas == nil { canvas = LineCanvas(format, geometry) }
        canvas?.render(0..<geometry.lineCount, into: &frame)
    }
}
