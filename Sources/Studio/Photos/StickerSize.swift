import HTTPServing
import Stickers

/// How many pixels a sticker is given out with, on its longest side.
enum StickerSize: Worded, CaseIterable, Sendable {
    /// What messengers take.
    case small
    /// What the library has, unless that is enlarged.
    case large
    /// As many as the subject has in the photo.
    case photo

    var word: String {
        switch self {
        case .small: "512"
        case .large: "\(StickerMaker.side)"
        case .photo: "photo"
        }
    }

    /// What is rendered of the photo for it; `nil` where the library's own file is that sticker, as of one that moves.
    /// None has more pixels than the subject has in the photo: it is given out with as many then.
    func rendering(of made: StickerFacts) -> ProcessingOptions.Size? {
        guard made.living == nil else { return nil }
        let scale = made.pixelsForOneOfPhoto
        switch self {
        case .photo: return .original
        case .large: return scale > PhotoProcessor.unseenEnlargement ? .original : nil
        case .small:
            let side = 512
            let isEnlarged =
                Double(side) * scale > PhotoProcessor.unseenEnlargement * Double(max(made.width, made.height))
            return isEnlarged ? .original : .longestSide(side)
        }
    }
}

extension API {
    /// - Parameter word: as a request has it; `nil` for the library's sticker as it is.
    static func size(_ word: String?) throws -> StickerSize? {
        guard let word else { return nil }
        guard let size = StickerSize(word: word) else {
            let words = StickerSize.allCases.map(\.word)
            let all = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
            throw HTTPError.badRequest("size must be \(all)")
        }
        return size
    }
}
