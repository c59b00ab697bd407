package import HTTPMessages
import Synchronization

/// Sends a request and delivers the answer: ``CurlTransport`` in production, a stub in tests.
package protocol HTTPTransport: Sendable {
    /// Sends a request and returns after the whole answer.
    ///
    /// Cancelling the task ends the transfer: this then throws ``TransportError/Code/cancelled``. `receive` is never
    /// called after this has returned or thrown.
    ///
    /// - Parameter receive: called with the head of the final answer, then with its body piece by piece, one call at a
    ///   time, on any thread. The body is decoded; if that fails, the request is repeated, and another head comes
    ///   first. It must not block. If it returns `false`, the transfer ends with ``TransportError/Code/stopped``.
    func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError)
}

/// An answer that was collected in memory, whole or as far as it came.
package struct CollectedAnswer: Sendable {
    /// The status; 0 if no answer has begun.
    package var status = 0
    package var fields: HTTPFields = [:]
    package var body: [UInt8] = []
    /// The reason why the answer is not whole; `nil` for a whole one. ``TransportError/Code/stopped``: it has more
    /// bytes than the limit.
    package var error: TransportError?
}

extension HTTPTransport {
    /// Sends a request and collects its answer.
    ///
    /// - Parameter limit: the most bytes of the body of a success (2xx). Of another answer, 64 KB are kept.
    package func answer(to request: TransportRequest, limit: Int) async -> CollectedAnswer {
        let growing = GrowingAnswer(limit: limit)
        var failure: TransportError?
        do throws(TransportError) {
            try await send(request) { growing.take($0) }
        } catch {
            failure = error
        }
        return growing.end(failure)
    }
}

private final class GrowingAnswer: Sendable {
    private let answer = Mutex(CollectedAnswer())
    private let limit: Int
    private static let longestRefusal = 1 << 16

    init(limit: Int) {
        self.limit = limit
    }

    func take(_ event: TransportEvent) -> Bool {
        answer.withLock { answer in
            switch event {
            case .activity: break
            case .head(let head): answer = CollectedAnswer(status: head.status, fields: head.fields)
            case .body(let piece) where (200..<300).contains(answer.status):
                guard answer.body.count + piece.count <= limit else { return false }
                if answer.body.isEmpty, let length = answer.fields["Content-Length"].flatMap({ Int($0) }) {
                    answer.body.reserveCapacity(min(max(0, length), limit))
                }
                answer.body += piece
            case .body(let piece): answer.body += piece.prefix(max(0, Self.longestRefusal - answer.body.count))
            }
            return true
        }
    }

    /// Returns the answer and keeps nothing of it.
    func end(_ error: TransportError?) -> CollectedAnswer {
        answer.withLock { answer in
            defer { answer = CollectedAnswer() }
            answer.error = error
            return answer
        }
    }
}
