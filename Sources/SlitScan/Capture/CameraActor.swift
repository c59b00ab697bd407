import Execution

/// Where the camera and the filter run, in lockstep: one frame is read, filtered and handed on before the next.
///
/// It has a thread of its own, so that filtering 4K keeps none of Swift's shared threads waiting. What blocks on a
/// device or a file (reading, encoding) does not belong here: that is done on the threads of `Movies`.
@globalActor public actor CameraActor {
    /// The one instance of the actor.
    public static let shared = CameraActor()

    private let executor = SerialThreadExecutor(name: "peel-camera")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs other jobs of the actor, and continues. `Task.yield()` would use Swift's shared threads: two changes of
    /// thread for each frame.
    @CameraActor static func letOthersIn() async {
        await withCheckedContinuation { continuation in
            Task { @CameraActor in continuation.resume() }
        }
    }
}
