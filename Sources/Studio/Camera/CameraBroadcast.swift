import Observation
import SlitScan

/// What the clients that watch the camera are told.
struct CameraUpdate: Sendable {
    var state: CameraState
    /// The client that controls the camera.
    var controller: CaptureClient?
    var preview: CapturePreview?

    /// The state as one client is told it.
    func state(for client: CaptureClient) -> CameraState {
        var told = state
        told.controls = controller == client
        told.isBusy = controller != nil && controller != client
        return told
    }
}

/// Tells a bounded number of listeners how the camera is. Each has room for the newest update alone. How many listen
/// can be observed.
@MainActor @Observable
final class CameraBroadcast {
    /// Event streams and live pictures together.
    nonisolated static let listenerLimit = 64

    private let update: @MainActor () -> CameraUpdate
    private let largestSideChanged: @MainActor (Int?) -> Void
    private var listeners: [Int: AsyncStream<CameraUpdate>.Continuation] = [:]
    /// The longest side in pixels for each client that wants a larger preview.
    private var largeSides: [Int: Int] = [:]
    private var nextListener = 0
    private var following: Task<Void, Never>?
    private var isStopped = false

    /// - Parameters:
    ///   - update: reads observed state alone.
    ///   - largestSideChanged: hears of the largest preview that a listener wants, `nil` when none wants a large one.
    init(
        update: @escaping @MainActor () -> CameraUpdate,
        largestSideChanged: @escaping @MainActor (Int?) -> Void = { _ in }
    ) {
        self.update = update
        self.largestSideChanged = largestSideChanged
    }

    var listenerCount: Int { listeners.count }

    /// The newest update now, and whenever something changes. Ends when the camera's owner stops.
    ///
    /// - Parameter largeSide: of the larger preview that is wanted for as long as the listener stays.
    /// - Returns: `nil` when there are too many listeners, or the owner has stopped.
    func listen(largeSide: Int? = nil) -> AsyncStream<CameraUpdate>? {
        guard listeners.count < Self.listenerLimit, !isStopped else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: CameraUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let listener = nextListener
        nextListener += 1
        listeners[listener] = continuation
        if let largeSide {
            largeSides[listener] = largeSide
            largestSideChanged(largeSides.values.max())
        }
        continuation.onTermination = { _ in Task { @MainActor [weak self] in self?.drop(listener) } }
        continuation.yield(update())
        if following == nil { following = Task { [weak self] in await self?.follow() } }
        return stream
    }

    func stop() {
        isStopped = true
        following?.cancel()
        for continuation in listeners.values { continuation.finish() }
        listeners = [:]
        largeSides = [:]
    }

    private func follow() async {
        for await update in Observations({ [update] in update() }) {
            for continuation in listeners.values { continuation.yield(update) }
        }
    }

    private func drop(_ listener: Int) {
        listeners[listener] = nil
        if largeSides.removeValue(forKey: listener) != nil { largestSideChanged(largeSides.values.max()) }
        guard listeners.isEmpty else { return }
        following?.cancel()
        following = nil
    }
}
