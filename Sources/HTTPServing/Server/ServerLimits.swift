/// The limits of one server. Clients beyond them are refused.
package struct ServerLimits: Hashable, Sendable {
    /// Sockets at a time, each with a thread, besides as many as there may be ``eventStreams``. Further clients wait in
    /// the system's queue.
    package var connections = 256
    /// Of these, from one address, besides as many as there may be ``eventStreams``: further ones are closed at once.
    package var connectionsPerClient = 128
    /// Requests whose handlers run at a time; event streams are not among them. Further requests are answered 503.
    package var requestsInFlight = 64
    /// Event streams at a time. They have places of their own: all of them leave all ``connections`` free. Further ones
    /// are answered 503.
    package var eventStreams = 128
    /// Of these, from one address: further ones are answered 503, so that other clients have theirs.
    package var eventStreamsPerClient = 64
    /// The request's line and its header fields together. Longer ones are answered 431.
    package var headerBytes = 32 << 10
    /// Of all request bodies that are in memory at a time. Further ones are answered 503.
    package var bufferedBodyBytes = 512 << 20
    /// Of all request bodies that are being written to files, until they are answered. Further ones are answered 503.
    package var storedBodyBytes = 4 << 30
    /// Of the disk, which bodies that are written to files leave free for other programs. Further ones are answered
    /// 507.
    package var freeDiskBytes = 256 << 20
    /// Of all answers that are in memory at a time because their clients read slowly, those of up to 64 KiB not
    /// counted. Further ones are answered 503. Files are sent without being read into memory.
    package var bufferedAnswerBytes = 256 << 20
    /// How much of a body that is not wanted is read all the same, so that a client that writes before it reads sees
    /// the answer.
    package var discardedBodyBytes = 64 << 20
    /// How long a connection may stay silent, in whole seconds.
    package var idleTime: Duration = .seconds(60)
    /// From a connection's begin, or from the end of its idle time, to a request's last header field.
    package var headerTime: Duration = .seconds(30)
    /// From a request's last header field to the end of its body.
    package var bodyTime: Duration = .seconds(300)
    /// A body that goes to a file has a second more for each of as many bytes.
    package var leastReceivingRate = 200_000
    /// From the begin of an answer whose length is known to its end, and besides a second for each
    /// ``leastSendingRate`` bytes: a client that reads more slowly is cut off.
    package var sendingTime: Duration = .seconds(60)
    package var leastSendingRate = 20_000
    /// What `Retry-After` says where something is full, in whole seconds.
    package var retryAfter: Duration = .seconds(2)

    package init() {}

    func storingTime(of bytes: Int) -> Duration { bodyTime + .seconds(bytes / max(1, leastReceivingRate)) }

    func sendingTime(of bytes: Int) -> Duration { sendingTime + .seconds(bytes / max(1, leastSendingRate)) }
}
