import Files

/// The error of storage. It names the object or the bucket, the rule, and what to do.
package struct ObjectStoreError: PassingError, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    package enum Code: Hashable, Sendable {
        /// The server cannot be reached, is overloaded, failed or has no room. It may work later.
        case unavailable
        /// The credentials have expired.
        case expired
        /// The credentials do not allow it.
        case refused
        /// There are no credentials, or they cannot be read.
        case noCredentials
        /// There is no such bucket.
        case noSuchBucket
        /// There is no such object.
        case noSuchObject
        /// The bucket is in another region.
        case wrongRegion
        /// The object is larger than the limit.
        case tooLarge
        /// The server's TLS certificate is not valid for it.
        case insecure
        /// The server does not speak S3, or does not know the request.
        case badAnswer
        /// The task was cancelled.
        case cancelled
    }

    package let code: Code
    /// A sentence for a person.
    package let description: String

    /// Creates an error with its reason in words.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Whether the same request may succeed later without a change by a person.
    package var isTemporary: Bool { [.unavailable, .expired, .cancelled].contains(code) }
}
