import CFFmpeg
import Dispatch
import Synchronization

/// A bounded number of frames with reused memory.
///
/// The pool never grows: if all its frames are held, ``makeFrame(_:)`` throws and ``frame(_:)`` waits.
package final class FramePool: Sendable {
    /// The most frames at a time.
    package let capacity: Int
    private let places: Mutex<Places>
    private let buffers = Mutex(PlaneBuffers())

    /// Creates a pool.
    ///
    /// - Parameter capacity: how many frames may be held at once, at least 1.
    package init(capacity: Int) {
        precondition(capacity >= 1, "a pool must have a frame")
        self.capacity = capacity
        places = Mutex(Places(free: capacity))
    }

    /// The number of frames that are held now.
    package var framesInUse: Int { capacity - places.withLock { $0.free } }

    /// The number of callers of ``frame(_:)`` that wait.
    var waitingCount: Int { places.withLock { $0.waiting.count } }

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
            pool.returnPlace()
        }
    }

    private typealias Resume = @Sendable (_ isFree: Bool) -> Void

    private struct Places {
        var free: Int
        var waiting: [(id: UInt64, resume: Resume)] = []
        var nextID: UInt64 = 0
        /// Waiters that were cancelled before they waited.
        var cancelled: Set<UInt64> = []
    }

    /// Takes a place; `nil` if all frames are held.
    func takePlace() -> Lease? {
        let isTaken = places.withLock { places in
            guard places.free > 0, places.waiting.isEmpty else { return false }
            places.free -= 1
            return true
        }
        return isTaken ? Lease(self) : nil
    }

    /// Waits for a place; `nil` if the task is cancelled.
    func waitForPlace() async -> Lease? {
        if let lease = takePlace() { return lease }
        let id = places.withLock { places in
            places.nextID += 1
            return places.nextID
        }
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = places.withLock { places in
                    if places.cancelled.remove(id) != nil { return false }
                    if places.free > 0 {
                        places.free -= 1
                        return true
                    }
                    places.waiting.append((id, { continuation.resume(returning: $0) }))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            cancelWait(id)
        }
        places.withLock { _ = $0.cancelled.remove(id) }
        return isTaken ? Lease(self) : nil
    }

    /// Ends a wait for a place.
    ///
    /// - Returns: `false` when the place is on its way already, or nothing waits yet under that number.
    @discardableResult
    private func cancelWait(_ id: UInt64) -> Bool {
        let resume: Resume? = places.withLock { places in
            guard let index = places.waiting.firstIndex(where: { $0.id == id }) else {
                places.cancelled.insert(id)
                return nil
            }
            return places.waiting.remove(at: index).resume
        }
        resume?(false)
        return resume != nil
    }

    /// Blocks until there is a place, for a source's thread; `nil` if told to stop.
    func waitForPlace(until isStopped: () -> Bool) -> Lease? {
        while !isStopped() {
            if let lease = takePlace() { return lease }
            let semaphore = DispatchSemaphore(value: 0)
            let id: UInt64? = places.withLock { places in
                guard places.free == 0 || !places.waiting.isEmpty else { return nil }
                places.nextID += 1
                places.waiting.append((places.nextID, { if $0 { semaphore.signal() } }))
                return places.nextID
            }
            guard let id else { continue }
            // It checks ten times a second whether to stop, because frames may be held for long.
            while !isStopped() {
                if semaphore.wait(timeout: .now() + .milliseconds(100)) == .success { return Lease(self) }
            }
            guard !cancelWait(id) else { continue }
            places.withLock { _ = $0.cancelled.remove(id) }
            // The thread that removed the wait from the list gives its place in a moment.
            semaphore.wait()
            returnPlace()
        }
        return nil
    }

    private func returnPlace() {
        let resume: Resume? = places.withLock { places in
            guard !places.waiting.isEmpty else {
                places.free += 1
                return nil
            }
            return places.waiting.removeFirst().resume
        }
        resume?(true)
    }
}
