public import Imaging
public import Movies

/// What the pipeline did up to one frame. Each holds all that those before it said, so that only the newest matters.
public struct CaptureSnapshot: Sendable {
    /// Frames that were filtered since the camera was opened.
    public var frames = 0
    /// The newest frame's time in seconds since the first of its camera, also of one that took the place of another.
    public var seconds = 0.0
    /// Frames of this camera, and of those before it, that were not read in time.
    public var droppedFrames = 0
    /// The sound of this camera, and of those before it, that was not read in time, in seconds.
    public var droppedSound = 0.0
    /// Why the camera's sound ended although its pictures go on.
    public var soundError: ScanError?
    /// What the movie should have given and did not; `nil` for nothing.
    public var loss: MovieLoss?
    /// The settings of the newest frame.
    public var config: ScanConfig
    /// The settings that were asked for last and refused, if they were: those before them hold.
    public var refusedConfig: ScanError?
    /// The size of the picture so far, upright; 0 × 0 before a scan has begun.
    public var resultSize = PixelSize(width: 0, height: 0)
    /// The finished part of the picture, 0…1; `nil` if the picture has no end.
    public var progress: Double?
    /// Whether a scan is running, and whether its picture has all it can have.
    public var isScanning = false
    /// Whether the picture has come to its end.
    public var isComplete = false
    /// Why the picture stopped growing before its end: a full disk, for instance.
    public var pictureError: ScanError?
    /// `nil` when nothing is recorded.
    public var recording: RecordingStatus?
    /// The last recording that ended.
    public var lastRecording: RecordingStatus?
    /// Why the last recording failed, if it did.
    public var recordingError: ScanError?
    /// `nil` when previews are off, and before the first.
    public var preview: CapturePreview?

    init(config: ScanConfig) {
        self.config = config
    }
}

/// How far a recording is.
public struct RecordingStatus: Hashable, Sendable {
    /// Frames that were handed to the encoder.
    public var frames = 0
    /// The recording's length in seconds.
    public var seconds = 0.0
    /// Frames that were left out because the encoder was behind a live camera.
    public var droppedFrames = 0
    /// The sound that was left out for the same reason, in seconds.
    public var droppedSound = 0.0
    /// The file that is written: 1 for the first, one more each time that the frames or the sound change their format.
    public var part = 1
}

/// Small pictures for a screen, upright.
public struct CapturePreview: Sendable {
    /// Counts the previews, so that a screen knows whether it has this one.
    public var number: Int
    /// The newest frame; mirrored as the config says.
    public var frame: Bitmap
    /// The scan after it.
    public var result: Bitmap
    /// The same, larger, while a client asks for it: see ``CaptureOptions/largePreviewSide``.
    public var largeResult: Bitmap?
}
