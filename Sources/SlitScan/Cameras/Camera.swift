public import Movies

/// What a camera gives, known once it is open.
public struct CameraInfo: Hashable, Sendable {
    /// What the camera is called, for a person: a device's name, a file's.
    public var name: String
    /// The format of the frames.
    public var format: VideoFormat
    /// Frames a second on average; `nil` when the source does not say.
    public var frameRate: Double?
    /// The format of the sound; `nil` without sound.
    public var sound: AudioChunk.Format?
    /// `nil` when the source does not say, or has no end.
    public var frameCount: Int?
    /// Whether it goes on by itself and loses what is not read. Others wait.
    public var isLive: Bool

    /// What a camera says of itself.
    public init(
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
@CameraActor public protocol Camera: AnyObject, Sendable {
    /// Opens the camera, or opens it again after it was closed.
    ///
    /// - Throws: ``ScanError``, which names the source.
    func open() async throws(ScanError) -> CameraInfo

    /// The next picture or piece of sound; `nil` at the end and when the task is cancelled.
    ///
    /// - Throws: ``ScanError`` when the camera was unplugged or its data is damaged. It can be opened again.
    func next() async throws(ScanError) -> MovieSample?

    /// Stops at once and gives the device back. Does nothing when it is closed.
    func close() async

    /// Frames since the source was opened that were not read in time.
    var droppedFrames: Int { get }

    /// Seconds of sound since the source was opened that were not read in time. 0 for a camera that does not count
    /// them.
    var droppedSound: Double { get }

    /// Why the sound ended although the pictures go on: a microphone that was unplugged, for instance.
    var soundError: ScanError? { get }

    /// What a file should have given up to now and did not; `nil` for nothing.
    var loss: MovieLoss? { get }
}

extension Camera {
    public var droppedSound: Double { 0 }
    public var soundError: ScanError? { nil }
    public var loss: MovieLoss? { nil }
}
