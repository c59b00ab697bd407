import FoundationEssentials
import ImageLoading
import Synchronization

/// A service's answer that it takes no more requests for now (429).
struct RateLimitRefusal: Hashable, Sendable {
    /// How many requests it allows, in its own words.
    let allowed: String?
    /// When it takes requests again; `nil` when it did not say so.
    let retryAt: Date?

    /// - Returns: `nil` for another error.
    init?(_ error: ImageLoaderError, now: Date) {
        guard error.code == .http(429) else { return nil }
        allowed = error.response?.fields["X-RateLimit-Limit"]
        retryAt = (error.response?.retryAfter).map { now.addingTimeInterval($0) }
    }

    /// - Parameter asked: what was asked for, in words.
    func error(asked: String, now: Date) -> CatalogError {
        let limit = allowed.map { " (\($0) requests are allowed)" } ?? ""
        let wait = retryAt.map { "come back in \(Self.words(for: $0.timeIntervalSince(now))), or " } ?? ""
        return CatalogError(
            .rateLimited,
            "\(asked): the service takes no more requests for now\(limit); \(wait)use a key of your own",
            retryAt: retryAt)
    }

    private static func words(for seconds: Double) -> String {
        let seconds = Int(min(max(1, seconds.rounded(.up)), 1e9))
        return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes"
    }
}

/// The last refusal of a service, for as long as it holds. No request is sent meanwhile.
final class RateLimit: Sendable {
    /// How long a service is left alone that does not say for how long.
    static let standardWait: TimeInterval = 60

    private let last = Mutex<(refusal: RateLimitRefusal, end: Date)?>(nil)

    func note(_ refusal: RateLimitRefusal, now: Date) {
        let end = refusal.retryAt ?? now.addingTimeInterval(Self.standardWait)
        last.withLock { $0 = (refusal, end) }
    }

    func refusal(at now: Date) -> RateLimitRefusal? {
        last.withLock { last in
            if let end = last?.end, end <= now { last = nil }
            return last?.refusal
        }
    }
}
