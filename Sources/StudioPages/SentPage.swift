import CDeflate
import Files
import Synchronization

/// A page as it is sent, in full and compressed.
package struct SentPage: Sendable {
    /// Bytes with what HTTP's `ETag` says of them: other bytes have another one, and so has another coding.
    package struct Form: Sendable {
        package let bytes: [UInt8]
        package let entityTag: String
    }

    package let plain: Form
    /// In HTTP's coding `gzip`; `nil` for what would not become smaller, such as a PNG.
    package let gzip: Form?

    init(_ bytes: [UInt8]) {
        let digest = SHA256Digest(of: bytes).hex.prefix(32)
        plain = Form(bytes: bytes, entityTag: "\"\(digest)\"")
        gzip = Self.compressed(bytes).map { Form(bytes: $0, entityTag: "\"\(digest)-gzip\"") }
    }

    /// Returns the same bytes for the same text on every run: no name, no time.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(9) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
        return compressed.isEmpty || compressed.count >= bytes.count * 9 / 10 ? nil : compressed
    }
}

extension StudioPage {
    /// Pages that were asked for. Joining and compressing what the page begins with takes 30 ms, once.
    private static let sent = Mutex<[String: SentPage]>([:])

    /// The page as it is sent. The first time, it is joined and compressed.
    package var sent: SentPage {
        if let sent = Self.sent.withLock({ $0[path] }) { return sent }
        let sent = SentPage(joinedBytes)
        Self.sent.withLock { $0[path] = sent }
        return sent
    }
}
