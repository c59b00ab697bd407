import FoundationEssentials
import Imaging
public import Stickers

/// What the studio keeps of a photo beside its pixels: as JSON in the library, so that a start shows at once what the
/// last run left.
public nonisolated struct PhotoDetails: Hashable, Sendable, Codable {
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

    /// - Returns: fresh details for a text that cannot be read: they are made again.
    init(json: String) {
        self = (try? JSONDecoder().decode(PhotoDetails.self, from: Data(json.utf8))) ?? PhotoDetails()
    }

    /// Style and strokes of which no sticker can be made, and why: the sticker that is there stays.
    var failedEdit: FailedEdit?

    /// Whether the sticker that is there was made for another style or other strokes, of which one may be made.
    var isOutdated: Bool {
        sticker != nil && madeFor != RenderedFor(self) && failedEdit?.wanted != RenderedFor(self)
    }

    /// Why the sticker that is there is not what style and strokes say.
    var editFailure: PhotoFailure? { failedEdit?.wanted == RenderedFor(self) ? failedEdit?.failure : nil }

    /// `nil` when a number in it is none: nothing is written then, rather than nothing at all.
    var json: String? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

/// What a sticker was made for.
nonisolated struct RenderedFor: Hashable, Sendable, Codable {
    let style: StudioStyle
    let strokes: [MatteStroke]

    init(_ details: PhotoDetails) {
        style = details.style
        strokes = details.strokes
    }
}

nonisolated struct FailedEdit: Hashable, Sendable, Codable {
    let wanted: RenderedFor
    let failure: PhotoFailure
}

/// What is known of a photo's sticker and colours.
public nonisolated struct StickerFacts: Hashable, Sendable, Codable {
    public struct Box: Hashable, Sendable, Codable {
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int

        init(_ rect: PixelRect) {
            (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height)
        }
    }

    public struct Color: Hashable, Sendable, Codable {
        public let hex: String
        public let share: Double
    }

    public struct Stop: Hashable, Sendable, Codable {
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

    init(_ photo: ProcessedPhoto) {
        let sticker = photo.stickers[0]
        width = sticker.bitmap.width
        height = sticker.bitmap.height
        photoWidth = photo.photoSize.width
        photoHeight = photo.photoSize.height
        box = Box(sticker.box)
        instances = photo.instanceBoxes.map(Box.init)
        let scheme = photo.colorScheme
        colors = scheme.swatches.map { Color(hex: $0.color.hex, share: ($0.share * 10_000).rounded() / 10_000) }
        gradient = scheme.gradient.stops.map { Stop(hex: $0.color.hex, position: $0.position) }
        textColor = scheme.textColor.hex
        confidence = photo.confidence
    }
}

/// Why a photo became no sticker, for programs and for people.
public nonisolated struct PhotoFailure: Hashable, Sendable, Codable {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: StickerError) {
        self.init(code: Self.word(for: error.code), message: error.description)
    }

    private static func word(for code: StickerError.Code) -> String {
        switch code {
        case .imaging(let code): "\(code)"
        case .noSubject: "noSubject"
        case .noSuchInstance: "noSuchInstance"
        case .model: "model"
        case .device: "device"
        case .inference: "inference"
        case .cancelled: "cancelled"
        default: "failed"
        }
    }
}
