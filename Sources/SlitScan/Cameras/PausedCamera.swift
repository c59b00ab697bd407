import Movies

/// Replaces a camera whose device is being reopened. It has no frames, and ends when it is closed.
final class PausedCamera: Camera {
    private var isClosed = false
    private var reader: CheckedContinuation<Void, Never>?

    nonisolated init() {}

    let droppedFrames = 0

    func open() throws(ScanError) -> CameraInfo {
        throw ScanError(.notRunning, "the camera is being opened")
    }

    func next() async -> MovieSample? {
        if !isClosed { await withCheckedContinuation { reader = $0 } }
        return nil
    }

    func close() {
        isClosed = true
        reader.take()?.resume()
    }
}
