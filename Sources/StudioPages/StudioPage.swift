import CStudioPages
import Files

/// A file of the studio's web pages, from inside the program.
package struct StudioPage: Hashable, Sendable {
    /// Under the server's root, with its slash: `/app.js`.
    package let path: String
    package let contentType: String
    package let bytes: [UInt8]
    /// As in HTTP's `ETag`: other bytes have another one.
    package let entityTag: String

    /// All of them; `/index.html` is the studio itself.
    package static let all: [StudioPage] = (0..<studio_page_count()).compactMap { index in
        guard let page = studio_page_at(index)?.pointee else { return nil }
        let bytes = Array(UnsafeRawBufferPointer(start: page.bytes, count: page.count))
        return StudioPage(
            path: String(cString: page.path), contentType: String(cString: page.content_type), bytes: bytes,
            entityTag: "\"\(SHA256Digest(of: bytes).hex.prefix(32))\"")
    }
}

/// The description of the studio's API, from inside the program.
package enum StudioAPIDescription {
    /// OpenAPI 3.1, as JSON that people can read.
    package static let json: [UInt8] = {
        var count = 0
        return Array(UnsafeBufferPointer(start: studio_openapi(&count), count: count))
    }()
}
