import Movies

/// Makes small pictures for a screen, at most as often as the screen shows them.
///
/// Not Sendable: the pipeline owns it.
final class PreviewMaker {
    private let longestSide: Int
    /// The longest side of a second, larger picture of the result; `nil` for none.
    var largeSide: Int?
    private let interval: Duration
    private let frames = FrameScaler()
    private let results = FrameScaler()
    private let largeResults = FrameScaler()
    private var last: ContinuousClock.Instant?
    private var count = 0

    init(longestSide: Int, interval: Duration) {
        self.longestSide = longestSide
        self.interval = interval
    }

    func isDue(at instant: ContinuousClock.Instant) -> Bool {
        last.map { $0.duration(to: instant) >= interval } ?? true
    }

    func make(
        _ frame: VideoFrame, result: VideoFrame, at instant: ContinuousClock.Instant
    ) throws(MovieError) -> CapturePreview {
        last = instant
        count += 1
        var preview = CapturePreview(
            number: count, frame: try frames.bitmap(of: frame, longestSide: longestSide),
            result: try results.bitmap(of: result, longestSide: longestSide))
        if let largeSide { preview.largeResult = try largeResults.bitmap(of: result, longestSide: largeSide) }
        return preview
    }
}
