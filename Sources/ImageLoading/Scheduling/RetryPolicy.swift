package import HTTPSending

/// When and how often a failed request is repeated.
///
/// Repeated are lost or refused connections and the statuses 408, 429, 500, 502, 503 and 504. If the server can
/// continue, received bytes are not requested again. Not repeated are failures that would happen again (404, no
/// picture), time-outs, and cancelled requests.
package struct RetryPolicy: Hashable, Sendable {
    /// The tries and the waits between them. A server's `Retry-After` is respected up to the longest wait.
    package let backoff: Backoff

    /// Creates a policy; what is left out has its default.
    package init(attempts: Int = 3, delay: Duration = .milliseconds(500), longestDelay: Duration = .seconds(8)) {
        backoff = Backoff(attempts: attempts, delay: delay, longestDelay: longestDelay)
    }

    /// The policy without repeats.
    package static let never = RetryPolicy(attempts: 1)

    /// - Parameter jitter: from 0 to 1.
    /// - Returns: `nil` when it is not to be tried again.
    func delay(after attempt: Int, _ retry: ResponseAssembly.Retry, jitter: Double) -> Duration? {
        let own = backoff.wait(after: attempt, jitter: jitter)
        switch retry {
        case .never: return nil
        case .atOnce: return .zero
        case .afterDelay: return own
        case .after(let seconds):
            // Peel does not wait for a server that asks for too long a wait.
            guard seconds <= backoff.longestDelay / .seconds(1) else { return nil }
            return max(own, .seconds(seconds))
        }
    }

    static let statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
}
