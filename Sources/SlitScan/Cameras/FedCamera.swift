package import Movies
import Synchronization

/// A camera whose frames a client brings, such as a browser.
///
/// It can be opened once: its frames end when it is closed.
package final class FedCamera: Camera {
    private struct Queue {
        var waiting = 0
        var isClosed = false
        /// Callers that wait for room.
        var feeder: CheckedContinuation<Void, Never>?
    }

    private nonisolated let info: CameraInfo
    private nonisolated let feeder: AsyncStream<MovieSample>.Continuation
    private nonisolated let dropped = Atomic(0)
    /// The lost sound in nanoseconds.
    private nonisolated let lostSound = Atomic<Int64>(0)
    /// The time of the newest picture, and the end of the newest sound, in nanoseconds.
    private nonisolated let newestPicture = Atomic<Int64>(0)
    private nonisolated let newestSound = Atomic<Int64>(0)
    private nonisolated let queue = Mutex(Queue())
    private let samples: AsyncStream<MovieSample>

    /// The most samples that wait to be filtered.
    package static nonisolated let queueCapacity = 4
    /// The nanoseconds of pictures without sound after which a microphone counts as silent.
    private static nonisolated let longestSilence: Int64 = 5_000_000_000

    /// Creates a camera with these properties.
    package nonisolated init(_ info: CameraInfo) {
        self.info = info
        (samples, feeder) = AsyncStream.makeStream()
    }

    /// The camera's name for people.
    package nonisolated var name: String { info.name }

    /// Brings the next sample as soon as there is room for it. May be called from anywhere, one call after the other.
    ///
    /// - Returns: `false` when it was left out, because the camera was closed or the task cancelled.
    package nonisolated func bring(_ sample: MovieSample) async -> Bool {
        note(sample)
        while !takePlace() {
            guard !Task.isCancelled, await waitForRoom() else {
                countDrop(of: sample)
                return false
            }
        }
        feeder.yield(sample)
        return true
    }

    package var droppedFrames: Int { dropped.load(ordering: .relaxed) }
    package var droppedSound: Double { Double(lostSound.load(ordering: .relaxed)) / 1e9 }

    /// The error of a microphone that was silent for five seconds of pictures; `nil` again when sound comes.
    package var soundError: ScanError? {
        let silence = newestPicture.load(ordering: .relaxed) - newestSound.load(ordering: .relaxed)
        guard info.sound != nil, silence >= Self.longestSilence else { return nil }
        return ScanError(
            .movie(.unplugged), "the microphone of \(info.name) has given no sound for five seconds")
    }

    package func open() throws(ScanError) -> CameraInfo {
        guard !queue.withLock({ $0.isClosed }) else {
            throw ScanError(.notRunning, "\(info.name): its frames have ended: start again")
        }
        return info
    }

    package func next() async -> MovieSample? {
        var iterator = samples.makeAsyncIterator()
        guard let sample = await iterator.next() else { return nil }
        let feeder = queue.withLock { queue in
            queue.waiting -= 1
            return queue.feeder.take()
        }
        feeder?.resume()
        return sample
    }

    package func close() {
        let waiting = queue.withLock { queue in
            queue.isClosed = true
            return queue.feeder.take()
        }
        feeder.finish()
        waiting?.resume()
    }

    private nonisolated func takePlace() -> Bool {
        queue.withLock { queue in
            guard !queue.isClosed, queue.waiting < Self.queueCapacity else { return false }
            queue.waiting += 1
            return true
        }
    }

    /// Waits until the queue has room. Returns `false` if the camera is closed.
    private nonisolated func waitForRoom() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = queue.withLock { queue in
                    guard !queue.isClosed, queue.waiting >= Self.queueCapacity, !Task.isCancelled else { return false }
                    queue.feeder = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            queue.withLock { $0.feeder.take() }?.resume()
        }
        return queue.withLock { !$0.isClosed }
    }

    private nonisolated func note(_ sample: MovieSample) {
        switch sample {
        case .picture(let frame): newestPicture.store(frame.time, ordering: .relaxed)
        case .sound(let chunk): newestSound.store(chunk.time + chunk.duration, ordering: .relaxed)
        }
    }

    private nonisolated func countDrop(of sample: MovieSample) {
        switch sample {
        case .picture: dropped.add(1, ordering: .relaxed)
        case .sound(let chunk): lostSound.add(chunk.duration, ordering: .relaxed)
        }
    }
}

extension FedCamera: nonisolated Hashable {
    package static nonisolated func == (first: FedCamera, second: FedCamera) -> Bool { first === second }

    package nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
