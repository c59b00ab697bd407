public import HTTPMessages

/// A request as it goes over the wire.
public struct TransportRequest: Hashable, Sendable {
    /// The methods that are sent.
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// What is sent after the header.
    public enum Body: Hashable, Sendable {
        /// Nothing.
        case none
        /// These bytes, in memory once more while they are sent.
        case bytes([UInt8])
        /// A form, as `multipart/form-data`. It is sent once, over a connection of its own.
        case form([FormPart])
    }

    /// The method. Redirects are followed for a `GET` alone.
    public var method: Method
    /// The whole address, without a fragment.
    public var address: String
    /// The header fields of the request.
    public var fields: HTTPFields
    /// The body; only a `PUT` and a `POST` have one.
    public var body: Body
    /// Whether request and answer stay as they are, as signed requests need: the path is not simplified, no redirect is
    /// followed, the body is neither asked for in another encoding nor decoded.
    public var isVerbatim: Bool

    /// Creates a request; a `GET` by default.
    public init(
        _ method: Method = .get, address: String, fields: HTTPFields = [:], body: Body = .none, isVerbatim: Bool = false
    ) {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
        self.isVerbatim = isVerbatim
    }

    var followsRedirects: Bool { method == .get && !isVerbatim }
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
