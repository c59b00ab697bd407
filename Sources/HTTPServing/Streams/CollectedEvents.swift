import Synchronization

/// Events in the order in which they came.
final class CollectedEvents: Sendable {
    private let events = Mutex<[ServerSentEvent]>([])

    var all: [ServerSentEvent] { events.withLock { $0 } }

    /// - Returns: how many there are now.
    func append(_ event: ServerSentEvent) -> Int {
        events.withLock { events in
            events.append(event)
            return events.count
        }
    }
}
