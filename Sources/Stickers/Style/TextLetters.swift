import Glibc
import Imaging

/// The letters of a text, as large as they can be.
struct TextLetters {
    let picture: TextPicture
    /// In pixels of the photo.
    let em: Double
    let measure: TextPicture.Measure

    /// - Parameters:
    ///   - em: what was asked for, in pixels of the photo.
    ///   - room: the width that the text may have.
    ///   - smallest: the em at which a word is cut that is still too wide.
    /// - Throws: ``StickerError`` with `.text` where no font has its characters.
    init(
        _ text: StickerText, font: StickerText.Font, em: Double, room: Double, smallest: Double
    ) throws(StickerError) {
        let surround = TextBody.Surround(text.lettering)
        let room = room * text.lettering.narrowing
        func picture(_ em: Double, cutsWords: Bool) -> TextPicture {
            TextPicture(
                text.words, family: font.family,
                lineWidth: max(1, (room / em - 2 * surround.padding.x) / surround.growth), cutsWords: cutsWords,
                turn: text.lettering.turn, bend: text.lettering.bend)
        }
        var em = em
        var wanted = picture(em, cutsWords: false)
        var measure = wanted.measure
        if measure.lineWidth > wanted.lineWidth {
            let smallest = min(em, smallest)
            let fitting = room / (1.001 * measure.lineWidth * surround.growth + 2 * surround.padding.x)
            em = max(smallest, fitting)
            wanted = picture(em, cutsWords: fitting < smallest)
            measure = wanted.measure
        }
        guard measure.missingCharacters == 0 else {
            throw StickerError(
                .text,
                "no font on this machine has \(measure.missingCharacters) of the text's characters: install one that does "
                    + "(Debian's fonts-noto has most), or change the text")
        }
        guard measure.width > 0, measure.height > 0 else {
            throw StickerError(.text, "nothing of the text can be seen: change it")
        }
        (self.picture, self.em, self.measure) = (wanted, em, measure)
    }
}

extension StickerText.Lettering {
    /// How much longer a line may be than the room that it takes when it is bent: an arc and its chord.
    fileprivate var narrowing: Double {
        let half = abs(bend) * .pi / 360
        if half == 0 { return 1 }
        return half < .pi / 2 ? half / sin(half) : half
    }
}

/// What is close around letters: an edge or a bubble. In ems, from the middle of the straight text.
struct TextBody {
    /// What letters need around them.
    struct Surround {
        /// How much wider and higher than the letters the bubble is.
        let growth: Double
        let padding: Point

        init(_ lettering: StickerText.Lettering) {
            let isBubble = lettering.bubble != nil
            growth = isBubble ? TextBubble.growth : 1
            padding = isBubble ? TextBubble.padding : Point(repeating: TextSetting.edge)
        }
    }

    /// The upper left one.
    let corner: Point
    let width: Double
    let height: Double
    /// From ``corner`` to the letters' upper left one.
    let inset: Point
    /// Half the width and height of a bubble before it is turned.
    let bubbleRadii: Point
    /// Width and height before the text is turned.
    let uprightSize: Point

    init(_ letters: TextLetters, _ lettering: StickerText.Lettering) {
        let measure = letters.measure
        let surround = Surround(lettering)
        guard lettering.bubble != nil else {
            inset = surround.padding
            corner = Point(measure.left, measure.top) - inset
            (width, height) = (measure.width + 2 * inset.x, measure.height + 2 * inset.y)
            bubbleRadii = .zero
            let upright = lettering.turn == 0 ? measure : letters.picture.upright.measure
            uprightSize = Point(upright.width, upright.height) + inset * 2
            return
        }
        let upright = letters.picture.upright.measure
        // The bubble's middle is that of the straight text, also where a bent one reaches farther to one side.
        let half = Point(upright.width / 2, max(-upright.top, upright.top + upright.height))
        bubbleRadii = half * surround.growth + surround.padding
        uprightSize = (bubbleRadii + TextBubble.line) * 2
        let outline = TextBubble.outline(radii: bubbleRadii + TextBubble.line, turn: lettering.turn)
        let box = Box(around: outline)
        (corner, width, height) = (box.low, box.width, box.height)
        inset = Point(measure.left, measure.top) - box.low
    }
}
