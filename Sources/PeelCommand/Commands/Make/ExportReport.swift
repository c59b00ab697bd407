import Peel

extension PackExport.Outcome {
    /// What a person is told.
    ///
    /// - Parameter isTalking: whether what went well is told, too.
    func lines(isTalking: Bool) -> [String] {
        // A platform may take a sticker in several sizes.
        let count = Set(report.pictures.map(\.source)).count
        let stickers = count == 1 ? "1 sticker" : "\(count) stickers"
        let packs = packCount == 1 ? "" : " in \(packCount) packs"
        var lines: [String] = []
        if isWritten, isTalking {
            lines.append("for \(target.displayName): \(stickers)\(packs), \(fidelity); \(folder)")
        }
        if isWritten, isTalking, !leftOut.isEmpty {
            let names = leftOut.prefix(5).joined(separator: ", ")
            let more = leftOut.count > 5 ? " and \(leftOut.count - 5) more" : ""
            lines.append("  left out, for the best \(stickerCount): \(terminalText(names))\(more)")
        }
        if isTalking, !ofOtherKind.isEmpty {
            let why =
                target.rules.livingPacks == .apart
                ? "too few animated (or still) stickers for a separate pack" : "packs of animated stickers are not made"
            let names = ofOtherKind.prefix(5).joined(separator: ", ")
            let more = ofOtherKind.count > 5 ? " and \(ofOtherKind.count - 5) more" : ""
            lines.append("  left out, \(why): \(terminalText(names))\(more)")
        }
        if isWritten, isTalking, shortenedEmojiCount > 0, let most = target.rules.emojiCount?.upperBound {
            let whose = shortenedEmojiCount == 1 ? "1 sticker has" : "\(shortenedEmojiCount) stickers have"
            let kept = most == 1 ? "the first one counts" : "the first \(most) count"
            lines.append("  \(whose) more emoji than \(target.displayName) takes: only \(kept)")
        }
        if !isWritten {
            let rules = report.check.broken.count == 1 ? "a rule" : "\(report.check.broken.count) rules"
            lines.append(
                "peel: no pack for \(target.displayName): it breaks \(rules); use --force to write it anyway")
        }
        for rule in report.check.broken {
            let places = rule.failureCount == 1 ? "" : ", and \(rule.failureCount - 1) more"
            let at = rule.failures[0].at.map { " (\($0)\(places))" } ?? places
            lines.append(
                "  \(rule.about): \(terminalText(rule.failures[0].value + at)), allowed \(rule.limit): \(rule.remedy)")
        }
        return lines
    }

    /// `lossless`, or the least and the best of several: `quality 71 to 88`.
    private var fidelity: String {
        let words = Set(report.pictures.map(\.fidelity))
        guard words.count > 1 else { return words.first ?? "" }
        let qualities = words.compactMap { $0.hasPrefix("quality ") ? Int($0.dropFirst("quality ".count)) : nil }
        let colors = words.compactMap { $0.hasSuffix(" colours") ? Int($0.dropLast(" colours".count)) : nil }
        var parts: [String] = []
        if let least = qualities.min(), let most = qualities.max() {
            parts.append(least == most ? "quality \(least)" : "quality \(least) to \(most)")
        }
        if let least = colors.min(), let most = colors.max() {
            parts.append(least == most ? "\(least) colours" : "\(least) to \(most) colours")
        }
        if words.contains("lossless") { parts.append("some lossless") }
        return parts.joined(separator: ", ")
    }
}

/// The line that `--json` prints for a platform with `--for`.
func json(_ outcome: PackExport.Outcome) -> JSONText {
    let pictures = outcome.report.pictures.map { picture in
        JSONText.object([
            "file": .string(picture.file), "sticker": .string(picture.source), "bytes": .int(picture.byteCount),
            "fidelity": .string(picture.fidelity),
        ])
    }
    return .members(
        [
            ("folder", .string(outcome.folder.escapedText)), ("written", .bool(outcome.isWritten)),
            ("packs", .int(outcome.packCount)),
            ("leftOutStickers", .array(outcome.leftOut.map { .string($0) })),
            ("ofOtherKind", .array(outcome.ofOtherKind.map { .string($0) })),
            ("shortenedEmoji", .int(outcome.shortenedEmojiCount)),
            ("pictures", .array(pictures)),
        ] + members(outcome.report.check))
}
