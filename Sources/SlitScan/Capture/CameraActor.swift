import Execution

/// The actor of the camera and the filter, which run in lockstep: a frame is read, filtered and passed on before the
/// next.
///
/// It has a thread of its own, so that filtering 4K takes none of Swift's shared threads. Calls that block on a device
/// or a file (reading, encoding) run on the threads of `Movies` instead.
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
