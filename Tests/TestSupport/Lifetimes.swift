import Glibc

/// An object that counts its own end: what owns it has been let go of then.
public final class CountedEnd: Sendable {
    private let ends: Watched<Int>

    public init(_ ends: Watched<Int>) {
        self.ends = ends
    }

    deinit {
        ends.withLock { $0 += 1 }
    }
}

/// Tells when threads end.
public final class ThreadEnds: Sendable {
    private let ended = Watched(0)

    public init() {}

    /// The thread keeps a value that pthread destroys when the thread ends.
    public func watchThisThread() {
        var key = pthread_key_t()
        pthread_key_create(&key) { end in
            guard let end else { return }
            Unmanaged<CountedEnd>.fromOpaque(end).release()
        }
        pthread_setspecific(key, Unmanaged.passRetained(CountedEnd(ended)).toOpaque())
    }

    public func wait(for count: Int) async {
        await ended.until { $0 >= count }
    }
}
