import Files
package import FoundationEssentials
package import HTTPMessages
import HTTPSending

/// The error of an image that could not be loaded. It names the address and the rule or the reason.
public struct ImageLoaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
        /// The answer is not a readable picture: another format, damaged, cut short, or empty.
        case incorrectImageData
        /// The list of images is empty.
        case emptyData
        /// None of the requested images could be loaded.
        case emptyResult
        /// The server was silent for as long as the idle limit, or the whole took longer than the total limit. Time in
        /// the queue does not count.
        case timedOut
        /// The server answered with this status, which is neither 200 nor an answer to what was asked.
        case http(Int)
        /// More bytes, or more pixels, than the limits allow.
        case tooLarge
        /// The task that asked was cancelled.
        case cancelled
        /// The scheme is not supported or not allowed, or the address has no host.
        case unsupportedURL
        /// The host has no address, or no server answers there.
        case unreachable
        /// The connection ended before the whole answer.
        case connectionLost
        /// The server's TLS certificate is not valid for it.
        case insecure
        /// More redirects than the transport follows.
        case tooManyRedirects
        /// The host is at a private address, and the transport refuses those.
        case addressRefused
        /// The answer breaks the rules of HTTP, or its header is too long.
        case badResponse
        /// The request may only be answered from the cache, which does not have it.
        case notCached
        /// The file of a `file:` address cannot be read.
        case unreadableFile
    }

    /// The server's response to a failed request.
    package struct Response: Hashable, Sendable {
        /// The status, such as 404.
        package let status: Int
        /// The header fields of the response.
        package let fields: HTTPFields
        /// The first 64 KiB of the body.
        package let body: [UInt8]

        /// The seconds that the server asks to wait (`Retry-After`, RFC 9110, 10.2.3), from its answer on; `nil` if it
        /// does not ask.
        package var retryAfter: Double? { fields.retryAfter }
    }

    /// The kind of error.
    public let code: Code
    /// The address; `nil` if the error is about a list.
    package let url: URL?
    /// The response, only with ``Code/http(_:)``.
    package let response: Response?
    private let detail: String?

    /// Creates an error about an address.
    package init(_ code: Code, _ url: URL?, _ detail: String? = nil, response: Response? = nil) {
        self.code = code
        self.url = url
        self.detail = detail
        self.response = response
    }

    /// A sentence for a person. Of the address, it shows only scheme, host and path, because a query may hold a key.
    public var description: String {
        let reason = detail.map { "\(code.words): \($0)" } ?? code.words
        return url.map { "cannot load \($0.shownAddress): \(reason)" } ?? reason
    }
}

extension ImageLoaderError.Code {
    var words: String {
        switch self {
        case .incorrectImageData: "it is not a readable picture"
        case .emptyData: "there is nothing to load: the list is empty"
        case .emptyResult: "none of the images could be loaded"
        case .timedOut: "it took too long"
        case .http(let status): "the server answered with status \(status)"
        case .tooLarge: "it is larger than the limits allow"
        case .cancelled: "it was cancelled"
        case .unsupportedURL: "addresses of this kind are not supported"
        case .unreachable: "the server cannot be reached"
        case .connectionLost: "the connection ended too soon"
        case .insecure: "the connection would not be secure"
        case .tooManyRedirects: "it is redirected too often"
        case .addressRefused: "its server is at a private address"
        case .badResponse: "the server's answer breaks the rules of HTTP"
        case .notCached: "it is not in the cache"
        case .unreadableFile: "the file cannot be read"
        }
    }
}

extension URL {
    var shownAddress: String {
        let scheme = scheme?.lowercased() ?? ""
        if scheme == "data" { return "a data: address" }
        if scheme == "file" { return localPath?.description ?? "a file: address" }
        return "\(scheme)://\(host() ?? "")\(port.map { ":\($0)" } ?? "")\(path())"
    }
}

extension ImageLoaderError.Code {
    init(_ code: TransportError.Code) {
        self =
            switch code {
            case .cancelled, .stopped: .cancelled
            case .unreachable: .unreachable
            case .connectionLost: .connectionLost
            case .insecure: .insecure
            case .tooManyRedirects: .tooManyRedirects
            case .addressRefused: .addressRefused
            case .badResponse: .badResponse
            case .unsupportedURL: .unsupportedURL
            }
    }
}
