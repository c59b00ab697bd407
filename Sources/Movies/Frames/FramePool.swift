import CFFmpeg
import Execution
import Synchronization

/// A bounded number of frames with reused memory.
///
/// The pool never grows: if all its frames are held, ``makeFrame(_:)`` throws and ``frame(_:)`` waits.
package final class FramePool: Sendable {
    /// The most frames at a time.
    package let capacity: Int
    private let places: TaskGate
    private let buffers = Mutex(PlaneBuffers())

    /// Creates a pool.
    ///
    /// - Parameter capacity: how many frames may be held at once, at least 1.
    package init(capacity: Int) {
        self.capacity = capacity
        places = TaskGate(capacity: capacity)
    }

    /// The number of frames that are held now.
    var framesInUse: Int { places.inside }

    /// The number of callers of ``frame(_:)`` that wait.
    var waitingCount: Int { places.waitingCount }

    /// Returns a frame to fill.
    ///
    /// - Throws: ``MovieError/Code/poolExhausted`` when all are held, ``MovieError/Code/outOfMemory``.
    package func makeFrame(_ format: VideoFormat) throws(MovieError) -> MutableFrame {
        guard let lease = takePlace() else {
            throw MovieError(.poolExhausted, "all \(capacity) frames of the pool are in use")
        }
        return try allocate(format, lease: lease)
    }

    /// Returns a frame to fill, as soon as one is free. Tasks wait in order.
    ///
    /// - Throws: ``MovieError/Code/cancelled`` when the task is cancelled, ``MovieError/Code/outOfMemory``.
    package func frame(_ format: VideoFormat) async throws(MovieError) -> MutableFrame {
        guard let lease = await waitForPlace() else { throw .cancelled }
        return try allocate(format, lease: lease)
    }

    private func allocate(_ format: VideoFormat, lease: Lease) throws(MovieError) -> MutableFrame {
        do throws(MovieError) {
            try FFmpegLibrary.start()
        } catch {
            lease.end()
            throw error
        }
        let address = buffers.withLock { $0.makeFrame(format) }
        guard let frame = address.flatMap({ UnsafeMutablePointer<AVFrame>(bitPattern: $0) }) else {
            lease.end()
            throw MovieError(.outOfMemory, "there is no memory for a frame of \(format.byteCount) bytes")
        }
        return MutableFrame(format: format, planes: FramePlanes(frame, lease: lease))
    }
}

// MARK: - Places

extension FramePool {
    /// The right to hold one frame of a pool. Call ``end()`` once.
    struct Lease: Sendable {
        private let pool: FramePool

        fileprivate init(_ pool: FramePool) {
            self.pool = pool
        }

        func end() {
            pool.places.leave(1)
        }
    }

    /// Takes a place; `nil` if all frames are held.
    func takePlace() -> Lease? {
        places.tryEnter() ? Lease(self) : nil
    }

    /// Waits for a place; `nil` if the task is cancelled and none is free.
    func waitForPlace() async -> Lease? {
        if let lease = takePlace() { return lease }
        return await places.enter() == nil ? nil : Lease(self)
    }

    /// Blocks until there is a place, for a source's thread; `nil` if told to stop.
    func waitForPlace(until isStopped: () -> Bool) -> Lease? {
        places.enterBlocking(until: isStopped) ? Lease(self) : nil
    }
}
