/// The limits of one server. Clients beyond them are refused.
package struct ServerLimits: Hashable, Sendable {
    /// Sockets at a time, each with a thread, besides as many as there may be ``eventStreams``. Further clients wait in
    /// the system's queue.
    package var connections = 256
    /// Sockets from one address at a time, besides as many as there may be ``eventStreams``. Further ones are closed at
    /// once.
    package var connectionsPerClient = 128
    /// Requests at a time whose handlers run, without event streams. Further requests are answered 503.
    package var requestsInFlight = 64
    /// Event streams at a time, besides the ``connections``. Further ones are answered 503.
    package var eventStreams = 128
    /// Event streams to one address at a time. Further ones are answered 503, so that other clients get theirs.
    package var eventStreamsPerClient = 64
    /// The bytes of the request's line and its header fields together. Longer ones are answered 431.
    package var headerBytes = 32 << 10
    /// The bytes of all request bodies in memory. Further requests are answered 503.
    package var bufferedBodyBytes = 512 << 20
    /// The bytes of all request bodies in files, from their first byte to the answer. Further requests are answered
    /// 503.
    package var storedBodyBytes = 4 << 30
    /// The bytes of the disk that bodies in files leave free for other programs. Further requests are answered 507.
    package var freeDiskBytes = 256 << 20
    /// The bytes of all answers in memory because their clients read slowly, except those of up to 64 KiB. Further
    /// requests are answered 503. Files are sent without being read into memory.
    package var bufferedAnswerBytes = 256 << 20
    /// The bytes of an unwanted body that are read all the same, so that a client that writes before it reads sees the
    /// answer.
    package var discardedBodyBytes = 64 << 20
    /// The time for which a connection may stay silent, in whole seconds.
    package var idleTime: Duration = .seconds(60)
    /// The time from a connection's beginning, or from the end of its idle time, to a request's last header field.
    package var headerTime: Duration = .seconds(30)
    /// The time from a request's last header field to the end of its body.
    package var bodyTime: Duration = .seconds(300)
    /// The bytes for each of which a body in a file gets another second.
    package var leastReceivingRate = 200_000
    /// The time from the beginning to the end of an answer of known length, plus a second for each ``leastSendingRate``
    /// bytes. A client that reads more slowly is cut off.
    package var sendingTime: Duration = .seconds(60)
    package var leastSendingRate = 20_000
    /// The value of `Retry-After` if something is full, in whole seconds.
    package var retryAfter: Duration = .seconds(2)

    package init() {}

    func storingTime(of bytes: Int) -> Duration { bodyTime + .seconds(bytes / max(1, leastReceivingRate)) }

    func sendingTime(of bytes: Int) -> Duration { sendingTime + .seconds(bytes / max(1, leastSendingRate)) }
}
