package import Movies

/// The destination of a recording: a movie file, or a stub in tests.
package protocol MovieSink: Sendable {
    /// Whether the camera's sound is written. Without sound, a camera with another format of sound needs no other part.
    nonisolated var takesSound: Bool { get }

    /// Writes the next picture or sound. Returns when there is room for the one after it.
    func write(_ sample: MovieSample) async throws(ScanError)

    /// Finishes the movie.
    func finish() async throws(ScanError)
}

extension MovieSink {
    package nonisolated var takesSound: Bool { true }
}

/// The format of a movie, known from the camera when the recording begins.
package struct MovieSinkFormat: Sendable {
    /// The format of the frames.
    package var format: VideoFormat
    /// The frame rate; `nil` if the camera does not say.
    package var frameRate: Double?
    /// The format of the sound; `nil` without sound.
    package var sound: AudioChunk.Format?
    /// The number of the file: 1 for the first, one more after each change of format.
    package var part: Int
}

/// Makes a sink for each part of a recording.
package typealias MovieSinkMaker = @Sendable (MovieSinkFormat) async throws(ScanError) -> any MovieSink
