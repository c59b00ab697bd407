public import Imaging

/// How a sticker is finished around its subject.
public struct StickerStyle: Hashable, Sendable {
    /// Width of the die-cut border as a fraction of the sticker's long side, of its short side with ``Outline/tight``;
    /// 0 for none. 0.03 by default. At least one pixel unless it is 0.
    package var borderWidth: Double
    /// The colour of the border.
    package var borderColor: SRGBColor
    /// How the border goes around the subject.
    package var outline: Outline
    /// A soft shadow below the border.
    package var hasShadow: Bool
    /// Transparent space around the border (and its shadow), as a fraction of the sticker's long side.
    package var margin: Double
    /// Words on the sticker, inside its border; `nil` for none.
    package var text: StickerText?
    /// What the sticker is made to look like.
    package var effect: Effect

    /// How a border goes around a subject.
    public enum Outline: String, Hashable, Sendable, CaseIterable {
        /// As a die cuts: a smooth line, see `DieCutOutline`.
        case smooth
        /// Along every hair.
        case tight
    }

    /// What a sticker is made to look like.
    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// The photo in its border.
        case outline
        /// As a comic is printed: few tones, dots, ink.
        case comic
        /// Filled, as a cushion is, with a shadow below.
        case puffy
        /// Under a film that mirrors a light.
        case shiny
        /// Before a light, in place of a shadow: of the border's colour where that is one, golden where it is a grey.
        case glow
    }

    /// A style; each part has a default.
    public init(
        borderWidth: Double = 0.03, borderColor: SRGBColor = .white, outline: Outline = .smooth,
        hasShadow: Bool = false, margin: Double = 0.01, text: StickerText? = nil, effect: Effect = .outline
    ) {
        self.borderWidth = min(max(borderWidth, 0), Self.widest)
        self.borderColor = borderColor
        self.outline = outline
        self.hasShadow = hasShadow
        self.margin = min(max(margin, 0), Self.widest)
        self.text = text
        self.effect = effect
    }

    /// The most that border and margin may each take of a side: beyond it nothing would be left for the subject.
    static let widest = 0.2

    /// The die-cut sticker: a white border, no shadow.
    package static let dieCut = StickerStyle()
    /// The bare subject.
    package static let plain = StickerStyle(borderWidth: 0)
}
