package import Movies

/// The properties of an open camera.
package struct CameraInfo: Hashable, Sendable {
    /// The camera's name for a person: a device's or a file's.
    package var name: String
    /// The format of the frames.
    package var format: VideoFormat
    /// Frames a second on average; `nil` when the source does not say.
    package var frameRate: Double?
    /// The format of the sound; `nil` without sound.
    package var sound: AudioChunk.Format?
    /// The number of frames; `nil` if the source does not say, or has no end.
    package var frameCount: Int?
    /// Whether it loses frames that are not read. Other sources wait.
    package var isLive: Bool

    /// Creates the properties of a camera.
    package init(
        name: String, format: VideoFormat, frameRate: Double? = nil, sound: AudioChunk.Format? = nil,
        frameCount: Int? = nil, isLive: Bool = false
    ) {
        self.name = name
        self.format = format
        self.frameRate = frameRate
        self.sound = sound
        self.frameCount = frameCount
        self.isLive = isLive
    }
}

/// A source of frames: a device, a file, a test pattern.
///
/// Isolated to ``CameraActor``: one ``CapturePipeline`` opens it, reads it to its end and closes it, never two calls at
/// once.
@CameraActor package protocol Camera: AnyObject, Sendable {
    /// Opens the camera, or opens it again after it was closed.
    ///
    /// - Throws: ``ScanError``, which names the source.
    func open() async throws(ScanError) -> CameraInfo

    /// Returns the next picture or piece of sound; `nil` at the end and if the task is cancelled.
    ///
    /// - Throws: ``ScanError`` when the camera was unplugged or its data is damaged. It can be opened again.
    func next() async throws(ScanError) -> MovieSample?

    /// Stops at once and releases the device. Does nothing if it is closed.
    func close() async

    /// The number of frames since the source was opened that were not read in time.
    var droppedFrames: Int { get }

    /// The sound since the source was opened that was not read in time, in seconds; 0 for a camera that does not count
    /// it.
    var droppedSound: Double { get }

    /// The reason why the sound ended although the pictures go on, such as an unplugged microphone.
    var soundError: ScanError? { get }

    /// The part of a file that is missing so far; `nil` for none.
    var loss: MovieLoss? { get }
}

extension Camera {
    package var droppedSound: Double { 0 }
    package var soundError: ScanError? { nil }
    package var loss: MovieLoss? { nil }
}
