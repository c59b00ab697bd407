extension String {
    /// Whether the text is one emoji that every keyboard and font shows as such ("fully qualified", Unicode's UTS 51).
    var isEmoji: Bool { EmojiParser(self).parse(qualified: true) }

    /// The same, also for one that is shown as text by some fonts: without U+FE0F, which many programs leave out.
    var isPerhapsEmoji: Bool { EmojiParser(self).parse(qualified: false) }
}

/// Reads an emoji as UTS 51 has its parts: ED-17, and the regular expression of section 1.4.9.
private struct EmojiParser {
    private let isOneCharacter: Bool
    private var scalars: ArraySlice<Unicode.Scalar>

    init(_ text: String) {
        // Neither walks through a long text.
        isOneCharacter = !text.isEmpty && text.index(after: text.startIndex) == text.endIndex
        scalars = isOneCharacter ? Array(text.unicodeScalars)[...] : []
    }

    consuming func parse(qualified: Bool) -> Bool {
        guard isOneCharacter, readElement(qualified) else { return false }
        // In a sequence, the first tells that all of it is an emoji.
        while take({ $0 == "\u{200D}" }) {
            guard readElement(false) else { return false }
        }
        return scalars.isEmpty
    }

    private mutating func readElement(_ isQualified: Bool) -> Bool {
        guard let base = scalars.popFirst(), base.properties.isEmoji, !base.properties.isEmojiModifier else {
            return false
        }
        if base.isRegionalIndicator { return take(\.isRegionalIndicator) }
        let isShownAsEmoji = take { $0 == "\u{FE0F}" }
        if base.isASCII { return (isShownAsEmoji || !isQualified) && take { $0 == "\u{20E3}" } }
        if isShownAsEmoji { return true }
        if base.properties.isEmojiModifierBase, take(\.properties.isEmojiModifier) { return true }
        // Flags of regions: letters in tags, and the tag that ends them.
        if base == "\u{1F3F4}", take(\.isTag) {
            while take(\.isTag) {}
            return take { $0 == "\u{E007F}" }
        }
        return base.properties.isEmojiPresentation || !isQualified
    }

    private mutating func take(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        guard let next = scalars.first, isWanted(next) else { return false }
        scalars.removeFirst()
        return true
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { ("\u{1F1E6}"..."\u{1F1FF}").contains(self) }
    fileprivate var isTag: Bool { ("\u{E0020}"..."\u{E007E}").contains(self) }
}
