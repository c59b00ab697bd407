package import Imaging
package import StickerPacks
package import Stickers

/// What the studio keeps of a photo beside its pixels, so that a start shows at once what the last run left. The
/// library has it as ``StoredDetails``.
package struct PhotoDetails: Hashable, Sendable {
    /// How many points the strokes of one photo may have; each is a few bytes of JSON.
    package static let mostStrokePoints = 10_000
    /// How many strokes and choices one clip may have: each is carried to all of its frames.
    package static let mostClipMarks = 100

    package var style = StudioStyle()
    /// The brush strokes that count, in the order in which they were drawn.
    package var strokes: [MatteStroke] = []
    /// Strokes that were taken back, the last one first to come again.
    package var undoneStrokes: [MatteStroke] = []
    /// For boxes, splits, and what was painted while some subjects were chosen: those on the sticker before and after.
    package var boxedChoices: [MatteStroke: BoxedChoice] = [:]
    /// Of the result that the library has.
    package var sticker: StickerFacts?
    /// What that sticker was made for: when style or strokes are others, it is made again.
    var madeFor: RenderedFor?
    /// Why the photo became no sticker.
    package var failure: PhotoFailure?
    /// Where it is from, if it came from the web.
    package var origin: PhotoOrigin?
    /// Of a clip: the part that its sticker shows. `nil` for a photo.
    package var clip: ClipPart?
    /// What a person says of its sticker; packs take it.
    package var metadata = StickerMetadata()

    package init() {}

    /// Style and strokes that give no sticker, and why. The earlier sticker stays.
    var failedEdit: FailedEdit?

    /// Whether the sticker was made for another style or other strokes, and can be made anew.
    var isOutdated: Bool {
        sticker != nil && madeFor != RenderedFor(self) && failedEdit?.wanted != RenderedFor(self)
    }

    /// Why the sticker that is there is not what style and strokes say.
    var editFailure: PhotoFailure? { failedEdit?.wanted == RenderedFor(self) ? failedEdit?.failure : nil }
}

/// What a sticker was made for.
package struct RenderedFor: Hashable, Sendable {
    package let style: StudioStyle
    package let strokes: [MatteStroke]
    /// Of a clip.
    package let clip: ClipPart?
}

extension RenderedFor {
    init(_ details: PhotoDetails) {
        self.init(style: details.style, strokes: details.strokes, clip: details.clip)
    }
}

struct FailedEdit: Hashable, Sendable {
    let wanted: RenderedFor
    let failure: PhotoFailure
}

/// What is known of a photo's sticker and colours. It is in the library as it is here; its parts are in the API, too.
package struct StickerFacts: Hashable, Sendable, Codable {
    /// Where the words are, each as two numbers; see `Stickers.TextPlace`.
    package struct TextPlace: Hashable, Sendable, Codable {
        package let point: [Double]
        package let middle: [Double]
        package let size: [Double]
        package let subject: [Double]
    }

    package struct Color: Hashable, Sendable, Codable {
        package let hex: String
        package let share: Double
    }

    package struct Stop: Hashable, Sendable, Codable {
        package let hex: String
        package let position: Double
    }

    /// What moves of a sticker: one round of it.
    package struct Living: Hashable, Sendable, Codable {
        package let frames: Int
        package let milliseconds: Int
        /// What a clip that is cut short lacks, in one sentence; `nil` for a whole one.
        package var incomplete: String?
    }

    /// A part of a clip, in milliseconds since its first frame.
    package struct FoundPart: Hashable, Sendable, Codable {
        package let start: Int
        package let end: Int
    }

    /// In pixels.
    package let width: Int
    package let height: Int
    /// Of the whole, upright photo.
    package let photoWidth: Int
    package let photoHeight: Int
    /// In pixels of the photo.
    package let box: PixelRect
    /// Of the separate subjects, the largest first.
    package let instances: [PixelRect]
    package let colors: [Color]
    package let gradient: [Stop]
    package let textColor: String
    /// How sure the network is of the subject and of its edge, 0…1; `nil` when a person has drawn it, when the photo's
    /// own alpha says it, or when an earlier version made the sticker.
    package let confidence: Double?
    /// Its pixels, in a row, for one of the photo's; `nil` when an earlier version made the sticker.
    package let scale: Double?
    /// `true` where a word of its text had to be cut; else `nil`, which the library does not write.
    package let isTextCut: Bool?
    /// `nil` for no words, and when an earlier version made the sticker.
    package var text: TextPlace?
    /// `nil` for a still sticker.
    package var living: Living?
    /// Of a clip: the part that was searched for; `nil` for the beginning, and for a chosen one that is shown as it is.
    package var found: FoundPart?
}

extension StickerFacts {
    /// The same, as the subject's box tells where it was not kept: border and margin then count as subject.
    var pixelsForOneOfPhoto: Double {
        scale ?? min(Double(width) / Double(max(1, box.width)), Double(height) / Double(max(1, box.height)))
    }

    init(_ photo: ProcessedPhoto) {
        let sticker = photo.stickers[0]
        let scheme = photo.colorScheme
        self.init(
            width: sticker.bitmap.width, height: sticker.bitmap.height, photoWidth: photo.photoSize.width,
            photoHeight: photo.photoSize.height, box: sticker.box, instances: photo.instanceBoxes,
            colors: scheme.swatches.map { Color(hex: $0.color.hex, share: ($0.share * 10_000).rounded() / 10_000) },
            gradient: scheme.gradient.stops.map { Stop(hex: $0.color.hex, position: $0.position) },
            textColor: scheme.textColor.hex, confidence: photo.confidence,
            scale: sticker.scale, isTextCut: sticker.isTextCut ? true : nil,
            text: sticker.textPlace.map { TextPlace($0) })
    }
}

extension StickerFacts.TextPlace {
    init(_ place: TextPlace) {
        func numbers(_ point: Point) -> [Double] { [point.x, point.y].map { ($0 * 100_000).rounded() / 100_000 } }
        (point, middle) = (numbers(place.point), numbers(place.middle))
        (size, subject) = (numbers(place.size), numbers(place.subject))
    }
}

/// Why a photo became no sticker, or why something else was not done. In the library and in the API as it is here.
package struct PhotoFailure: Hashable, Sendable, Codable {
    /// For programs: the same from version to version.
    package let code: String
    /// One sentence for a person.
    package let message: String
}

extension PhotoFailure {
    init(_ error: StickerError) {
        self.init(code: error.code.word, message: error.description)
    }
}
