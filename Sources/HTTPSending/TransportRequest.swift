package import HTTPMessages

/// A request as it goes over the wire.
package struct TransportRequest: Hashable, Sendable {
    /// The methods that are sent.
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// What is sent after the header.
    package enum Body: Hashable, Sendable {
        /// Nothing.
        case none
        /// These bytes, in memory once more while they are sent.
        case bytes([UInt8])
        /// A form, as `multipart/form-data`. It is sent once, over a connection of its own.
        case form([FormPart])
    }

    /// The method. Redirects are followed for a `GET` alone.
    package var method: Method
    /// The whole address, without a fragment.
    package var address: String
    /// The header fields of the request.
    package var fields: HTTPFields
    /// The body; only a `PUT` and a `POST` have one.
    package var body: Body
    /// Whether request and answer stay as they are, as signed requests need: the path is not simplified, no redirect is
    /// followed, the body is neither asked for in another encoding nor decoded.
    package var isVerbatim: Bool

    /// Creates a request; a `GET` by default.
    package init(
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
package struct FormPart: Hashable, Sendable {
    /// The name of the form's field.
    package var name: String
    /// The content, in memory once more while it is sent.
    package var content: [UInt8]
    /// The file's name; `nil` for a field that is not a file.
    package var fileName: String?
    /// The content's type, such as `image/webp`; `nil` to say none.
    package var contentType: String?

    /// Creates a field with a text.
    package init(_ name: String, _ text: String) {
        self.name = name
        content = Array(text.utf8)
    }

    /// Creates a field with a file.
    package init(_ name: String, file: [UInt8], called fileName: String, contentType: String) {
        self.name = name
        content = file
        self.fileName = fileName
        self.contentType = contentType
    }
}
