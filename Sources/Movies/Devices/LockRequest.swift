import Synchronization

/// The requested locks of a running camera. The camera's thread takes the newest request.
final class LockRequest: Sendable {
    private let request = Mutex<(locks: CameraLocks, afterFrames: Int)?>(nil)

    func request(_ locks: CameraLocks, afterFrames: Int = 0) {
        request.withLock { $0 = (locks, afterFrames) }
    }

    /// Returns the requested locks once, as soon as the camera has given `frames` frames or more than the request waits
    /// for.
    func take(afterFrames frames: Int) -> CameraLocks? {
        request.withLock { request in
            guard let wanted = request, frames >= wanted.afterFrames else { return nil }
            request = nil
            return wanted.locks
        }
    }
}
