import CThreads
import Glibc

/// A thread of the system, for work that blocks or takes long: Swift's shared pool has only as many threads as cores.
package enum SystemThread {
    /// Starts a detached thread that runs `body`. It cannot be waited for.
    ///
    /// The thread blocks `SIGPIPE`: writing to a closed connection is an error, also in libcurl and OpenSSL, and does
    /// not end a program that leaves the signal unchanged.
    ///
    /// - Parameters:
    ///   - name: what profilers and debuggers show; the system takes 15 bytes. `nil` leaves the name of the caller's
    ///     thread.
    ///   - niceness: the lower priority of the thread, and of those that it starts, 0…19.
    /// - Returns: `false` when the system gives no thread; `body` does not run then.
    package static func start(
        name: String? = nil, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let start = Unmanaged.passRetained(Start(name: name, niceness: niceness, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                var broken = sigset_t()
                sigemptyset(&broken)
                sigaddset(&broken, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &broken, nil)
                if let name = start.name { peel_name_calling_thread(name) }
                if start.niceness > 0 { peel_nice_calling_thread(start.niceness) }
                start.body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// How many cores this machine lets the program use, at least 1.
    package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private final class Start {
        let name: String?
        let niceness: Int32
        let body: @Sendable () -> Void

        init(name: String?, niceness: Int32, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.niceness = niceness
            self.body = body
        }
    }
}
