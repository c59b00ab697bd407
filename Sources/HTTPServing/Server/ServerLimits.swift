/// What one server bears at most. Beyond it, clients are refused; nothing grows.
public struct ServerLimits: Hashable, Sendable {
    /// Sockets at a time, each with a thread, besides as many as there may be ``eventStreams``. Further clients wait in
    /// the system's queue.
    public var connections = 256
    /// Of these, from one address, besides as many as there may be ``eventStreams``: further ones are closed at once.
    public var connectionsPerClient = 128
    /// Requests whose handlers run at a time; event streams are not among them. Further requests are answered 503.
    public var requestsInFlight = 64
    /// Event streams at a time. They have places of their own: all of them leave all ``connections`` free. Further ones
    /// are answered 503.
    public var eventStreams = 128
    /// The request's line and its header fields together. Longer ones are answered 431.
    public var headerBytes = 32 << 10
    /// Of all request bodies that are in memory at a time. Further ones are answered 503.
    public var bufferedBodyBytes = 512 << 20
    /// Of all request bodies that are being written to files, until they are answered. Further ones are answered 503.
    public var storedBodyBytes = 4 << 30
    /// Of all answers that are in memory at a time because their clients read slowly, those of up to 64 KiB not counted.
    /// Further ones are answered 503. Files are sent without being read into memory.
    public var bufferedAnswerBytes = 256 << 20
    /// How much of a body that is not wanted is read all the same, so that a client that writes before it reads sees
    /// the answer.
    public var discardedBodyBytes = 64 << 20
    /// How long a connection may stay silent, in whole seconds.
    public var idleTime: Duration = .seconds(60)
    /// From a connection's begin, or from the end of its idle time, to a request's last header field.
    public var headerTime: Duration = .seconds(30)
    /// From a request's last header field to the end of its body.
    public var bodyTime: Duration = .seconds(300)
    /// A body that goes to a file has a second more for each of as many bytes.
    public var leastReceivingRate = 200_000
    /// From the begin of an answer whose length is known to its end, and besides a second for each
    /// ``leastSendingRate`` bytes: who reads more slowly is cut off.
    public var sendingTime: Duration = .seconds(60)
    public var leastSendingRate = 20_000
    /// What `Retry-After` says where something is full, in whole seconds.
    public var retryAfter: Duration = .seconds(2)

    public init() {}

    func storingTime(of bytes: Int) -> Duration { bodyTime + .seconds(bytes / max(1, leastReceivingRate)) }

    func sendingTime(of bytes: Int) -> Duration { sendingTime + .seconds(bytes / max(1, leastSendingRate)) }
}
