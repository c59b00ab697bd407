import Peel

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
