import Movies

/// Writes a movie in its own order and at its own pace, so that encoding never holds up the camera.
///
/// Frames come from the recorder's own pool: what waits for the encoder is bounded, and the filter's frames are not
/// touched. Sound that waits is bounded too.
actor Recorder {
    /// Frames that may wait for the encoder, with the one that is encoded.
    static let poolCapacity = 8
    /// Samples that may wait: the frames, and ten seconds of sound in chunks of a fiftieth of a second.
    private static let queueCapacity = poolCapacity + 500

    nonisolated let pool = FramePool(capacity: Recorder.poolCapacity)
    /// One element at most: why the recording ended before it was told to.
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

    /// - Returns: `false` when the sample was left out because too much waits.
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

    /// After an error the movie is finished with what it has, and what still comes is thrown away, so that no task
    /// waits for a frame of the pool that never becomes free.
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
