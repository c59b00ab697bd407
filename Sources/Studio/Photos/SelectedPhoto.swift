package import PhotoLibrary
package import StickerPacks

/// A photo of the selection and how far it is. Its pixels, and those of its sticker, are in the library.
package struct SelectedPhoto: Hashable, Sendable, Identifiable {
    package enum State: Hashable, Sendable {
        /// Its sticker was not asked for yet.
        case waiting
        /// Its bytes are being read.
        case loading
        /// Its subject is being lifted out and its colours are being read.
        case processing
        /// Its sticker is there.
        case done(StickerFacts)
        /// It became no sticker.
        case invalid(PhotoFailure)

        /// In answers: the same from version to version.
        package var word: String {
            switch self {
            case .waiting: "waiting"
            case .loading: "loading"
            case .processing: "processing"
            case .done: "done"
            case .invalid: "invalid"
            }
        }

        var status: StickerQueue<PhotoID>.Status {
            switch self {
            case .waiting, .loading, .processing: .open
            case .done: .done
            case .invalid: .invalid
            }
        }
    }

    package let id: PhotoID
    package let name: String
    /// Where it is from, if it came from the web.
    package internal(set) var origin: PhotoOrigin?
    package internal(set) var state: State
    /// Grows when the sticker's pixels change.
    package internal(set) var revision: Int
    package internal(set) var style: StudioStyle
    package internal(set) var strokeCount: Int
    package internal(set) var undoneStrokeCount: Int
    /// Whether another sticker is on its way in place of the one that is there.
    package internal(set) var isRendering = false
    /// How far the work on a clip is, once its frames are counted.
    package internal(set) var progress: ClipProgress?
    /// Whether a person has stopped the work on it. It begins again when a request names it, or with an edit.
    package internal(set) var isStopped = false
    /// Why no sticker can be made of the style and the strokes that it has now; the one before them stays.
    package internal(set) var editFailure: PhotoFailure?
    /// What a person says of its sticker.
    package internal(set) var metadata: StickerMetadata
    /// Of a clip: the part that its sticker shows. `nil` for a photo.
    package internal(set) var clip: ClipPart?

    init(_ photo: LibraryPhoto, _ details: PhotoDetails) {
        id = photo.id
        name = photo.name
        origin = details.origin
        revision = photo.revision
        style = details.style
        strokeCount = details.strokes.count
        undoneStrokeCount = details.undoneStrokes.count
        isRendering = details.isOutdated && photo.hasResult
        editFailure = details.editFailure
        metadata = details.metadata
        clip = details.clip
        state =
            if let sticker = details.sticker, photo.hasResult {
                .done(sticker)
            } else if let failure = details.failure {
                .invalid(failure)
            } else {
                .waiting
            }
    }

    /// Takes over what was edited.
    mutating func noteEdits(_ details: PhotoDetails) {
        style = details.style
        clip = details.clip
        strokeCount = details.strokes.count
        undoneStrokeCount = details.undoneStrokes.count
        isRendering = details.isOutdated
        editFailure = details.editFailure
    }

    var isFinished: Bool { state.status != .open }
}
