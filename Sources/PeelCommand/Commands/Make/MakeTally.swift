import Peel

/// How a run of `peel make` went.
struct MakeTally: Equatable {
    var made = 0
    var kept = 0
    var failed = 0
    var leftOut = 0
    /// Those that were made, and those that were there.
    var stickers = 0
    var newStickers = 0
    /// Stickers with visibly more pixels than their subjects have in the photos.
    var enlarged = 0
    /// Pixels of the most enlarged sticker, in a row, for one of the photo's.
    var largestScale = 1.0
    /// Stickers with a word that is cut.
    var cutTexts = 0
    var elapsed: Duration = .zero
    var isInterrupted = false

    var total: Int { made + kept + failed + leftOut }

    mutating func count(_ report: PhotoReport) {
        switch report.outcome {
        case .made(let files, _):
            made += 1
            stickers += files.count
            newStickers += files.count
            cutTexts += files.count(where: \.isTextCut)
            for scale in files.compactMap(\.scale) where scale > PhotoProcessor.unseenEnlargement {
                enlarged += 1
                largestScale = max(largestScale, scale)
            }
        case .kept(let files):
            kept += 1
            stickers += files.count
        case .leftOut: leftOut += 1
        case .failed: failed += 1
        }
    }

    /// Photos a second, of those that were worked on.
    var rate: Double? {
        let seconds = elapsed / .seconds(1)
        return made > 0 && seconds > 0 ? Double(made) / seconds : nil
    }

    /// `nil` when nothing was enlarged.
    var enlargementNote: String? {
        guard enlarged > 0 else { return nil }
        let factor = decimal(largestScale, digits: 1)
        return enlarged == 1
            ? "1 sticker is enlarged \(factor) times; --size original keeps the photo's pixels"
            : "\(enlarged) stickers are enlarged, up to \(factor) times; --size original keeps the photos' pixels"
    }

    /// `nil` when no word is cut.
    var cutTextNote: String? {
        guard cutTexts > 0 else { return nil }
        let stickers = cutTexts == 1 ? "1 sticker has" : "\(cutTexts) stickers have"
        return "\(stickers) a word that does not fit and was cut off: shorten it, or write it in several lines"
    }

    var sentence: String {
        let kind = kept > 0 ? "new sticker" : "sticker"
        var parts = ["\(newStickers) \(kind)\(newStickers == 1 ? "" : "s")"]
        if kept > 0 { parts.append("\(kept == 1 ? "1 photo" : "\(kept) photos") kept from before") }
        if leftOut > 0 { parts.append("\(leftOut == 1 ? "1 photo" : "\(leftOut) photos") left out as doubtful") }
        if failed > 0 { parts.append("\(failed) failed") }
        let seconds = elapsed / .seconds(1)
        var sentence = parts.joined(separator: ", ")
        sentence += " in \(seconds < 60 ? "\(decimal(seconds, digits: 1)) s" : elapsed.spoken)"
        if let rate, made > 1 { sentence += " (\(decimal(rate, digits: 1)) photos a second)" }
        return sentence + (isInterrupted ? "; stopped early" : "")
    }
}
