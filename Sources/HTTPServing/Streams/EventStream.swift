/// Events that are sent while a client listens.
///
///     HTTPResponse.events(EventStream { model.changes(after: request.lastEventID) })
///
/// The sequence is made when the first byte can be sent, and iterated in a task of its own on the shared pool. The task
/// is cancelled when the client leaves, falls behind, or the server stops.
package struct EventStream: Sendable {
    /// Runs until the events end, the task is cancelled, or `write` says that the client has left.
    let run: @Sendable (_ write: @Sendable (ServerSentEvent) async -> Bool) async -> Void
    /// The time without an event after which a comment is sent.
    package let heartbeat: Duration
    /// The bytes that may wait for a client, besides a single longer event. A client that falls further behind is
    /// disconnected, reconnects and says what it has.
    package let maximumBufferedBytes: Int
    /// Whether the next event is requested only when the client has taken those before it, for events that replace
    /// earlier ones. A client that falls behind then stays connected.
    package let waitsForClient: Bool

    package init<Events: AsyncSequence & SendableMetatype>(
        heartbeat: Duration = .seconds(15), maximumBufferedBytes: Int = 4 << 20,
        waitsForClient: Bool = false, _ events: @escaping @Sendable () async -> Events
    ) where Events.Element == ServerSentEvent, Events.AsyncIterator: SendableMetatype {
        precondition(heartbeat > .zero, "a heartbeat's interval must be more than 0")
        self.heartbeat = heartbeat
        self.maximumBufferedBytes = maximumBufferedBytes
        self.waitsForClient = waitsForClient
        run = { write in
            do {
                for try await event in await events() where !(await write(event)) { return }
            } catch {
                // A client reconnects after any end of the stream.
            }
        }
    }
}
