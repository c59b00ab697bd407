import Glibc

/// A thread for one call that blocks, such as a write that waits for the disk, so that none of Swift's shared pool does.
package enum OwnThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Returns what `body` does.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let start = Unmanaged.passRetained(Start { continuation.resume(returning: body()) })
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
    }
}
