public import Files
public import Imaging

/// The owner of a movie that is being recorded, with a thread of its own. Pictures and sound wait for the encoder in a
/// bounded queue.
///
///     let writer = try await MovieWriter.create(path, settings, first: frame.format, sound: info.sound)
///     for try await sample in reader.samples { try await writer.write(sample) }
///     let summary = try await writer.finish()
///
/// Times are those of the samples; the first picture is the movie's start. Frames of another size than the first are
/// scaled to it. A movie whose writer goes away without ``finish()`` plays up to its last second.
public struct MovieWriter: ~Copyable, Sendable {
    private let thread: WriterThread

    /// Creates the encoders and the file. An existing file is replaced.
    ///
    /// - Parameters:
    ///   - first: the format of the first frame.
    ///   - sound: the format in which sound will come; without it, or without sound in the settings, there is no track.
    ///   - frameRate: the approximate pictures a second, for the encoder's planning. Times are the frames' own.
    ///   - followingLinks: whether a link's target is written instead of a new file in the link's place.
    /// - Throws: ``MovieError/Code/unsupported``, ``MovieError/Code/notWritable``, ``MovieError/Code/diskFull``.
    public static func create(
        _ path: FilePath, _ settings: MovieSettings = MovieSettings(), first: VideoFormat,
        sound: AudioChunk.Format? = nil, frameRate: Double = 30, followingLinks: Bool = true
    ) async throws(MovieError) -> MovieWriter {
        let thread = WriterThread(capacity: max(1, settings.queueCapacity))
        try await thread.start {
            () throws(MovieError) in
            try MovieFile(
                path, settings, first: first, sound: sound, frameRate: frameRate, followingLinks: followingLinks)
        }
        return MovieWriter(thread: thread)
    }

    private init(thread: WriterThread) {
        self.thread = thread
    }

    deinit {
        thread.end()
    }

    /// Appends a sample. Waits while the queue is full.
    ///
    /// - Throws: the error that ended the recording, ``MovieError/Code/cancelled`` when the task is.
    public func write(_ sample: MovieSample) async throws(MovieError) {
        try await thread.write(WriterSample(sample))
    }

    /// Appends a picture. Waits while the queue is full.
    ///
    /// The picture is brought to the first frame's size. Its alpha counts if the first frame has alpha.
    ///
    /// - Parameters:
    ///   - time: nanoseconds since the stream's first frame. It increases from picture to picture.
    ///   - duration: nanoseconds for which it is shown if it is the last one; by default, as the frame rate says.
    /// - Throws: the error that ended the recording, ``MovieError/Code/cancelled`` when the task is.
    public func write(_ picture: Bitmap, time: Int64, duration: Int64? = nil) async throws(MovieError) {
        try await thread.write(.bitmap(picture, time: time, duration: duration))
    }

    /// Writes waiting samples and ends the movie.
    ///
    /// - Throws: the error that ended the recording: what was written before it plays.
    public consuming func finish() async throws(MovieError) -> MovieSummary {
        try await thread.finish()
    }
}
