import Peel

/// The rows of ``optionTable`` for words on stickers.
nonisolated let textOptions: [OptionSpec] = [
    OptionSpec(
        .text, nil, .text("WORDS", suggestions: []), "words on the sticker, up to 80 characters; \\n begins a line",
        in: .look, of: [.make, .worker, .cut]),
    OptionSpec(
        .textAt, nil, .text("PLACE", suggestions: ["top", "middle", "bottom"]),
        "top, middle, bottom or X,Y in percent of the subject's box", default: "bottom", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .textSize, nil,
        .number("PERCENT", 100 * StickerText.sizes.lowerBound...100 * StickerText.sizes.upperBound),
        "height of its letters in percent of the subject's long side", default: "14", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .textColor, nil, .color(), "colour of its letters", default: "black or white, as the photo's colours need",
        in: .look, of: [.make, .worker, .cut]),
    OptionSpec(
        .textFont, nil,
        .text("FAMILY", suggestions: StickerText.Font.generic.map(\.name) + StickerText.Font.forStickers),
        "sans, serif, mono or the name of an installed font", default: "sans", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .font, nil, .text("FAMILY", suggestions: StickerText.Font.generic.map(\.name) + StickerText.Font.forStickers),
        "the same as --text-font", in: .look, of: [.make, .worker, .cut]),
    OptionSpec(
        .textTurn, nil, .number("DEGREES", StickerText.Lettering.turns), "turn it clockwise", default: "0", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .textBend, nil, .number("DEGREES", StickerText.Lettering.bends),
        "bend it along so much of a circle; below 0 it sinks in the middle", default: "0", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .textOutline, nil, .color(), "colour around its letters, or around its bubble",
        default: "one that can be told from the letters", in: .look, of: [.make, .worker, .cut]),
    OptionSpec(
        .textShadow, nil, .color(), "colour of a shadow to its lower right", default: "none", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .textBubble, nil, .color(), "colour of a speech bubble around it", default: "none", in: .look,
        of: [.make, .worker, .cut]),
    OptionSpec(
        .textTail, nil, .text("PLACE", suggestions: ["subject", "none"]),
        "subject, none or X,Y in percent of the subject's box: where the bubble points", default: "subject",
        in: .look, of: [.make, .worker, .cut]),
]

extension StickerText {
    /// `nil` without `--text`.
    nonisolated init?(_ values: OptionValues, command: Command) throws(UsageError) {
        try values.requireAtMostOne(of: [.textFont, .font], because: "they say the same", command: command)
        guard let words = values.word(.text) else {
            let others: [OptionName] = [
                .textAt, .textSize, .textColor, .textFont, .font, .textTurn, .textBend, .textOutline, .textShadow,
                .textBubble, .textTail,
            ]
            guard let name = others.first(where: values.has) else { return nil }
            throw UsageError("--\(name.rawValue) is for a text, and there is none: add --text WORDS", command: command)
        }
        let place: Place? = if let word = values.word(.textAt) { Place(word: word) } else { .bottom }
        guard let place else { throw UsageError("--text-at takes \(Place.rule)", command: command) }
        let font = try Self.font(values, command: command)
        let lettering = try Lettering(values, command: command)
        do throws(StickerError) {
            // A shell's quotes keep a backslash; a line feed in them is typed by few.
            try self.init(
                Self.unescaped(words), place: place,
                size: values.number(.textSize).map { $0 / 100 } ?? Self.standardSize,
                color: values.color(.textColor), font: font, lettering: lettering)
        } catch {
            throw UsageError("--text: \(error)", command: command)
        }
    }

    private nonisolated static func font(_ values: OptionValues, command: Command) throws(UsageError) -> Font {
        let option: OptionName = values.has(.font) ? .font : .textFont
        guard let name = values.word(option) else { return .sans }
        do throws(StickerError) {
            return try Font(name).found()
        } catch {
            throw UsageError("--\(option.rawValue): \(error)", command: command)
        }
    }

    private nonisolated static func unescaped(_ words: String) -> String {
        words.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
    }
}

extension StickerText.Lettering {
    fileprivate nonisolated init(_ values: OptionValues, command: Command) throws(UsageError) {
        self.init(
            turn: values.number(.textTurn) ?? 0, bend: values.number(.textBend) ?? 0,
            outline: values.color(.textOutline), shadow: values.color(.textShadow),
            bubble: try StickerText.Bubble(values, command: command))
    }
}

extension StickerText.Bubble {
    /// `nil` without `--text-bubble`.
    fileprivate nonisolated init?(_ values: OptionValues, command: Command) throws(UsageError) {
        guard let color = values.color(.textBubble) else {
            if !values.has(.textTail) { return nil }
            throw UsageError(
                "--text-tail is for a bubble, and there is none: add --text-bubble white", command: command)
        }
        let tail: StickerText.Tail? =
            if let word = values.word(.textTail) { StickerText.Tail(word: word) } else { .subject }
        guard let tail else { throw UsageError("--text-tail takes \(StickerText.Tail.rule)", command: command) }
        self.init(color: color, tail: tail)
    }
}
