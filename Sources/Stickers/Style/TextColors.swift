import Imaging

/// The colours of a sticker's text.
struct TextColors {
    let letters: SRGBColor
    /// Around the letters, or around the bubble.
    let outline: SRGBColor
    /// `nil` for none.
    let shadow: SRGBColor?
    /// What lies under words that one can see through, where the subject does not; `nil` for nothing.
    let backing: SRGBColor?

    init(_ text: StickerText, style: StickerStyle, _ scheme: PhotoColorScheme) throws(StickerError) {
        let bubble = text.lettering.bubble?.color
        let letters = text.color ?? bubble.map(Self.legible) ?? scheme.textColor
        guard letters.alpha > 0 else {
            throw StickerError(
                .text, "the text's colour, \(letters.hex), is transparent: nothing of the text can be seen")
        }
        self.letters = letters
        let hasBorder = style.borderWidth > 0
        let isSeenThrough = letters.alpha < 255 || (bubble?.alpha ?? 255) < 255
        backing = isSeenThrough && hasBorder ? style.borderColor : nil
        shadow = text.lettering.shadow.flatMap { $0.alpha > 0 ? $0 : nil }
        if let outline = text.lettering.outline {
            self.outline = outline
        } else if bubble != nil {
            outline = letters
        } else {
            let edges = [hasBorder ? style.borderColor : nil, scheme.gradient.color(at: 0.5), .black, .white]
            outline =
                edges.compactMap(\.self).first { $0.contrast(with: letters) >= TextSetting.leastContrast } ?? .black
        }
    }

    /// Black or white, as can be read better on a colour.
    private static func legible(on color: SRGBColor) -> SRGBColor {
        color.contrast(with: .black) >= color.contrast(with: .white) ? .black : .white
    }
}
