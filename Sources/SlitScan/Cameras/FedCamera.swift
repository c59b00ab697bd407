public import Movies
import Synchronization

/// A camera whose frames somebody else brings: a browser, for instance. Frames that come faster than they are filtered are
/// left out and counted.
public final class FedCamera: Camera {
    private nonisolated let info: CameraInfo
    private nonisolated let feeder: AsyncStream<MovieSample>.Continuation
    private nonisolated let dropped = Atomic(0)
    private let samples: AsyncStream<MovieSample>

    /// Frames that wait to be filtered.
    public static nonisolated let queueCapacity = 4

    public nonisolated init(_ info: CameraInfo) {
        self.info = info
        (samples, feeder) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.queueCapacity))
    }

    /// Brings the next sample. May be called from anywhere, one call after the other.
    ///
    /// - Returns: `false` when it was left out.
    @discardableResult
    public nonisolated func feed(_ sample: MovieSample) -> Bool {
        if case .enqueued = feeder.yield(sample) { return true }
        if case .picture = sample { dropped.add(1, ordering: .relaxed) }
        return false
    }

    /// Ends the camera after what was fed.
    public nonisolated func end() {
        feeder.finish()
    }

    public var droppedFrames: Int { dropped.load(ordering: .relaxed) }

    public func open() -> CameraInfo { info }

    public func next() async -> MovieSample? {
        var iterator = samples.makeAsyncIterator()
        return await iterator.next()
    }

    public func close() {
        feeder.finish()
    }
}
