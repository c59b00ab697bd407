import Synchronization

/// A time that a test sets, in seconds since 1970.
final class Time: Sendable {
    private let value: Mutex<Double>

    init(_ seconds: Double) {
        value = Mutex(seconds)
    }

    var seconds: Double {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
