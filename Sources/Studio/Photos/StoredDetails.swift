import Clips
import Files
import FoundationEssentials
import StickerPacks
import Stickers

/// What the library keeps of a photo beside its pixels: the layout of its JSON on the disk, and nothing else.
///
/// Programs before this layout had a number wrote version 1 without one.
struct StoredDetails: Codable, Hashable {
    static let version = 1

    /// Its members are those of `LookSetting`, and `instances`, `text` and `arrangement`, each missing for none.
    struct Style: Codable, Hashable {
        let style: StudioStyle

        init(_ style: StudioStyle) { self.style = style }

        init(from decoder: any Decoder) throws { style = try StudioStyle(keptIn: decoder) }

        func encode(to encoder: any Encoder) throws { try style.encode(to: encoder, isKept: true) }
    }

    struct Stroke: Codable, Hashable {
        struct Point: Codable, Hashable {
            var x: Double
            var y: Double
        }

        /// `keep`, `remove`, `box` or `split`; of a clip `keep`, `remove`, `only`, `with` or `without`.
        var mode: String
        var radius: Double
        var points: [Point]
        /// `brush`, `smart` or `object`; missing for `object`: all strokes were so before there were tools. A box or a
        /// split has none.
        var tool: String?
        /// Missing for `MatteStroke.usualHardness`.
        var hardness: Double?
        /// Of a clip: the time of its frame, in milliseconds.
        var time: Int?
        /// The subjects on the sticker before and after it: of a box, of a split, and of a brush if some were chosen.
        var chosenBefore: [Int]?
        var chosenAfter: [Int]?
    }

    /// Of a clip: in milliseconds since its first frame.
    struct Clip: Codable, Hashable {
        var start: Int
        /// Missing for as much as a sticker may last.
        var end: Int?
        /// `best`, `fade`, `bounce` or `none`.
        var loop: String
    }

    struct Made: Codable, Hashable {
        var style: Style
        var strokes: [Stroke]
        /// Missing for a photo.
        var clip: Clip?
    }

    struct FailedEdit: Codable, Hashable {
        var wanted: Made
        var failure: PhotoFailure
    }

    var version: Int?
    var style: Style
    var strokes: [Stroke]
    var undoneStrokes: [Stroke]
    var sticker: StickerFacts?
    var madeFor: Made?
    var failure: PhotoFailure?
    var origin: PhotoOrigin?
    var failedEdit: FailedEdit?
    var metadata: StickerMetadata?
    /// Missing for a photo.
    var clip: Clip?
}

// MARK: Reading

extension PhotoDetails {
    /// - Returns: fresh details for a text that cannot be read, or of a later version: they are made again.
    init(json: String) {
        let stored = try? CheckedJSON.decode(StoredDetails.self, from: json.utf8)
        self = stored.flatMap { PhotoDetails($0) } ?? PhotoDetails()
    }

    private init?(_ stored: StoredDetails) {
        guard stored.version ?? 1 <= StoredDetails.version, let strokes = stored.strokes.strokes,
            let undoneStrokes = stored.undoneStrokes.strokes
        else { return nil }
        style = stored.style.style
        self.strokes = strokes
        self.undoneStrokes = undoneStrokes
        sticker = stored.sticker
        if sticker?.text?.isPlace == false { sticker?.text = nil }
        madeFor = stored.madeFor.flatMap { RenderedFor($0) }
        failure = stored.failure
        origin = stored.origin
        metadata = stored.metadata ?? StickerMetadata()
        clip = stored.clip.map { ClipPart($0) }
        for (stroke, kept) in zip(strokes + undoneStrokes, stored.strokes + stored.undoneStrokes)
        where !stroke.mode.paints || kept.chosenBefore != nil {
            boxedChoices[stroke] = BoxedChoice(before: kept.chosenBefore, after: kept.chosenAfter)
        }
        failedEdit = stored.failedEdit.flatMap { stored in
            RenderedFor(stored.wanted).map { FailedEdit(wanted: $0, failure: stored.failure) }
        }
    }
}

extension [StoredDetails.Stroke] {
    /// `nil` when one has a mode or a tool that is not known here.
    fileprivate var strokes: [MatteStroke]? {
        let strokes = compactMap(\.stroke)
        return strokes.count == count ? strokes : nil
    }
}

extension StoredDetails.Stroke {
    fileprivate var stroke: MatteStroke? {
        guard let mode = MatteStroke.Mode(word: mode),
            let tool = !mode.paints ? .brush : tool.map(MatteStroke.Tool.init(word:)) ?? .object
        else { return nil }
        return MatteStroke(
            mode: mode, radius: radius, points: points.map { .init(x: $0.x, y: $0.y) }, tool: tool,
            hardness: hardness ?? MatteStroke.usualHardness, time: time)
    }
}

extension RenderedFor {
    fileprivate init?(_ stored: StoredDetails.Made) {
        guard let strokes = stored.strokes.strokes else { return nil }
        self.init(style: stored.style.style, strokes: strokes, clip: stored.clip.map { ClipPart($0) })
    }
}

extension ClipPart {
    fileprivate init(_ stored: StoredDetails.Clip) {
        (start, end) = (max(0, stored.start), stored.end)
        loop = LivingOptions.Loop(word: stored.loop) ?? .best
    }
}

extension StickerFacts.TextPlace {
    fileprivate var isPlace: Bool { [point, middle, size, subject].allSatisfy { $0.count == 2 } }
}

// MARK: Writing

extension PhotoDetails {
    /// `nil` if a number is NaN or infinite, which JSON cannot represent.
    var json: String? {
        let stored = StoredDetails(
            version: StoredDetails.version, style: .init(style),
            strokes: strokes.map { .init($0, boxedChoices[$0]) },
            undoneStrokes: undoneStrokes.map { .init($0, boxedChoices[$0]) }, sticker: sticker,
            madeFor: madeFor.map { .init($0) }, failure: failure, origin: origin,
            failedEdit: failedEdit.map { .init(wanted: .init($0.wanted), failure: $0.failure) },
            metadata: metadata == StickerMetadata() ? nil : metadata, clip: clip.map { .init($0) })
        guard let data = try? JSONEncoder().encode(stored) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

extension StoredDetails.Stroke {
    fileprivate init(_ stroke: MatteStroke, _ choice: BoxedChoice? = nil) {
        self.init(
            mode: stroke.mode.word, radius: stroke.radius, points: stroke.points.map { Point(x: $0.x, y: $0.y) },
            tool: !stroke.mode.paints || stroke.tool == .object ? nil : stroke.tool.word,
            hardness: stroke.hardness == MatteStroke.usualHardness ? nil : stroke.hardness,
            time: stroke.time, chosenBefore: choice?.before, chosenAfter: choice?.after)
    }
}

extension StoredDetails.Made {
    fileprivate init(_ made: RenderedFor) {
        self.init(
            style: .init(made.style), strokes: made.strokes.map { .init($0) }, clip: made.clip.map { .init($0) })
    }
}

extension StoredDetails.Clip {
    fileprivate init(_ part: ClipPart) {
        self.init(start: part.start, end: part.end, loop: part.loop.word)
    }
}
