/// The load of a server and its limits. A value that ``ServerCore`` keeps under its lock.
struct ServerLoad {
    let limits: ServerLimits
    private(set) var requestsInFlight = 0
    private(set) var eventStreams = 0
    private var eventStreamsOfClients: [String: Int] = [:]
    private(set) var bufferedBodyBytes = 0
    private(set) var storedBodyBytes = 0
    private(set) var bufferedAnswerBytes = 0

    init(limits: ServerLimits) {
        self.limits = limits
    }

    var hasRoomForRequest: Bool { requestsInFlight < limits.requestsInFlight }

    /// Counts a request; `false` if there is no room for it.
    mutating func beginRequest() -> Bool {
        guard hasRoomForRequest else { return false }
        requestsInFlight += 1
        return true
    }

    mutating func endRequest() {
        requestsInFlight -= 1
    }

    /// Counts an event stream of an address; `false` if there is no room for it.
    mutating func beginEventStream(of client: String) -> Bool {
        let count = eventStreamsOfClients[client, default: 0]
        guard eventStreams < limits.eventStreams, count < limits.eventStreamsPerClient else { return false }
        eventStreams += 1
        eventStreamsOfClients[client] = count + 1
        return true
    }

    mutating func endEventStream(of client: String) {
        eventStreams -= 1
        let count = eventStreamsOfClients[client, default: 0] - 1
        eventStreamsOfClients[client] = count > 0 ? count : nil
    }

    mutating func reserveBody(_ count: Int) -> Bool {
        guard bufferedBodyBytes + count <= limits.bufferedBodyBytes else { return false }
        bufferedBodyBytes += count
        return true
    }

    mutating func releaseBody(_ count: Int) {
        bufferedBodyBytes -= count
    }

    mutating func reserveStoredBody(_ count: Int) -> Bool {
        guard storedBodyBytes + count <= limits.storedBodyBytes else { return false }
        storedBodyBytes += count
        return true
    }

    mutating func releaseStoredBody(_ count: Int) {
        storedBodyBytes -= count
    }

    mutating func reserveAnswer(_ count: Int) -> Bool {
        // An answer above the limit is sent when it is alone.
        guard bufferedAnswerBytes == 0 || bufferedAnswerBytes + count <= limits.bufferedAnswerBytes else {
            return false
        }
        bufferedAnswerBytes += count
        return true
    }

    mutating func releaseAnswer(_ count: Int) {
        bufferedAnswerBytes -= count
    }
}
