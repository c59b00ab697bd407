import FoundationEssentials
import Imaging

/// All that a page shows, at one moment. A value: it is compared and written off the main actor.
public nonisolated struct StudioSnapshot: Hashable, Sendable, Encodable {
    public struct Library: Hashable, Sendable, Encodable {
        public let path: String
        /// In bytes: all, the limit, and what the two kinds take.
        public let bytes: Int
        public let limit: Int
        public let originals: Int
        public let results: Int
        /// Removed photos that can be restored.
        public let trash: Trash
        /// What was put right when the library was opened.
        public let recovered: [String]
    }

    public struct Trash: Hashable, Sendable, Encodable {
        public let photos: Int
        public let bytes: Int
        /// Another number than before means that the list of the trash is another.
        public let revision: Int
    }

    /// A file format of stickers.
    public struct Format: Hashable, Sendable, Encodable {
        /// In requests and addresses: `webp`.
        public let name: String
        /// As people write it: `WebP`.
        public let title: String
        public let mediaType: String

        init(_ format: OutputFormat) {
            (name, title, mediaType) = (format.pathExtension, format.name, format.mediaType)
        }
    }

    public let photos: [PhotoJSON]
    public let progress: ProgressJSON
    public let library: Library
    public let formats: [Format]
    public let version: String
    /// `nil` where there is none.
    public var catalog: CatalogJSON?
}

/// How far "make all" is, as the API writes it.
public nonisolated struct ProgressJSON: Hashable, Sendable, Encodable {
    public let total: Int
    public let finished: Int
    public let failed: Int
    public let running: Bool

    init(_ progress: ProcessingProgress) {
        (total, finished, failed) = (progress.total, progress.finished, progress.failed)
        running = progress.running
    }
}

/// Values as JSON text. Keys are sorted, so that the same value is the same text.
nonisolated enum JSONWriting {
    static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return Array("null".utf8) }
        return Array(data)
    }

    static func text(_ value: some Encodable) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }
}
