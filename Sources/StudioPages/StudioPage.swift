import CStudioPages
public import Files

/// A file of the studio's web pages, from inside the program.
public struct StudioPage: Hashable, Sendable {
    /// From the pages' folder on: `scripts/app.js`.
    public let path: String
    public let contentType: String
    public let bytes: [UInt8]
    /// As in HTTP's `ETag`: other bytes have another one.
    public let entityTag: String

    /// All of them; `index.html` is the studio itself.
    public static let all: [StudioPage] = (0..<studio_pages_count).map { index in
        let page = studio_pages[Int(index)]
        let bytes = Array(UnsafeRawBufferPointer(start: page.bytes, count: page.count))
        return StudioPage(
            path: String(cString: page.path), contentType: String(cString: page.content_type), bytes: bytes,
            entityTag: "\"\(SHA256Digest(of: bytes).hex.prefix(32))\"")
    }
}
