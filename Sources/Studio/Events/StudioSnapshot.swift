import Imaging

/// All that a page shows, at one moment. A value: it is compared and written off the main actor.
package struct StudioSnapshot: Hashable, Sendable, Encodable {
    package struct Library: Hashable, Sendable, Encodable {
        package let path: String
        /// In bytes: all, the limit, and what the two kinds take.
        package let bytes: Int
        package let limit: Int
        package let originals: Int
        package let results: Int
        /// Removed photos that can be restored.
        package let trash: Trash
        /// What was put right when the library was opened.
        package let recovered: [String]
    }

    package struct Trash: Hashable, Sendable, Encodable {
        package let photos: Int
        package let bytes: Int
        /// Another number than before means that the list of the trash is another.
        package let revision: Int
    }

    /// A file format of stickers.
    package struct Format: Hashable, Sendable, Encodable {
        /// In requests and addresses: `webp`.
        package let name: String
        /// As people write it: `WebP`.
        package let title: String
        package let mediaType: String

        init(_ format: OutputFormat) {
            (name, title, mediaType) = (format.pathExtension, format.name, format.mediaType)
        }
    }

    package let photos: [SnapshotPhoto]
    package let progress: ProcessingProgress
    package let library: Library
    package let packs: [KeptPack]
    package let formats: [Format]
    package let version: String
    /// `nil` where there is none.
    package var catalog: CatalogJSON?
}
