import Movies

/// Writes a movie in order and at its own pace, so that encoding never delays the camera.
///
/// Frames come from the recorder's own pool: what waits for the encoder is bounded, and the filter's frames are not
/// touched. Sound that waits is bounded too.
actor Recorder {
    /// The most frames that wait for the encoder, including the one in work.
    static let poolCapacity = 8
    /// The most samples that wait: the frames, and ten seconds of sound in chunks of a fiftieth.
    private static let queueCapacity = poolCapacity + 500

    nonisolated let pool = FramePool(capacity: Recorder.poolCapacity)
    /// The reason why the recording ended early; at most one element.
    nonisolated let failures: AsyncStream<ScanError>
    private let queue: AsyncStream<MovieSample>.Continuation
    private let writing: Task<ScanError?, Never>

    init(_ sink: any MovieSink) {
        let (samples, queue) = AsyncStream.makeStream(
            of: MovieSample.self, bufferingPolicy: .bufferingOldest(Self.queueCapacity))
        let (failures, failed) = AsyncStream.makeStream(of: ScanError.self, bufferingPolicy: .bufferingOldest(1))
        self.queue = queue
        self.failures = failures
        writing = Task {
            defer { failed.finish() }
            return await Self.write(samples, to: sink) { failed.yield($0) }
        }
    }

    /// Offers a sample to the movie. Returns `false` if it was dropped because too many samples wait.
    nonisolated func offer(_ sample: MovieSample) -> Bool {
        if case .dropped = queue.yield(sample) { false } else { true }
    }

    /// Waits until all that was offered is written and the movie is whole.
    ///
    /// - Returns: why the recording failed, if it did.
    nonisolated func finish() async -> ScanError? {
        queue.finish()
        return await writing.value
    }

    /// Writes samples. After an error it finishes the movie and discards later samples, so that no task waits for a
    /// frame of the pool.
    private static func write(
        _ samples: AsyncStream<MovieSample>, to sink: any MovieSink, onFailure: (ScanError) -> Void
    ) async -> ScanError? {
        var failure: ScanError?
        for await sample in samples where failure == nil {
            do throws(ScanError) {
                try await sink.write(sample)
            } catch {
                failure = error
                onFailure(error)
                try? await sink.finish()
            }
        }
        guard failure == nil else { return failure }
        do throws(ScanError) {
            try await sink.finish()
        } catch {
            failure = error
        }
        return failure
    }
}
