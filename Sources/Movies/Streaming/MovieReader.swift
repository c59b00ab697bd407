import Execution
import Synchronization

/// A reader of a source with a thread of its own, on which FFmpeg's blocking calls and C types stay.
///
///     let reader = try await MovieReader.open(.file("run.mp4"))
///     for try await sample in reader.samples { … }
///
/// One task reads ``samples``. The source stops when that task is cancelled, after ``stop()``, and with the last
/// reference to the reader.
public final class MovieReader: Sendable {
    /// The properties of the source. The picture's format is that of the first frame.
    public let info: MovieInfo
    /// The beginning of time on the system's monotonic clock, in nanoseconds; `nil` for a source that is read as fast
    /// as possible.
    package let startedAt: Int64?
    private let thread: ReaderThread

    private init(_ opened: ReaderThread.Opened, _ thread: ReaderThread) {
        info = opened.info
        startedAt = opened.startedAt
        self.thread = thread
    }

    deinit {
        thread.stop()
    }

    /// Opens a source and waits for its first sample.
    ///
    /// - Throws: ``MovieError``, with ``MovieError/Code/cancelled`` when the task is cancelled meanwhile.
    public static func open(
        _ source: MovieSource, _ options: ReadingOptions = ReadingOptions()
    ) async throws(MovieError) -> MovieReader {
        try await open(ReaderThread(source, options))
    }

    static func open(_ thread: ReaderThread) async throws(MovieError) -> MovieReader {
        let opened = try await withTypedCancellationHandler { () async throws(MovieError) in
            try await thread.open()
        } onCancel: {
            thread.stop()
        }
        return MovieReader(opened, thread)
    }

    /// The pictures and sound in the order of their time, for one task. They end without an error when the task is
    /// cancelled or the reader is stopped.
    public var samples: some AsyncSequence<MovieSample, MovieError> & Sendable { MovieSamples(thread: thread) }

    /// An iterator over ``samples``, for a caller that keeps it.
    package func makeIterator() -> MovieSamples.Iterator { MovieSamples(thread: thread).makeAsyncIterator() }

    /// The number of pictures that were not read in time, or that the device lost.
    package var droppedPictures: Int { thread.droppedPictures }

    /// The sound that was not read in time or came too long before the first picture, in nanoseconds.
    package var droppedSound: Int64 { thread.droppedSound }

    /// The part of a file that is missing so far; `nil` for none. It is final when ``samples`` have ended.
    package var loss: MovieLoss? { thread.loss }

    /// Stops the source, even if it blocks, and waits until its device or file is closed.
    public func stop() async {
        thread.stop()
        await thread.waitForEnd()
    }
}

/// The samples of a ``MovieReader``.
package struct MovieSamples: AsyncSequence, Sendable {
    package typealias Element = MovieSample
    package typealias Failure = MovieError

    let thread: ReaderThread

    package func makeAsyncIterator() -> Iterator { Iterator(thread: thread) }

    /// Reads the samples in order.
    package struct Iterator: AsyncIteratorProtocol {
        let thread: ReaderThread

        package mutating func next() async throws(MovieError) -> MovieSample? {
            try await next(isolation: #isolation)
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(MovieError) -> MovieSample? {
            let sample = try await thread.queue.next()
            if sample == nil { thread.stop() }
            return sample
        }
    }
}
