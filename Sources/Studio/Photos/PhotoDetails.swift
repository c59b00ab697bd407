import Imaging
public import Stickers

/// What the studio keeps of a photo beside its pixels, so that a start shows at once what the last run left. The library
/// has it as ``StoredDetails``.
public nonisolated struct PhotoDetails: Hashable, Sendable {
    /// How many points the strokes of one photo may have; each is a few bytes of JSON.
    public static let mostStrokePoints = 10_000

    public var style = StudioStyle()
    /// The brush strokes that count, in the order in which they were drawn.
    public var strokes: [MatteStroke] = []
    /// Strokes that were taken back, the last one first to come again.
    public var undoneStrokes: [MatteStroke] = []
    /// Of the result that the library has.
    public var sticker: StickerFacts?
    /// What that sticker was made for: when style or strokes are others, it is made again.
    var madeFor: RenderedFor?
    /// Why the photo became no sticker.
    public var failure: PhotoFailure?
    /// Where it is from, if it came from the web.
    public var origin: PhotoOrigin?

    public init() {}

    /// Style and strokes of which no sticker can be made, and why: the sticker that is there stays.
    var failedEdit: FailedEdit?

    /// Whether the sticker that is there was made for another style or other strokes, of which one may be made.
    var isOutdated: Bool {
        sticker != nil && madeFor != RenderedFor(self) && failedEdit?.wanted != RenderedFor(self)
    }

    /// Why the sticker that is there is not what style and strokes say.
    var editFailure: PhotoFailure? { failedEdit?.wanted == RenderedFor(self) ? failedEdit?.failure : nil }
}

/// What a sticker was made for.
nonisolated struct RenderedFor: Hashable, Sendable {
    let style: StudioStyle
    let strokes: [MatteStroke]

    init(style: StudioStyle, strokes: [MatteStroke]) {
        self.style = style
        self.strokes = strokes
    }

    init(_ details: PhotoDetails) {
        self.init(style: details.style, strokes: details.strokes)
    }
}

nonisolated struct FailedEdit: Hashable, Sendable {
    let wanted: RenderedFor
    let failure: PhotoFailure
}

/// What is known of a photo's sticker and colours.
public nonisolated struct StickerFacts: Hashable, Sendable {
    public struct Box: Hashable, Sendable {
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int

        init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        init(_ rect: PixelRect) {
            self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        }
    }

    public struct Color: Hashable, Sendable {
        public let hex: String
        public let share: Double
    }

    public struct Stop: Hashable, Sendable {
        public let hex: String
        public let position: Double
    }

    /// In pixels.
    public let width: Int
    public let height: Int
    /// Of the whole, upright photo.
    public let photoWidth: Int
    public let photoHeight: Int
    /// In pixels of the photo.
    public let box: Box
    /// Of the separate subjects, the largest first.
    public let instances: [Box]
    public let colors: [Color]
    public let gradient: [Stop]
    public let textColor: String
    /// How sure the network is of the subject and of its edge, 0…1; `nil` when somebody said where it is, when the
    /// photo's own alpha does, or when an earlier version made the sticker.
    public let confidence: Double?
}

nonisolated extension StickerFacts {
    init(_ photo: ProcessedPhoto) {
        let sticker = photo.stickers[0]
        let scheme = photo.colorScheme
        self.init(
            width: sticker.bitmap.width, height: sticker.bitmap.height, photoWidth: photo.photoSize.width,
            photoHeight: photo.photoSize.height, box: Box(sticker.box),
            instances: photo.instanceBoxes.map { Box($0) },
            colors: scheme.swatches.map { Color(hex: $0.color.hex, share: ($0.share * 10_000).rounded() / 10_000) },
            gradient: scheme.gradient.stops.map { Stop(hex: $0.color.hex, position: $0.position) },
            textColor: scheme.textColor.hex, confidence: photo.confidence)
    }
}

/// Why a photo became no sticker, for programs and for people.
public nonisolated struct PhotoFailure: Hashable, Sendable {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: StickerError) {
        self.init(code: error.code.word, message: error.description)
    }
}
