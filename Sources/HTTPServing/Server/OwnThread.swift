import Glibc

/// A thread for one call that blocks, so that none of Swift's shared pool does.
enum OwnThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Returns when `body` has.
    static func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            let start = Unmanaged.passRetained(
                Start {
                    body()
                    continuation.resume()
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
    }
}
