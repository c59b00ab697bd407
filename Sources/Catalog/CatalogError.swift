import Files
public import FoundationEssentials
public import ImageLoading

/// Why a feed gave no pictures.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The service wants no more requests for now. What its headers say is in the description.
        case rateLimited
        /// The service does not know the key.
        case wrongKey
        /// There is no picture for that day.
        case noPicture
        /// The service refuses what was asked for: a day before its first, a count above 100, …
        case refused
        /// The service has a trouble of its own.
        case service(status: Int)
        /// What came is not what the feed's form says.
        case notUnderstood
        /// The service could not be asked; the reason is the loader's.
        case loading(ImageLoaderError.Code)
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for a person.
    public let description: String
    /// When the service takes requests again; only with ``Code/rateLimited``, and only when it said so.
    public let retryAt: Date?

    /// An error with its reason in words.
    public init(_ code: Code, _ description: String, retryAt: Date? = nil) {
        self.code = code
        self.description = description
        self.retryAt = retryAt
    }
}

extension CatalogError {
    /// What the service said in words, where it did.
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
        case 404: self.init(.noPicture, "\(asked): there is none\(said)")
        case 400..<500: self.init(.refused, "\(asked): the service refuses that\(said)")
        default: self.init(.service(status: status), "\(asked): the service fails with status \(status)\(said)")
        }
    }
}
