import Glibc
import Synchronization

/// A thread for one call that blocks, such as a write that waits for the disk, so that none of Swift's shared pool does.
package enum OwnThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private final class End: Sendable {
        let lock = Mutex(())
    }

    /// Returns what `body` does.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        let end = End()
        let value = await withCheckedContinuation { continuation in
            let start = Unmanaged.passRetained(
                Start {
                    let value = body()
                    end.lock.withLock { _ in continuation.resume(returning: value) }
                })
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { start in
                    if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body() }
                    return nil
                }, start.toOpaque())
            precondition(status == 0, "the system gives a thread")
            pthread_detach(thread)
        }
        // The thread sanitizer knows that a lock hands over what was written before. Of a continuation that is resumed
        // before it is awaited it does not.
        end.lock.withLock { _ in }
        return value
    }
}
