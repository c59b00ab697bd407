import FoundationEssentials
import Imaging
import PhotoLibrary

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
    public let progress: ProcessingProgress
    public let library: Library
    public let formats: [Format]
    public let version: String
    /// `nil` where there is none.
    public var catalog: CatalogJSON?
}

/// A photo as the API writes it.
public nonisolated struct PhotoJSON: Hashable, Sendable, Encodable {
    public struct Sticker: Hashable, Sendable, Encodable {
        public let width: Int
        public let height: Int
        /// x, y, width, height in pixels of the photo.
        public let box: [Int]
    }

    public struct Instance: Hashable, Sendable, Encodable {
        public let number: Int
        public let box: [Int]
    }

    public struct Strokes: Hashable, Sendable, Encodable {
        public let done: Int
        public let undone: Int
    }

    public let id: String
    public let name: String
    public let state: String
    public let error: PhotoFailure?
    public let width: Int?
    public let height: Int?
    public let revision: Int
    public let sticker: Sticker?
    public let instances: [Instance]
    public let colors: [StickerFacts.Color]
    public let gradient: [StickerFacts.Stop]
    public let textColor: String?
    /// 0…1; `nil` where the network has none, and before the sticker is made.
    public let confidence: Double?
    public let style: StudioStyle
    public let strokes: Strokes
    public let rendering: Bool
    public let editError: PhotoFailure?
    public let source: PhotoOrigin?
}

nonisolated extension PhotoJSON {
    init(_ photo: SelectedPhoto) {
        var facts: StickerFacts?
        var failure: PhotoFailure?
        switch photo.state {
        case .done(let made): facts = made
        case .invalid(let reason): failure = reason
        case .waiting, .loading, .processing: break
        }
        self.init(
            id: photo.id.text, name: photo.name, state: photo.state.name, error: failure, width: facts?.photoWidth,
            height: facts?.photoHeight, revision: photo.revision,
            sticker: facts.map { Sticker(width: $0.width, height: $0.height, box: $0.box.numbers) },
            instances: facts?.instances.enumerated().map {
                Instance(number: $0.offset + 1, box: $0.element.numbers)
            } ?? [], colors: facts?.colors ?? [], gradient: facts?.gradient ?? [], textColor: facts?.textColor,
            confidence: facts?.confidence, style: photo.style,
            strokes: Strokes(done: photo.strokeCount, undone: photo.undoneStrokeCount),
            rendering: photo.isRendering, editError: photo.editFailure,
            source: photo.origin)
    }
}

extension StickerFacts.Box {
    fileprivate nonisolated var numbers: [Int] { [x, y, width, height] }
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
