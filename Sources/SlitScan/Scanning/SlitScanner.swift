import Execution
import Imaging
package import Movies

/// Makes a slit-scan from frames, in order. It is the filter alone, without tasks, files or clocks.
///
///     var scanner = try SlitScanner(frames[0].format, config: config)
///     for frame in frames {
///         let slice = try scanner.take(frame)
///     }
///
/// Frames are filtered as they are stored, in planar YUV. Not Sendable: one owner gives it frames.
package struct SlitScanner: ~Copyable {
    /// The effect of changed settings on the picture.
    package enum Change: Hashable, Sendable {
        /// The settings are equal.
        case none
        /// The picture goes on.
        case applied
        /// The picture cannot continue with these settings and begins again.
        case startedAnew
    }

    /// The default for the history of `delay` and `map`: 1 GiB, which is 344 frames of 1920 × 1080.
    package static let defaultHistoryBytes = 1 << 30

    /// The format of the frames that it takes.
    package let format: VideoFormat
    /// The most bytes that `delay` and `map` keep.
    package let historyBytes: Int
    /// The current settings.
    package private(set) var config: ScanConfig
    private var filter: any ScanFilter
    private let isShown: Bool
    /// The mirrored frames: the newest, which the filter holds, and the next.
    private let pool = FramePool(capacity: 2)

    /// Creates a filter for frames of one format.
    ///
    /// - Parameters:
    ///   - historyBytes: the bound of what `delay` and `map` keep; one frame is always kept.
    ///   - isShown: whether ``render(into:)`` will be called. Otherwise `strip` does not keep the end of its picture
    ///     (two bytes a pixel of the frame), and a later rendering is black except for new lines.
    /// - Throws: ``ScanError/Code/badSetting``, ``ScanError/Code/historyTooLong``.
    package init(
        _ format: VideoFormat, config: ScanConfig, historyBytes: Int = SlitScanner.defaultHistoryBytes,
        isShown: Bool = true
    ) throws(ScanError) {
        try config.validate()
        let filter = try Self.makeFilter(format, config, historyBytes, isShown: isShown)
        self.isShown = isShown
        self.format = format
        self.config = config
        self.historyBytes = historyBytes
        self.filter = filter
    }

    /// Changes the settings from the next frame on.
    ///
    /// - Throws: what the initialiser throws. Everything is as before then.
    package mutating func configure(_ config: ScanConfig) throws(ScanError) -> Change {
        guard config != self.config else { return .none }
        try config.validate()
        let goesOn = try filter.configure(config, historyBytes: historyBytes)
        if !goesOn { filter = try Self.makeFilter(format, config, historyBytes, isShown: isShown) }
        self.config = config
        return goesOn ? .applied : .startedAnew
    }

    /// Takes the next frame.
    ///
    /// - Returns: the slice that `strip` adds to its picture. `nil` in the other modes, and when the frame adds none.
    /// - Throws: ``ScanError/Code/formatChanged``, and when there is no memory.
    package mutating func take(_ frame: VideoFrame) throws(ScanError) -> StripSlice? {
        guard frame.format == format else {
            throw ScanError(
                .formatChanged,
                "the camera's frames changed from \(format.size.width) x \(format.size.height) to "
                    + "\(frame.size.width) x \(frame.size.height): begin a new scan")
        }
        return filter.take(config.isMirrored ? try mirrored(frame) : frame)
    }

    /// Draws what the movie shows after the newest frame: in `strip` the end of the picture, scrolling through the
    /// frame; in `sweep` what the slit left behind, and the newest frame where it has not been; in `delay` and `map`
    /// the picture.
    ///
    /// - Precondition: a frame was taken; `frame` has the scanner's format.
    package mutating func render(into frame: inout MutableFrame) {
        precondition(frame.format == format, "the frame must have the scanner's format")
        filter.render(into: &frame)
    }

    /// Whether the picture has its whole length (`strip`), or the slit has reached the other side (`sweep`).
    package var isComplete: Bool { filter.isComplete }

    /// The finished part of the picture, 0…1; `nil` if it has no end.
    package var progress: Double? { filter.progress }

    /// Begins the picture again. `delay` and `map` keep their history.
    package mutating func restart() throws(ScanError) {
        guard !(filter is DelayScan) else { return }
        filter = try Self.makeFilter(format, config, historyBytes, isShown: isShown)
    }

    private static func makeFilter(
        _ format: VideoFormat, _ config: ScanConfig, _ historyBytes: Int, isShown: Bool
    ) throws(ScanError) -> any ScanFilter {
        switch config.mode {
        case .strip: StripScan(format, config, isShown: isShown)
        case .sweep: SweepScan(format, config)
        case .delay, .map: try DelayScan(format, config, historyBytes: historyBytes)
        }
    }

    private func mirrored(_ frame: VideoFrame) throws(ScanError) -> VideoFrame {
        try rethrowing(ScanError.init) { () throws(MovieError) in try frame.mirrored(in: pool) }
    }
}

/// A mode of the scanner. It is not Sendable: one scanner owns it.
protocol ScanFilter: AnyObject {
    func take(_ frame: VideoFrame) -> StripSlice?
    func render(into frame: inout MutableFrame)
    /// Changes the settings. Returns `false`, and changes nothing, if the picture cannot go on with them.
    func configure(_ config: ScanConfig, historyBytes: Int) throws(ScanError) -> Bool
    var isComplete: Bool { get }
    var progress: Double? { get }
}
