package import HTTPMessages

/// A piece of an answer.
package enum TransportEvent: Hashable, Sendable {
    /// Something that is not passed on: a redirect, or an answer that another one follows.
    case activity
    /// The status and header, which come first.
    case head(TransportHead)
    /// A piece of the body, never empty.
    case body([UInt8])
}

/// The head of an answer.
package struct TransportHead: Hashable, Sendable {
    /// The status, such as 200.
    package var status: Int
    /// The header fields of the response.
    package var fields: HTTPFields
    /// The redirects that led to it, in their order.
    package var redirects: [TransportHead]

    /// Creates the head of an answer.
    package init(status: Int, fields: HTTPFields = [:], redirects: [TransportHead] = []) {
        self.status = status
        self.fields = fields
        self.redirects = redirects
    }
}

/// The error of a transfer that ended too soon.
package struct TransportError: Error, Hashable, Sendable {
    /// The reasons, for programs to compare.
    package enum Code: Hashable, Sendable {
        /// The task was cancelled.
        case cancelled
        /// `receive` returned `false`.
        case stopped
        /// The host has no address, or does not answer.
        case unreachable
        /// The connection ended before the answer.
        case connectionLost
        /// The server's TLS certificate is not valid for it.
        case insecure
        /// More redirects than are followed.
        case tooManyRedirects
        /// The address is not in the public Internet, and the transport refuses such addresses.
        case addressRefused
        /// The answer is not HTTP.
        case badResponse
        /// The address cannot be requested.
        case unsupportedURL
    }

    /// The kind of error.
    package let code: Code
    /// The library's description, for a person.
    package let detail: String?

    /// Creates an error with its details in words.
    package init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
    }
}
