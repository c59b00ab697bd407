import Files
package import FoundationEssentials
public import ImageLoading

/// The error of a feed.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The service refuses more requests for now. The description has what its headers say.
        case rateLimited
        /// The service does not know the key.
        case wrongKey
        /// There is no picture for that day.
        case noPicture
        /// The service refuses the query, such as a day before its first or a count above 100.
        case refused
        /// The service failed with this status.
        case service(status: Int)
        /// The answer does not have the feed's form.
        case notUnderstood
        /// The service could not be reached; the reason is the loader's.
        case loading(ImageLoaderError.Code)
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person.
    public let description: String
    /// The time when the service takes requests again; only with ``Code/rateLimited``, and only if it says so.
    package let retryAt: Date?

    /// Creates an error with its reason in words.
    package init(_ code: Code, _ description: String, retryAt: Date? = nil) {
        self.code = code
        self.description = description
        self.retryAt = retryAt
    }
}

extension CatalogError {
    /// The service's error in words, if it sent one.
    private struct Envelope: Decodable {
        struct Inner: Decodable {
            let code: String?
            let message: String?
        }

        let msg: String?
        let error: Inner?
    }

    /// - Parameters:
    ///   - asked: what was asked for, in words.
    ///   - now: when the service answered.
    init(_ error: ImageLoaderError, asked: String, now: Date = Date()) {
        if let refusal = RateLimitRefusal(error, now: now) {
            self = refusal.error(asked: asked, now: now)
            return
        }
        guard case .http(let status) = error.code else {
            let code: Code = error.code == .cancelled ? .cancelled : .loading(error.code)
            self.init(code, "\(asked): \(error.description)")
            return
        }
        let envelope = (error.response?.body).flatMap { body in
            try? CheckedJSON.decode(Envelope.self, from: body)
        }
        let words = envelope?.msg ?? envelope?.error?.message
        let said = words.map { ": \($0)" } ?? ""
        switch status {
        case 401, 403: self.init(.wrongKey, "\(asked): the service does not accept the key\(said)")
        case 404: self.init(.noPicture, "\(asked): not found\(said)")
        case 400..<500: self.init(.refused, "\(asked): the service refused the request\(said)")
        default: self.init(.service(status: status), "\(asked): the service failed with status \(status)\(said)")
        }
    }
}
