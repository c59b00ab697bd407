import CStudioPages
import Files

/// A file of the studio's web pages, from inside the program.
public struct StudioPage: Hashable, Sendable {
    /// Under the server's root, with its slash: `/app.js`.
    public let path: String
    public let contentType: String
    public let bytes: [UInt8]
    /// As in HTTP's `ETag`: other bytes have another one.
    public let entityTag: String

    /// All of them; `/index.html` is the studio itself.
    public static let all: [StudioPage] = (0..<studio_page_count()).compactMap { index in
        guard let page = studio_page_at(index)?.pointee else { return nil }
        let bytes = Array(UnsafeRawBufferPointer(start: page.bytes, count: page.count))
        return StudioPage(
            path: String(cString: page.path), contentType: String(cString: page.content_type), bytes: bytes,
            entityTag: "\"\(SHA256Digest(of: bytes).hex.prefix(32))\"")
    }
}

/// The description of the studio's API, from inside the program.
public enum StudioAPIDescription {
    /// OpenAPI 3.1, as JSON that people can read.
    public static let json: [UInt8] = {
        var count = 0
        return Array(UnsafeBufferPointer(start: studio_openapi(&count), count: count))
    }()
}
