import Catalog
import HTTPMessages
package import HTTPSending
import TestSupport

/// The service of the Astronomy Picture of the Day without a socket: answers come when a test wants them to.
package final class APODTransport: HTTPTransport {
    private struct State {
        var requests: [String] = []
        /// Answers for single days, instead of a picture.
        var troubles: [String: APODAnswers.Answer] = [:]
        var rateLimit: Int?
        var draws = 0
        var isUnreachable = false
        /// What has that in its address is not there.
        var refused: String?
        var held: Set<String> = []
        var cancelled: [String] = []
    }

    private let state = Watched(State())
    private let answers = APODAnswers(pictures: "https://apod.test/image/")
    private let picture: [UInt8]

    /// - Parameter picture: what all addresses of pictures lead to.
    package init(picture: [UInt8] = []) {
        self.picture = picture
    }

    /// Addresses, in the order in which they were asked for.
    package var requests: [String] { state.value.requests }
    package var cancelled: [String] { state.value.cancelled }

    /// Returns once an address was asked for that has this in it.
    package func untilAsked(for part: String) async {
        await state.until { $0.requests.contains { $0.contains(part) } }
    }

    /// Returns once so many different addresses were asked for that have this in them.
    package func untilAsked(_ count: Int, with part: String) async {
        await state.until { Set($0.requests.filter { $0.contains(part) }).count >= count }
    }

    /// Returns once a request was cancelled.
    package func untilCancelled() async {
        await state.until { !$0.cancelled.isEmpty }
    }

    /// - Parameter day: empty for requests without one.
    package func answer(_ day: String, with status: Int, _ body: String) {
        state.withLock { $0.troubles[day] = APODAnswers.Answer(status: status, body: body) }
    }

    package func limitRequests(to count: Int) { state.withLock { $0.rateLimit = count } }
    package func isUnreachable(_ isUnreachable: Bool) { state.withLock { $0.isUnreachable = isUnreachable } }
    package func refuse(_ part: String?) { state.withLock { $0.refused = part } }
    /// The answer for that day, or what has that in its address, does not come before it is let go.
    package func hold(_ part: String) { _ = state.withLock { $0.held.insert(part) } }

    package func letGo(_ part: String) { _ = state.withLock { $0.held.remove(part) } }

    package func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError) {
        let address = request.address
        let (isUnreachable, isLimited, held) = state.withLock { state in
            state.requests.append(address)
            return (
                state.isUnreachable, state.rateLimit.map { state.requests.count > $0 } ?? false,
                state.held.first { address.contains($0) }
            )
        }
        if isUnreachable { throw TransportError(.unreachable) }
        if let held { try await wait(held) }
        if let refused = state.value.refused, address.contains(refused) {
            guard receive(.head(TransportHead(status: 404))) else { throw TransportError(.stopped) }
            return
        }
        if address.contains("/image/") {
            guard
                receive(.head(TransportHead(status: 200, fields: ["Cache-Control": "max-age=600", "ETag": "\"1\""])))
            else { throw TransportError(.stopped) }
            guard receive(.body(picture)) else { throw TransportError(.stopped) }
            return
        }
        let query = APODAnswers.query(of: address)
        let (trouble, draw) = state.withLock { state in
            if query["count"] != nil { state.draws += 1 }
            return (state.troubles[query["date"] ?? ""], state.draws)
        }
        let answer = isLimited ? APODAnswers.rateLimited : trouble ?? answers.answer(query, draw: draw)
        var fields: HTTPFields = ["Content-Type": "application/json", "X-RateLimit-Limit": "30"]
        fields["Retry-After"] = answer.retryAfter.map(String.init)
        guard receive(.head(TransportHead(status: answer.status, fields: fields))) else {
            throw TransportError(.stopped)
        }
        guard answer.body.isEmpty || receive(.body(Array(answer.body.utf8))) else { throw TransportError(.stopped) }
    }

    private func wait(_ part: String) async throws(TransportError) {
        await state.until { !$0.held.contains(part) }
        if Task.isCancelled {
            state.withLock { $0.cancelled.append(part) }
            throw TransportError(.cancelled)
        }
    }
}
