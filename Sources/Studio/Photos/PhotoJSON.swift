import Imaging
import PhotoLibrary
import StickerPacks

/// A photo as the API writes it.
package struct PhotoJSON: Hashable, Sendable, Encodable {
    package struct Sticker: Hashable, Sendable, Encodable {
        package let width: Int
        package let height: Int
        /// x, y, width, height in pixels of the photo.
        package let box: [Int]
        /// Its pixels, in a row, for one of the photo's.
        package let scale: Double
        /// Whether a word of the text was too wide, also in small letters.
        package let textCut: Bool
        /// `nil` for no words, and when an earlier version made the sticker.
        package let text: StickerFacts.TextPlace?
        /// `nil` for a still one.
        package let living: StickerFacts.Living?
    }

    /// The part of a clip that its sticker shows, in milliseconds since the first frame: the one that was found, else
    /// the one that a person chose.
    package struct Clip: Hashable, Sendable, Encodable {
        /// A part that is longer than a sticker.
        package struct Chosen: Hashable, Sendable, Encodable {
            package let start: Int
            package let end: Int
        }

        package let start: Int
        package let end: Int?
        package let loop: String
        /// `true` for a part that was searched for; else `nil`.
        package let found: Bool?
        /// Where it was searched for, if a person chose that.
        package let chosen: Chosen?

        init(_ part: ClipPart, found: StickerFacts.FoundPart?) {
            let shown = part.shown(found)
            (start, end, loop) = (shown?.start ?? part.start, shown?.end ?? part.end, part.loop.word)
            self.found = shown == nil ? nil : true
            chosen = shown == nil ? nil : part.end.map { Chosen(start: part.start, end: $0) }
        }
    }

    /// How far the work on a clip is.
    package struct Progress: Hashable, Sendable, Encodable {
        package let frames: Int
        package let of: Int
    }

    package struct Instance: Hashable, Sendable, Encodable {
        package let number: Int
        package let box: [Int]
    }

    package struct Strokes: Hashable, Sendable, Encodable {
        package let done: Int
        package let undone: Int
    }

    package struct Style: Hashable, Sendable, Encodable {
        let style: StudioStyle

        init(_ style: StudioStyle) { self.style = style }

        package func encode(to encoder: any Encoder) throws { try style.encode(to: encoder, isKept: false) }
    }

    package struct Metadata: Hashable, Sendable, Encodable {
        /// One after the other.
        package let emoji: String?
        package let title: String?
        package let text: String?
    }

    package let id: String
    package let name: String
    package let state: String
    package let error: PhotoFailure?
    package let width: Int?
    package let height: Int?
    package let revision: Int
    package let sticker: Sticker?
    package let instances: [Instance]
    package let colors: [StickerFacts.Color]
    package let gradient: [StickerFacts.Stop]
    package let textColor: String?
    /// 0…1; `nil` where the network has none, and before the sticker is made.
    package let confidence: Double?
    package let style: Style
    package let strokes: Strokes
    package let rendering: Bool
    /// `nil` while no frames are cut, and once the work was stopped.
    package let progress: Progress?
    package let stopped: Bool
    package let editError: PhotoFailure?
    package let source: SourceJSON?
    /// `nil` where nothing is said.
    package let metadata: Metadata?
    /// `nil` for a photo.
    package let clip: Clip?
}

/// Where a photo from the web is from, as the API writes it.
package struct SourceJSON: Hashable, Sendable, Encodable {
    package let title: String
    package let credit: String?
    package let date: String?
    package let address: String

    init(_ origin: PhotoOrigin) {
        (title, credit, date, address) = (origin.title, origin.credit, origin.date, origin.address)
    }
}

extension PhotoJSON {
    init(_ photo: SelectedPhoto) {
        var facts: StickerFacts?
        var failure: PhotoFailure?
        switch photo.state {
        case .done(let made): facts = made
        case .invalid(let reason): failure = reason
        case .waiting, .loading, .processing: break
        }
        self.init(
            id: photo.id.text, name: photo.name, state: photo.state.word, error: failure,
            width: facts?.photoWidth, height: facts?.photoHeight, revision: photo.revision,
            sticker: facts.map {
                Sticker(
                    width: $0.width, height: $0.height, box: $0.box.numbers,
                    scale: ($0.pixelsForOneOfPhoto * 10_000).rounded() / 10_000, textCut: $0.isTextCut ?? false,
                    text: $0.text, living: $0.living)
            },
            instances: facts?.instances.enumerated().map {
                Instance(number: $0.offset + 1, box: $0.element.numbers)
            } ?? [], colors: facts?.colors ?? [], gradient: facts?.gradient ?? [],
            textColor: facts?.textColor, confidence: facts?.confidence, style: Style(photo.style),
            strokes: Strokes(done: photo.strokeCount, undone: photo.undoneStrokeCount),
            rendering: photo.isRendering && !photo.isStopped,
            progress: photo.progress.map { Progress(frames: $0.frames, of: $0.of) }, stopped: photo.isStopped,
            editError: photo.editFailure, source: photo.origin.map { SourceJSON($0) },
            metadata: Metadata(photo.metadata), clip: photo.clip.map { Clip($0, found: facts?.found) })
    }
}

extension PhotoJSON.Metadata {
    fileprivate init?(_ metadata: StickerMetadata) {
        guard metadata != StickerMetadata() else { return nil }
        self.init(emoji: metadata.emoji?.joined(), title: metadata.title, text: metadata.text)
    }
}

extension PixelRect {
    /// As the API writes it.
    var numbers: [Int] { [x, y, width, height] }
}
