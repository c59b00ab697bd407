package import Imaging
package import PhotoLibrary
package import Stickers

/// Turns a photo's bytes into its sticker's files, off the main actor. A protocol, so that tests of the model arrange
/// what happens when.
package protocol StickerMaking: Sendable {
    /// Reads the header of a photo or a clip.
    ///
    /// - Throws: `StickerError` with `.imaging` for what is neither, or cannot be read here.
    @concurrent
    func kind(of data: [UInt8]) async throws(StickerError) -> PhotoKind

    /// - Parameters:
    ///   - data: the photo's file.
    ///   - subject: what the network found at an earlier time (``MadeSticker/subjectName``); `nil` to look for it.
    ///   - isAwaited: whether a page is about to show it: its WebP is encoded at once.
    @concurrent
    func make(
        _ data: [UInt8], subject: [UInt8]?, style: StudioStyle, strokes: [MatteStroke], isAwaited: Bool
    ) async throws(StickerError) -> MadeSticker

    /// Makes a sticker that moves.
    ///
    /// - Parameters:
    ///   - data: the clip's file.
    ///   - wanted: its style, its strokes, and which part of it.
    ///   - progress: called after each frame that is cut.
    @concurrent
    func makeLiving(
        _ data: [UInt8], for wanted: RenderedFor, progress: @Sendable (ClipProgress) -> Void
    ) async throws(StickerError) -> MadeSticker

    /// Finds out whether a subject is where a person means one, on a frame of a clip.
    ///
    /// - Parameter strokes: those before.
    /// - Throws: `.noSubject` where none is, or none would be left.
    @concurrent
    func mark(_ mark: MatteStroke, on data: [UInt8], strokes: [MatteStroke]) async throws(StickerError)

    /// Finds out which subjects a person means.
    ///
    /// - Parameters:
    ///   - subject: as for ``make(_:subject:style:strokes:)``.
    ///   - chosen: the subjects on the sticker now; `nil` for all.
    @concurrent
    func choose(
        _ place: SubjectPlace, _ use: SubjectUse, in data: [UInt8], subject: [UInt8]?, strokes: [MatteStroke],
        chosen: [Int]?
    ) async throws(StickerError) -> SubjectChoice

    /// Finds out which numbers chosen subjects have after strokes came or went. What a new stroke has added is chosen,
    /// too.
    ///
    /// - Parameter subject: as for ``make(_:subject:style:strokes:)``.
    /// - Returns: none if nothing is left of them.
    @concurrent
    func renumbered(
        _ chosen: [Int], in data: [UInt8], subject: [UInt8]?, from before: [MatteStroke], to after: [MatteStroke]
    ) async throws(StickerError) -> [Int]

    /// Lets go of what is kept of photos that were removed, so that an edit costs less. Their work must have been
    /// cancelled.
    func forget(_ photos: Set<PhotoID>)
}

/// How far the work on a clip is.
package struct ClipProgress: Hashable, Sendable {
    /// Frames that are cut.
    package let frames: Int
    /// All frames.
    package let of: Int

    package init(frames: Int, of total: Int) {
        (self.frames, of) = (frames, total)
    }

    /// Pages are told of each.
    var step: Int { frames * 20 / max(1, of) }
}

/// What a file is.
package enum PhotoKind: Hashable, Sendable {
    case photo
    /// Its sticker moves.
    case clip
}

/// A sticker's files and what is known of it.
package struct MadeSticker: Sendable {
    package static let thumbnailName = "thumbnail.webp"
    /// Of a sticker that moves: small, and moving.
    package static let movingThumbnailName = "moving.webp"
    /// Of a sticker that moves: the subject of its first picture, of which looks are drawn.
    package static let firstSubjectName = "subject.webp"
    /// Of a sticker that moves and has words: these alone, and its first picture without them.
    package static let wordsName = "words.webp"
    package static let wordlessName = "wordless.webp"
    /// What the network found, without strokes: whatever is changed, it need not run again.
    package static let subjectName = "subject.bin"

    /// Of the sticker's file in a format: `sticker.png`, which each has. Of a sticker that moves it is the first
    /// picture, and `sticker.webp` moves. Of others that no page waited for, ``StickerSizes/webP(of:)`` encodes the
    /// WebP for whom asks.
    package static func name(in format: OutputFormat) -> String { "sticker.\(format.pathExtension)" }

    /// By the names above.
    package var files: [String: [UInt8]]
    package var facts: StickerFacts
    package var timings = StageTimings()
}
