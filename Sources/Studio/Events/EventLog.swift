package import HTTPServing
import Observation

/// Tells every page what changes in the model: a whole snapshot first, then changes, numbered, so that a page that
/// comes back is told what it missed and nothing twice.
///
/// What the model observes becomes a snapshot on the main actor; comparing and writing happen elsewhere. How many
/// listen can be observed.
@MainActor @Observable
package final class EventLog {
    /// How many events, and how many bytes of them, a page may have missed before it gets a snapshot instead. They are
    /// sent all at once: more bytes than may wait for a client (``EventStream/maximumBufferedBytes``) would disconnect
    /// the page again and again.
    static let remembered = 4096
    static let rememberedBytes = 3 << 20
    /// How many events may wait for a page before it is let go; it comes back and says what it has.
    static let mostWaiting = 4096

    /// Called when the first page comes and when the last one leaves.
    package var onAudienceChange: ((_ isWatched: Bool) -> Void)?

    private let snapshot: @MainActor () -> StudioSnapshot
    /// Tells the numbers of this run from those of another.
    private let run: String
    /// The state after all events.
    private var published: StudioSnapshot
    private var lastNumber = 0
    /// How often ``published`` was set.
    private var publications = 0
    private var log: [ServerSentEvent] = []
    private var logBytes = 0
    private var listeners: [Int: AsyncStream<Message>.Continuation] = [:]
    private var nextListener = 0

    /// What a listener is sent. The snapshot is written when it is sent.
    enum Message: Sendable {
        case snapshot(StudioSnapshot, id: String)
        case event(ServerSentEvent)

        var event: ServerSentEvent {
            switch self {
            case .snapshot(let snapshot, let id):
                ServerSentEvent(
                    id: id, event: "snapshot", data: String(decoding: SnapshotWriter.bytes(snapshot), as: UTF8.self))
            case .event(let event): event
            }
        }
    }

    /// - Parameters:
    ///   - run: a name that no other run has.
    ///   - snapshot: reads observed state alone.
    package init(run: String, snapshot: @escaping @MainActor () -> StudioSnapshot) {
        self.run = run
        self.snapshot = snapshot
        published = snapshot()
    }

    package var listenerCount: Int { listeners.count }

    /// The newest event.
    var lastEventID: String { id(lastNumber) }

    /// Returns the state now, and the newest event: what comes after that event leads on from this state.
    func state() async -> (StudioSnapshot, id: String) {
        while true {
            let (count, new) = (publications, snapshot())
            let changes = await Self.changes(from: published, to: new)
            guard count == publications else { continue }
            publish(changes, new)
            return (new, lastEventID)
        }
    }

    /// Follows the model until the task around it is cancelled.
    package func follow() async {
        let snapshots = Observations { [snapshot] in snapshot() }
        var own = publications
        for await observed in snapshots {
            // What is observed may be older than what `state()` has published since.
            let count = publications
            let new = count == own ? observed : snapshot()
            let changes = await Self.changes(from: published, to: new)
            // Otherwise `state()` has published all of it meanwhile. Whatever has changed since is observed again.
            guard count == publications else { continue }
            publish(changes, new)
            own = publications
        }
    }

    @concurrent
    private nonisolated static func changes(
        from old: StudioSnapshot, to new: StudioSnapshot
    ) async -> [@Sendable (String) -> ServerSentEvent] {
        StudioChange.changes(from: old, to: new).map { change in
            // Written once for all listeners. The number is put in when it is known.
            let event = change.event(id: "")
            return { id in ServerSentEvent(id: id, event: event.event, data: event.data) }
        }
    }

    private func publish(_ changes: [@Sendable (String) -> ServerSentEvent], _ new: StudioSnapshot) {
        published = new
        publications += 1
        for change in changes {
            lastNumber += 1
            let event = change(id(lastNumber))
            log.append(event)
            logBytes += event.data.utf8.count
            for (listener, continuation) in listeners {
                if case .enqueued = continuation.yield(.event(event)) { continue }
                continuation.finish()
                listeners[listener] = nil
            }
        }
        forgetOldEvents()
    }

    private func forgetOldEvents() {
        var count = max(0, log.count - Self.remembered)
        var bytes = logBytes - log[..<count].reduce(0) { $0 + $1.data.utf8.count }
        while bytes > Self.rememberedBytes, count < log.count {
            bytes -= log[count].data.utf8.count
            count += 1
        }
        log.removeFirst(count)
        logBytes = bytes
    }

    private func id(_ number: Int) -> String { "\(run)-\(number)" }

    /// Events for one page, from where it left.
    ///
    /// - Parameters:
    ///   - lastEventID: the last one that it has.
    ///   - asksForState: whether it asks for the state itself when it has missed too much: it is told `stale` then. Of
    ///     thousands of photos a snapshot is megabytes, which browsers read slowly from a stream of events.
    func listen(after lastEventID: String?, asksForState: Bool = false) -> AsyncStream<Message> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Message.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        if let missed = missed(after: lastEventID) {
            for event in missed { continuation.yield(.event(event)) }
        } else if asksForState {
            continuation.yield(.event(ServerSentEvent(id: self.lastEventID, event: "stale", data: "{}")))
        } else {
            continuation.yield(.snapshot(published, id: id(lastNumber)))
        }
        let listener = nextListener
        nextListener += 1
        listeners[listener] = continuation
        if listeners.count == 1 { onAudienceChange?(true) }
        continuation.onTermination = { _ in Task { @MainActor [weak self] in self?.drop(listener) } }
        return stream
    }

    private func missed(after lastEventID: String?) -> ArraySlice<ServerSentEvent>? {
        guard let lastEventID, let dash = lastEventID.lastIndex(of: "-"), lastEventID[..<dash] == run,
            let number = Int(lastEventID[lastEventID.index(after: dash)...]), number <= lastNumber,
            lastNumber - number <= log.count
        else { return nil }
        return log.suffix(lastNumber - number)
    }

    private func drop(_ listener: Int) {
        listeners[listener] = nil
        if listeners.isEmpty { onAudienceChange?(false) }
    }

    /// As the server sends them.
    package nonisolated func events(after lastEventID: String?, asksForState: Bool = false) -> EventStream {
        EventStream { [self] in await listen(after: lastEventID, asksForState: asksForState).map(\.event) }
    }
}
