import FoundationEssentials
import HTTPMessages
import ImageLoading
import Synchronization

/// A service's refusal of more requests (429).
struct RateLimitRefusal: Hashable, Sendable {
    /// The number of requests that it allows, in its own words.
    let allowed: String?
    /// The time when it takes requests again; `nil` if it does not say so.
    let retryAt: Date?

    /// Reads the refusal; `nil` for another error.
    init?(_ error: ImageLoaderError, now: Date) {
        guard error.code == .http(429) else { return nil }
        allowed = error.response?.fields["X-RateLimit-Limit"]
        retryAt = (error.response?.retryAfter).map { now.addingTimeInterval($0) }
    }

    /// - Parameter asked: what was asked for, in words.
    func error(asked: String, now: Date) -> CatalogError {
        let limit = allowed.map { " (\($0) requests are allowed)" } ?? ""
        let wait = retryAt.map { "try again in \(Self.words(for: $0.timeIntervalSince(now))), or " } ?? ""
        return CatalogError(
            .rateLimited,
            "\(asked): the service is rate-limiting requests\(limit); \(wait)use a key of your own",
            retryAt: retryAt)
    }

    private static func words(for seconds: Double) -> String {
        let seconds = Int(min(max(1, seconds.rounded(.up)), 1e9))
        return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes"
    }
}

/// The last refusal of a service, while it holds. No request is sent meanwhile.
final class RateLimit: Sendable {
    /// The wait for a service that does not say how long, in seconds.
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
