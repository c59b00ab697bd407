import Execution
import Synchronization

/// Handles with open connections, which wait for the next request. There are as many as there were requests at a time;
/// callers limit that.
final class CurlHandles: Sendable {
    private let idle = Mutex<[CurlHandle]>([])
    /// The most connections that are kept.
    private static let mostIdle = 32

    /// Sends a request on a thread of its own. Cancelling the task ends it within a second.
    func send(
        _ request: StorageRequest, to url: String, _ signing: StorageSigning, idleLimit: Duration
    ) async -> StorageAnswer {
        let stop = TransferStop()
        return await withTaskCancellationHandler {
            await OwnThread.run {
                let handle = self.idle.withLock { $0.popLast() } ?? CurlHandle()
                let answer = handle.perform(request, url, signing, idleLimit: idleLimit, stop)
                self.idle.withLock { if $0.count < Self.mostIdle { $0.append(handle) } }
                return answer
            }
        } onCancel: {
            stop.request()
        }
    }
}
