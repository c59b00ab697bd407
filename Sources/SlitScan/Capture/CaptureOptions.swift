public import Files

/// The options of a capture, from its start to its end.
public struct CaptureOptions: Sendable {
    /// The bytes that the history of `delay` and `map` may take.
    package var historyBytes: Int
    /// The folder for growing strips, 3 bytes a pixel.
    package var spoolFolder: FilePath
    /// The longest side of the previews in pixels; `nil` for none.
    package var previewSide: Int?
    /// The longest side of a second, larger preview of the result in pixels; `nil` for none.
    package var largePreviewSide: Int?
    /// The shortest time between two previews.
    package var previewInterval: Duration = .milliseconds(33)
    /// Whether recordings are written to the disk of ``spoolFolder``. They end then when it is full, so that they leave
    /// the strip's picture its room.
    package var recordsBesideSpool = true
    /// Whether a movie may be recorded or a preview shown. Otherwise a `strip` needs less memory.
    package var isShown = true

    /// Creates options; what is left out has its default.
    public init(spoolFolder: FilePath, previewSide: Int? = 640, historyBytes: Int = 1 << 30) {
        self.spoolFolder = spoolFolder
        self.previewSide = previewSide
        self.historyBytes = historyBytes
    }
}

/// The limit at which a capture ends. Without numbers, it goes on to the camera's end.
public struct CaptureLimit: Hashable, Sendable {
    /// The number of filtered frames.
    package var frames: Int?
    /// The time from which on frames are not taken, in seconds.
    package var seconds: Double?
    /// Whether it ends when the picture is complete: see ``SlitScanner/isComplete``.
    package var endsWhenComplete: Bool

    /// Creates a limit. `nil` is no limit.
    public init(frames: Int? = nil, seconds: Double? = nil, endsWhenComplete: Bool = false) {
        self.frames = frames
        self.seconds = seconds
        self.endsWhenComplete = endsWhenComplete
    }

    /// Returns how many frames of a source are taken, if it says how many it has.
    func frames(of info: CameraInfo) -> Int? {
        let untilTime = seconds.flatMap { seconds in info.frameRate.map { seconds * $0 } }
        return [frames, info.frameCount, untilTime.map { Int(min($0.rounded(.up), 1e12)) }].compactMap { $0 }.min()
    }

    func isReached(by snapshot: CaptureSnapshot) -> Bool {
        if let frames, snapshot.frames >= frames { return true }
        return endsWhenComplete && snapshot.isComplete
    }
}
