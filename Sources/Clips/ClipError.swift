public import Stickers

/// Why a clip is not cut any further. It does not name the clip; the caller does.
public enum ClipError: Error, CustomStringConvertible {
    /// The source of the frames failed.
    case source(any Error)
    /// A frame could not be cut.
    case cutting(StickerError)
    /// A frame is larger or smaller than the first.
    case sizeChanged(String)
    /// There is no subject, or too little of it.
    case nothingToShow(String)

    /// A sentence for a person.
    public var description: String {
        switch self {
        case .source(let error): "\(error)"
        case .cutting(let error): error.description
        case .sizeChanged(let words), .nothingToShow(let words): words
        }
    }
}
