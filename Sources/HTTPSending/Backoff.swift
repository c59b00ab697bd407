/// How often a request is tried, and how long the waits between tries are: each is twice as long as the one before.
package struct Backoff: Hashable, Sendable {
    /// The number of tries, including the first; at least 1.
    package let attempts: Int
    /// The longest wait before the second try; it doubles with each further one.
    package let delay: Duration
    /// The longest wait between two tries.
    package let longestDelay: Duration

    /// Creates the rule. Fewer than one try count as one.
    package init(attempts: Int, delay: Duration, longestDelay: Duration) {
        self.attempts = max(1, attempts)
        self.delay = delay
        self.longestDelay = longestDelay
    }

    /// Returns the wait after a try that failed.
    ///
    /// - Parameters:
    ///   - attempt: the number of that try, from 1.
    ///   - jitter: 0…1: from half of the longest wait to all of it. With a random number, clients that failed together
    ///     do not return together.
    package func wait(after attempt: Int, jitter: Double) -> Duration {
        let longest = min(longestDelay, delay * (1 << min(attempt - 1, 20)))
        return longest * (0.5 + 0.5 * min(1, max(0, jitter)))
    }
}
