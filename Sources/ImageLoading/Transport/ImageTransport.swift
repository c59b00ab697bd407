public import HTTPMessages

/// Sends a request and delivers the answer: ``CurlTransport`` in production, a stub in tests.
public protocol ImageTransport: Sendable {
    /// Sends a request and returns after the whole answer.
    ///
    /// Cancelling the task ends the transfer: this then throws ``TransportError/Code/cancelled``. `receive` is never
    /// called after this has returned or thrown.
    ///
    /// - Parameter receive: called with the head of the final answer, then with its body piece by piece, one call at a
    ///   time, on any thread. The body is decoded; if that fails, the request is repeated, and another head comes
    ///   first. It must not block. If it returns `false`, the transfer ends with ``TransportError/Code/stopped``.
    func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError)
}

/// A request as it goes over the wire: a `GET`, or a `POST` of a form.
public struct TransportRequest: Hashable, Sendable {
    /// The whole address, without a fragment.
    public var address: String
    /// The header fields of the request.
    public var fields: HTTPFields
    /// What a `POST` sends as `multipart/form-data`; empty for a `GET`. A `POST` is sent once, over a connection of its
    /// own, and its redirects are not followed.
    public var form: [FormPart]

    /// Creates a `GET` of an address.
    public init(address: String, fields: HTTPFields = [:]) {
        self.init(address: address, fields: fields, form: [])
    }

    /// Creates a `POST` of a form, or a `GET` if the form is empty.
    public init(address: String, fields: HTTPFields = [:], form: [FormPart]) {
        self.address = address
        self.fields = fields
        self.form = form
    }
}

/// A field of a form, or a file in it.
public struct FormPart: Hashable, Sendable {
    /// The name of the form's field.
    public var name: String
    /// The content, in memory once more while it is sent.
    public var content: [UInt8]
    /// The file's name; `nil` for a field that is not a file.
    public var fileName: String?
    /// The content's type, such as `image/webp`; `nil` to say none.
    public var contentType: String?

    /// Creates a field with a text.
    public init(_ name: String, _ text: String) {
        self.name = name
        content = Array(text.utf8)
    }

    /// Creates a field with a file.
    public init(_ name: String, file: [UInt8], called fileName: String, contentType: String) {
        self.name = name
        content = file
        self.fileName = fileName
        self.contentType = contentType
    }
}

/// A piece of an answer.
public enum TransportEvent: Hashable, Sendable {
    /// Something that is not passed on: a redirect, or an answer that another one follows.
    case activity
    /// The status and header, which come first.
    case head(TransportHead)
    /// A piece of the body, never empty.
    case body([UInt8])
}

/// The head of an answer.
public struct TransportHead: Hashable, Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The header fields of the response.
    public var fields: HTTPFields

    /// Creates the head of an answer.
    public init(status: Int, fields: HTTPFields = [:]) {
        self.status = status
        self.fields = fields
    }
}

/// The error of a transfer that ended too soon.
public struct TransportError: Error, Hashable, Sendable {
    /// The reasons, for programs to compare.
    public enum Code: Hashable, Sendable {
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
    public let code: Code
    /// The library's description, for a person.
    public let detail: String?

    /// Creates an error with its details in words.
    public init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
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
