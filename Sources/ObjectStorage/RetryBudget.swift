package import HTTPSending
import Synchronization

/// The policy for repeats of failed requests: how often, how soon, and how many in all.
package struct StorageRetries: Hashable, Sendable {
    /// The tries of one request and the waits between them. A server's `Retry-After` is respected up to the longest.
    package let backoff: Backoff
    /// The most repeats that all requests together may save up. A repeat takes one, and a successful request adds a
    /// tenth: a server that keeps failing gets a tenth more requests, not six times as many.
    package let budget: Int

    /// Creates a policy. With the defaults, a server may fail for 15 seconds.
    package init(
        attempts: Int = 7, delay: Duration = .milliseconds(250), longestDelay: Duration = .seconds(10),
        budget: Int = 200
    ) {
        backoff = Backoff(attempts: attempts, delay: delay, longestDelay: longestDelay)
        self.budget = max(0, budget)
    }

    /// Returns the time to wait before the next attempt.
    ///
    /// - Parameters:
    ///   - attempt: the one that failed, from 1.
    ///   - seconds: what the server asks for.
    ///   - jitter: 0…1.
    func delay(after attempt: Int, _ seconds: Int?, jitter: Double) -> Duration {
        max(
            backoff.wait(after: attempt, jitter: jitter),
            min(backoff.longestDelay, .seconds(max(0, seconds ?? 0))))
    }
}

/// The rest of ``StorageRetries/budget``, for all requests of a client.
final class RetryBudget: Sendable {
    private let tenths: Mutex<Int>
    private let most: Int

    init(_ retries: StorageRetries) {
        most = 10 * retries.budget
        tenths = Mutex(most)
    }

    /// - Returns: `false` when nothing is left.
    func takeRepeat() -> Bool {
        tenths.withLock { tenths in
            guard tenths >= 10 else { return false }
            tenths -= 10
            return true
        }
    }

    func noteSuccess() {
        tenths.withLock { $0 = min(most, $0 + 1) }
    }
}
