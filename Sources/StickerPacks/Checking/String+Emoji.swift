extension String {
    /// The emoji that the text is, as Unicode's lists and platforms write it ("fully qualified", UTS 51, ED-18): U+FE0F
    /// follows each part that would be shown as text without it, and no other. Many keyboards and programs leave it
    /// out.
    ///
    /// The one rule for what an emoji is. `nil` for every other text, and for several emoji.
    package var qualifiedEmoji: String? {
        var parser = EmojiParser(self)
        return parser.parse()
    }
}

/// Reads an emoji as UTS 51 has its parts: ED-17, and the regular expression of section 1.4.9.
private struct EmojiParser {
    private var scalars: ArraySlice<Unicode.Scalar>
    private var qualified = String.UnicodeScalarView()

    init(_ text: String) {
        // Neither walks through a long text.
        let isOneCharacter = !text.isEmpty && text.index(after: text.startIndex) == text.endIndex
        scalars = isOneCharacter ? Array(text.unicodeScalars)[...] : []
    }

    mutating func parse() -> String? {
        guard readElement() else { return nil }
        while take({ $0 == Self.joiner }) {
            qualified.append(Self.joiner)
            guard readElement() else { return nil }
        }
        return scalars.isEmpty ? String(qualified) : nil
    }

    private mutating func readElement() -> Bool {
        guard let base = scalars.popFirst(), base.properties.isEmoji, !base.properties.isEmojiModifier else {
            return false
        }
        qualified.append(base)
        if base.isRegionalIndicator { return keep(\.isRegionalIndicator) }
        take { $0 == Self.selector }
        if base.isASCII {
            qualified.append(Self.selector)
            return keep { $0 == "\u{20E3}" }
        }
        if base.properties.isEmojiModifierBase, keep(\.properties.isEmojiModifier) { return true }
        // Flags of regions: letters in tags, and the tag that ends them.
        if base == "\u{1F3F4}", keep(\.isTag) {
            while keep(\.isTag) {}
            return keep { $0 == "\u{E007F}" }
        }
        if !base.properties.isEmojiPresentation { qualified.append(Self.selector) }
        return true
    }

    private mutating func keep(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        guard let next = scalars.first, take(isWanted) else { return false }
        qualified.append(next)
        return true
    }

    @discardableResult
    private mutating func take(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
        guard let next = scalars.first, isWanted(next) else { return false }
        scalars.removeFirst()
        return true
    }

    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let selector: Unicode.Scalar = "\u{FE0F}"
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { ("\u{1F1E6}"..."\u{1F1FF}").contains(self) }
    fileprivate var isTag: Bool { ("\u{E0020}"..."\u{E007E}").contains(self) }
}
