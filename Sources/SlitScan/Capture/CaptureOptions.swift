public import Files

/// What holds for a capture from its start to its end.
public struct CaptureOptions: Sendable {
    /// The bytes that the history of `delay` and `map` may take.
    public var historyBytes = SlitScanner.defaultHistoryBytes
    /// Where strips are kept while they grow: 3 bytes a pixel.
    public var spoolFolder: FilePath
    /// Longest side of the previews in pixels; `nil` for none.
    public var previewSide: Int?
    /// Longest side of a second, larger preview of the result in pixels; `nil` for none.
    public var largePreviewSide: Int?
    /// The shortest time between two previews.
    public var previewInterval: Duration = .milliseconds(33)

    /// Whether a movie may be recorded or a preview be shown. Without, a `strip` needs less memory.
    public var isShown = true

    /// Creates options; what is left out has its default.
    public init(spoolFolder: FilePath, previewSide: Int? = 640) {
        self.spoolFolder = spoolFolder
        self.previewSide = previewSide
    }
}

/// Where a capture ends by itself. Without numbers it goes on to the camera's end.
public struct CaptureLimit: Hashable, Sendable {
    /// Frames that are filtered.
    public var frames: Int?
    /// Frames from this time on are not taken any more.
    public var seconds: Double?
    /// Whether it ends when the picture has all it can have: see ``SlitScanner/isComplete``.
    public var endsWhenComplete: Bool

    /// Creates a limit. `nil` is no limit.
    public init(frames: Int? = nil, seconds: Double? = nil, endsWhenComplete: Bool = false) {
        self.frames = frames
        self.seconds = seconds
        self.endsWhenComplete = endsWhenComplete
    }

    /// How many frames of a source are taken, as far as it says how many it has.
    func frames(of info: CameraInfo) -> Int? {
        let untilTime = seconds.flatMap { seconds in info.frameRate.map { seconds * $0 } }
        return [frames, info.frameCount, untilTime.map { Int(min($0.rounded(.up), 1e12)) }].compactMap { $0 }.min()
    }

    func isReached(by snapshot: CaptureSnapshot) -> Bool {
        if let frames, snapshot.frames >= frames { return true }
        return endsWhenComplete && snapshot.isComplete
    }
}
