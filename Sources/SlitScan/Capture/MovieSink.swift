public import Movies

/// Where a recording goes: a movie file, or what a test puts in its place.
public protocol MovieSink: Sendable {
    /// Whether sound is written when the camera gives some. Without, a camera with other sound needs no other part.
    nonisolated var takesSound: Bool { get }

    /// Writes the next picture or sound. Returns when there is room for the one after it.
    func write(_ sample: MovieSample) async throws(ScanError)

    /// Makes the movie whole.
    func finish() async throws(ScanError)
}

extension MovieSink {
    public nonisolated var takesSound: Bool { true }
}

/// What the frames of a movie are like, known from the camera when the recording begins.
public struct MovieSinkFormat: Sendable {
    /// The format of the frames.
    public var format: VideoFormat
    /// `nil` when the camera does not say.
    public var frameRate: Double?
    /// The format of the sound; `nil` without sound.
    public var sound: AudioChunk.Format?
    /// 1 for the first file; one more each time that the format changed and the movie goes on in another file.
    public var part: Int
}

/// Makes a sink for each part of a recording.
public typealias MovieSinkMaker = @Sendable (MovieSinkFormat) async throws(ScanError) -> any MovieSink
