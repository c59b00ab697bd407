import HTTPServing
import SlitScan

/// The camera's state as events: the newest alone, not more often than 20 times a second.
struct CameraEvents: AsyncSequence, Sendable {
    typealias Element = ServerSentEvent

    let updates: AsyncStream<CameraUpdate>
    let client: CaptureClient

    static let interval: Duration = .milliseconds(50)

    func makeAsyncIterator() -> Iterator { Iterator(updates: updates.makeAsyncIterator(), client: client) }

    struct Iterator: AsyncIteratorProtocol {
        var updates: AsyncStream<CameraUpdate>.Iterator
        let client: CaptureClient
        private var last: (state: CameraState, instant: ContinuousClock.Instant)?

        init(updates: AsyncStream<CameraUpdate>.Iterator, client: CaptureClient) {
            self.updates = updates
            self.client = client
        }

        mutating func next() async -> ServerSentEvent? {
            if let last {
                let rest = CameraEvents.interval - last.instant.duration(to: .now)
                if rest > .zero, (try? await Task.sleep(for: rest)) == nil { return nil }
            }
            while let update = await updates.next(isolation: #isolation) {
                let state = update.state(for: client)
                guard state != last?.state else { continue }
                last = (state, .now)
                return ServerSentEvent(event: "camera", data: JSONWriting.text(state))
            }
            return nil
        }
    }
}
