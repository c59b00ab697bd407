public import Imaging

/// What to make of a photo.
public struct ProcessingOptions: Hashable, Sendable {
    /// The longest side of the sticker.
    public enum Size: Hashable, Sendable {
        /// So many pixels, border and margin included.
        case longestSide(Int)
        /// As many pixels as the subject has in the photo.
        case original
    }

    /// Which of the photo's subjects go on the sticker.
    public enum Subjects: Hashable, Sendable {
        /// All on one sticker.
        case all
        /// One sticker for each.
        case each
        /// Only the n-th, from 1, the largest first.
        case instance(Int)
        /// Those with these numbers, from 1, the largest first, together on one sticker.
        case instances(Set<Int>)
        /// Only the one at a point, in pixels of the whole, upright photo.
        case at(x: Int, y: Int)
        /// Those that are marked.
        case marked(SubjectMarks)

        /// Whether a photo may have more than one sticker.
        package var isEach: Bool {
            if case .marked(let marks) = self { marks.isEach } else { self == .each }
        }
    }

    /// What lies behind the sticker.
    public enum Background: Hashable, Sendable {
        /// Nothing lies behind it: the sticker keeps its alpha.
        case transparent
        /// One colour.
        case color(SRGBColor)
        /// The gradient of the photo's colours.
        case gradient
        /// Fills the sticker with the middle of a picture.
        case picture(BackgroundPicture)
    }

    /// How large stickers are.
    package var size: Size
    /// Border, shadow and margin.
    package var style: StickerStyle
    /// Which subjects are cut out.
    package var subjects: Subjects
    /// How much is taken for subject: -1 cautious (only what is certain) … 0 … 1 greedy.
    package var strength: Double
    /// Pads the sticker to a square.
    package var isSquare: Bool
    /// Keeps the photo's canvas instead of cropping to the subject.
    package var keepsFullFrame: Bool
    /// What lies behind the subject.
    package var background: Background
    /// Draws the subject alone, in the place that it has on the sticker with the same options: border, shadow and
    /// background are left out, but their room is kept. The alpha is then the matte of that sticker.
    package var drawsSubjectAlone = false
    /// How a person has cropped, moved, turned and scaled the sticker.
    package var arrangement = StickerArrangement.identity

    /// Options; each has a default.
    public init(
        size: Size = .longestSide(512), style: StickerStyle = StickerStyle(), subjects: Subjects = .all,
        strength: Double = 0, isSquare: Bool = false, keepsFullFrame: Bool = false,
        background: Background = .transparent
    ) {
        self.size = size
        self.style = style
        self.subjects = subjects
        self.strength = strength
        self.isSquare = isSquare
        self.keepsFullFrame = keepsFullFrame
        self.background = background
    }

    package init(
        size: Size = .longestSide(512), style: StickerStyle = .dieCut, background: Background = .transparent,
        arrangement: StickerArrangement
    ) {
        self.init(size: size, style: style, background: background)
        self.arrangement = arrangement
    }
}

extension ProcessingOptions {
    var visibleBackground: Background { drawsSubjectAlone ? .transparent : background }

    /// How many pixels the longest side of the first look at a photo should have, so that the subject mostly has what
    /// the sticker needs and the photo is decoded only once.
    func overviewSide(for photo: PixelSize) -> Int {
        switch size {
        case .original: photo.longestSide
        case .longestSide(let side): keepsFullFrame ? max(side, 576) : max(side + 3 * side / 4, 576)
        }
    }
}
