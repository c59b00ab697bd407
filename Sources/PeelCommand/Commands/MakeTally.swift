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
        return "\(stickers) a word that is too wide and is cut: shorten it, or write it in several lines"
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

/// The line that `--json` prints for a photo.
func json(_ report: PhotoReport) -> JSONText {
    let photo = JSONText.string(report.name.escapedText)
    let source = JSONText.string(report.source.escapedText)
    let timings = JSONText.members(report.timings.map { ($0.stage, .number($0.duration.milliseconds, digits: 2)) })
    let confidence = report.confidence.map { JSONText.number($0, digits: 3) } ?? .null
    return switch report.outcome {
    case .made(let files, let scheme):
        .object([
            "photo": photo, "source": source, "status": "made", "confidence": confidence,
            "stickers": .array(files.map(json)),
            "colors": json(scheme), "milliseconds": timings,
        ])
    case .kept(let files):
        .object([
            "photo": photo, "source": source, "status": "kept", "confidence": confidence,
            "stickers": .array(files.map(json)),
            "milliseconds": timings,
        ])
    case .leftOut:
        .object([
            "photo": photo, "source": source, "status": "leftOut", "confidence": confidence, "milliseconds": timings,
        ])
    case .failed(let reason):
        .object([
            "photo": photo, "source": source, "status": "failed", "reason": .string(reason), "milliseconds": timings,
        ])
    }
}

/// The line that `--json` prints for what could not even be looked at.
func json(_ problem: SearchProblem) -> JSONText {
    .object([
        "photo": .string(problem.path.escapedText), "source": .null, "status": "failed",
        "reason": .string(problem.failure), "milliseconds": .members([]),
    ])
}

/// The line that `--json` prints for a photo with `--dry-run`.
func json(_ photo: FoundPhoto) -> JSONText {
    .object([
        "photo": .string(photo.path.escapedText), "source": .string(photo.source.escapedText), "status": "found",
    ])
}

private func json(_ file: PhotoReport.StickerFile) -> JSONText {
    .object([
        "file": .string(file.file), "width": .int(file.size.width), "height": .int(file.size.height),
        "box": .object([
            "x": .int(file.box.x), "y": .int(file.box.y), "width": .int(file.box.width),
            "height": .int(file.box.height),
        ]),
        "instance": file.instance.map { .int($0) } ?? .null,
    ])
}

func json(_ scheme: PhotoColorScheme) -> JSONText {
    .array(
        scheme.swatches.map { .object(["hex": .string($0.color.hex), "share": .number($0.share, digits: 4)]) })
}

/// The line that `--json` prints for the pack.
func json(_ tally: MakeTally, _ pack: FinishedPack, device: String) -> JSONText {
    .object([
        "status": tally.isInterrupted ? "stopped" : "finished", "pack": .string(pack.folder.escapedText),
        "device": .string(device), "made": .int(tally.made), "kept": .int(tally.kept), "failed": .int(tally.failed),
        "stickerCount": .int(tally.stickers),
        "seconds": .number(tally.elapsed / .seconds(1), digits: 3),
        "photosPerSecond": tally.rate.map { .number($0, digits: 2) } ?? .null,
        "contactSheets": .array(pack.contactSheets.map { .string($0.escapedText) }),
        "archive": pack.archive.map { .string($0.escapedText) } ?? .null, "leftOut": .int(tally.leftOut),
        "enlarged": .int(tally.enlarged),
    ])
}
