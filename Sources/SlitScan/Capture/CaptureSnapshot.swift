public import Imaging
package import Movies

/// The state of the pipeline at one frame. Each snapshot contains all earlier ones, so only the newest matters.
public struct CaptureSnapshot: Sendable {
    /// The number of frames that were filtered since the camera was opened.
    public var frames = 0
    /// The newest frame's time in seconds since the first of its camera, also of one that took the place of another.
    package var seconds = 0.0
    /// The number of frames of this camera, and of those before it, that were not read in time.
    package var droppedFrames = 0
    /// The sound of this camera, and of those before it, that was not read in time, in seconds.
    package var droppedSound = 0.0
    /// The reason why the camera's sound ended although its pictures go on.
    package var soundError: ScanError?
    /// The part of the movie that is missing; `nil` for none.
    package var loss: MovieLoss?
    /// The settings of the newest frame.
    package var config: ScanConfig
    /// The error of the newest settings, if they were refused. The settings before them hold.
    package var refusedConfig: ScanError?
    /// The size of the picture so far, upright; 0 × 0 before a scan.
    package var resultSize = PixelSize(width: 0, height: 0)
    /// The finished part of the picture, 0…1; `nil` if the picture has no end.
    public var progress: Double?
    /// Whether a scan is running.
    package var isScanning = false
    /// Whether the picture is complete.
    public var isComplete = false
    /// The reason why the picture stopped growing early, such as a full disk.
    package var pictureError: ScanError?
    /// The running recording; `nil` without one.
    package var recording: RecordingStatus?
    /// The last recording that ended.
    package var lastRecording: RecordingStatus?
    /// The reason why the last recording failed.
    package var recordingError: ScanError?
    /// The newest preview; `nil` if previews are off, and before the first.
    public var preview: CapturePreview?

    init(config: ScanConfig) {
        self.config = config
    }
}

/// The status of a recording.
public struct RecordingStatus: Hashable, Sendable {
    /// The number of frames that were passed to the encoder.
    package var frames = 0
    /// The recording's length in seconds.
    public var seconds = 0.0
    /// The number of frames that were left out because the encoder was behind a live camera.
    package var droppedFrames = 0
    /// The sound that was left out for the same reason, in seconds.
    package var droppedSound = 0.0
    /// The number of the file: 1 for the first, one more after each change of format.
    package var part = 1
}

/// Small upright pictures for a screen.
public struct CapturePreview: Sendable {
    /// The number of the preview, by which a screen knows whether it has it.
    package var number: Int
    /// The newest frame, mirrored if the config says so.
    public var frame: Bitmap
    /// The scan after that frame.
    public var result: Bitmap
    /// A larger picture of the scan while a client asks for it: see ``CaptureOptions/largePreviewSide``.
    package var largeResult: Bitmap?
}
