import Peel

/// The line that `--json` prints for a photo.
func json(_ report: PhotoReport) -> JSONText {
    let confidence = ("confidence", report.confidence.map { JSONText.number($0, digits: 3) } ?? .null)
    let timings = report.timings.map { ($0.stage, JSONText.number($0.duration.milliseconds, digits: 2)) }
    let outcome: [(String, JSONText)] =
        switch report.outcome {
        case .made(let files, let scheme):
            [("status", "made"), confidence, ("stickers", .array(files.map(json))), ("colors", json(scheme))]
        case .kept(let files): [("status", "kept"), confidence, ("stickers", .array(files.map(json)))]
        case .leftOut: [("status", "leftOut"), confidence]
        case .failed(let reason): [("status", "failed"), ("reason", .string(reason))]
        }
    let loss = report.loss.map { [("incomplete", JSONText.string($0))] } ?? []
    return .members(
        [("photo", .string(report.name.escapedText)), ("source", .string(report.source.escapedText))] + outcome
            + loss + [("milliseconds", .members(timings))])
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
        "box": json(file.box), "instance": file.instance.map { .int($0) } ?? .null,
        "textCut": .bool(file.isTextCut),
    ])
}

func json(_ box: PixelRect) -> JSONText {
    .object(["x": .int(box.x), "y": .int(box.y), "width": .int(box.width), "height": .int(box.height)])
}

func json(_ scheme: PhotoColorScheme) -> JSONText {
    .array(scheme.swatches.map { .object(["hex": .string($0.color.hex), "share": .number($0.share, digits: 4)]) })
}

/// The line that `--json` prints for the pack.
func json(_ tally: MakeTally, _ pack: FinishedPack, device: String) -> JSONText {
    .object([
        "status": tally.isInterrupted ? "stopped" : "finished", "pack": .string(pack.folder.escapedText),
        "device": .string(device), "made": .int(tally.made), "kept": .int(tally.kept), "failed": .int(tally.failed),
        "stickerCount": .int(pack.stickerCount),
        "seconds": .number(tally.elapsed / .seconds(1), digits: 3),
        "photosPerSecond": tally.rate.map { .number($0, digits: 2) } ?? .null,
        "contactSheets": .array(pack.contactSheets.map { .string($0.escapedText) }),
        "archive": pack.archive.map { .string($0.escapedText) } ?? .null, "leftOut": .int(tally.leftOut),
        "enlarged": .int(tally.enlarged), "cutTexts": .int(tally.cutTexts),
    ])
}

extension JSONRecord {
    static let madePhoto = JSONRecord(
        "For each photo",
        [
            "photo": "its path; for a picture from the web, its day or address",
            "source": "its path from the given folder on; null if it could not be read",
            "status": "made, kept (by --resume), leftOut (by --min-confidence), failed, or found (--dry-run)",
            "confidence":
                "confidence of the network in subject and edge, 0 to 1; null if no network ran, missing if failed",
            "reason": "why it failed; present only then",
            "stickers[].file": "path in the pack; like all fields of stickers, present only if made or kept",
            "stickers[].width": "pixels",
            "stickers[].height": "pixels",
            "stickers[].box.x": "where the subject is in the upright photo, in its pixels",
            "stickers[].box.y": "from the top",
            "stickers[].box.width": "pixels",
            "stickers[].box.height": "pixels",
            "stickers[].instance": "which subject, from 1, the largest first; null for all together",
            "stickers[].textCut": "true if a word does not fit and was cut off; always false for kept stickers",
        ], .colors("; only if made"),
        [
            "incomplete": "what is missing in an incomplete clip; present only then",
            "milliseconds.STEP": "how long each step took: read, decode, segment, cut, colors, encode, write",
        ])

    static let madePack = JSONRecord(
        "At the end",
        [
            "status": "finished, or stopped (by Ctrl-C)",
            "pack": "the pack's folder",
            "device": "what the network ran on",
            "made": "number of photos",
            "kept": "number of photos",
            "leftOut": "number of photos",
            "enlarged": "number of new stickers that are over a tenth larger than in the photo",
            "cutTexts": "number of new stickers with a word that was cut off",
            "failed": "number of photos, including files and folders that could not be read",
            "stickerCount": "number of files",
            "seconds": "without loading the network",
            "photosPerSecond": "of new photos; null if there are none",
            "contactSheets[]": "path of each page",
            "archive": "path of the ZIP; null without --zip",
        ])

    static let exportedPack = JSONRecord(
        "With --for, for each platform",
        [
            "folder": "where the pack is, or would be",
            "written": "whether it was written; false if it breaks a rule, unless --force is given",
            "packs": "number of packs",
            "leftOutStickers[]": "sticker that --count best left out, as a path from the pack's folder on",
            "ofOtherKind[]": "animated (or still) sticker that cannot be in a pack with the others",
            "shortenedEmoji": "number of stickers that have more emoji than the platform takes",
            "pictures[].file": "its path from the platform's folder on",
            "pictures[].sticker": "the sticker it is made of, as a path from the pack's folder on",
            "pictures[].bytes": "of the file",
            "pictures[].fidelity": "lossless, quality N or N colours",
        ], .rules)
}
