public import Movies

/// The destination of a recording: a movie file, or a stub in tests.
public protocol MovieSink: Sendable {
    /// Whether the camera's sound is written. Without sound, a camera with another format of sound needs no other part.
    nonisolated var takesSound: Bool { get }

    /// Writes the next picture or sound. Returns when there is room for the one after it.
    func write(_ sample: MovieSample) async throws(ScanError)

    /// Finishes the movie.
    func finish() async throws(ScanError)
}

extension MovieSink {
    public nonisolated var takesSound: Bool { true }
}

/// The format of a movie, known from the camera when the recording begins.
public struct MovieSinkFormat: Sendable {
    /// The format of the frames.
    public var format: VideoFormat
    /// The frame rate; `nil` if the camera does not say.
    public var frameRate: Double?
    /// The format of the sound; `nil` without sound.
    public var sound: AudioChunk.Format?
    /// The number of the file: 1 for the first, one more after each change of format.
    public var part: Int
}

/// Makes a sink for each part of a recording.
public typealias MovieSinkMaker = @Sendable (MovieSinkFormat) async throws(ScanError) -> any MovieSink
