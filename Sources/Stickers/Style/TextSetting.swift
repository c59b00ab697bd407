package import Imaging

/// A sticker's text beside its subject, worked out in pixels of the photo before anything is rendered.
package struct TextSetting: Sendable {
    /// The edge around the letters, in ems.
    static let edge = 0.09
    /// How far the text goes over the subject's upper or lower edge, in ems.
    static let overlap = 0.45
    /// How far a bubble does.
    static let bubbleOverlap = 0.1
    /// What letters and the edge around them need at least to be told apart (W3C, WCAG 2.2, 1.4.3: large text).
    static let leastContrast = 3.0

    let picture: TextPicture
    /// In pixels of the photo. Less than was asked for where a word is too wide.
    let em: Double
    /// Whether a word is cut: it is too wide at the smallest size.
    var isCut: Bool { picture.cutsWords }
    /// Letters and what is close around them, the edge or the bubble, in pixels of the photo.
    let body: FractionalRect
    /// From the upper left corner of ``body`` to that of the letters, in ems.
    let inset: Point
    /// What the text is turned around, in pixels of the photo.
    let middle: Point
    /// All of the text with its bubble's tail and its shadow, in pixels of the photo.
    let box: FractionalRect
    /// The width and height of the words with what is close around them before they are turned, in ems.
    let uprightSize: Point
    /// What the text was placed by, in pixels of the photo.
    let subject: PixelRect
    let bubble: TextBubble?
    let colors: TextColors

    /// - Parameters:
    ///   - subject: the box that the text is placed by, in pixels of the photo.
    ///   - frame: what the text must not leave, if anything.
    /// - Throws: ``StickerError`` with `.text` where no font has its characters, or its font is not installed.
    package init(
        _ text: StickerText, by subject: PixelRect, within frame: PixelRect? = nil, style: StickerStyle,
        colors scheme: PhotoColorScheme
    ) throws(StickerError) {
        let side = Double(subject.size.longestSide)
        let letters = try TextLetters(
            text, font: try text.font.found(), em: text.size * side,
            room: frame.map { Double($0.width) * 0.92 } ?? side,
            smallest: StickerText.sizes.lowerBound * side)
        let em = letters.em
        let shape = TextBody(letters, text.lettering)
        (picture, self.em, inset) = (letters.picture, em, shape.inset)
        (self.subject, uprightSize) = (subject, shape.uprightSize)
        let corner = Self.corner(of: shape, text, em, by: subject, within: frame)
        body = FractionalRect(x: corner.x, y: corner.y, width: shape.width * em, height: shape.height * em)
        let middle = corner - shape.corner * em
        self.middle = middle
        colors = try TextColors(text, style: style, scheme)
        bubble = text.lettering.bubble.map {
            TextBubble($0, shape, pointingTo: (Self.tip(of: $0.tail, by: subject) - middle) / em, text.lettering)
        }
        var box = body
        if let bubble { box = box.union(bubble.box.scaled(x: em, y: em).moved(by: middle)) }
        if colors.shadow != nil { box = box.union(box.moved(by: Self.shadowOffset * em)) }
        self.box = box
    }

    /// Where the upper left corner of what is close around the letters goes.
    private static func corner(
        of shape: TextBody, _ text: StickerText, _ em: Double, by subject: PixelRect, within frame: PixelRect?
    ) -> Point {
        let (width, height) = (shape.width * em, shape.height * em)
        let overlap = min((text.lettering.bubble == nil ? overlap : bubbleOverlap) * em, height / 2)
        let (left, top) = (Double(subject.x), Double(subject.y))
        var x = left + (Double(subject.width) - width) / 2
        var y: Double
        switch text.place {
        case .top: y = top - height + overlap
        case .middle: y = top + (Double(subject.height) - height) / 2
        case .bottom: y = top + Double(subject.height) - overlap
        case .point(let across, let down):
            x = left + across * Double(subject.width) + shape.corner.x * em
            y = top + down * Double(subject.height) + shape.corner.y * em
        }
        if let frame {
            let gap = 0.3 * em
            x = max(Double(frame.x) + gap, min(x, Double(frame.maxX) - width - gap))
            y = max(Double(frame.y) + gap, min(y, Double(frame.maxY) - height - gap))
        }
        return Point(x, y)
    }

    /// Where a bubble points, in pixels of the photo.
    private static func tip(of tail: StickerText.Tail, by subject: PixelRect) -> Point {
        var (across, down) = (0.5, 0.5)
        if case .point(let x, let y) = tail { (across, down) = (x, y) }
        return Point(
            Double(subject.x) + across * Double(subject.width), Double(subject.y) + down * Double(subject.height))
    }

    /// The subject's box and the text's together.
    package func content(with subject: PixelRect) -> PixelRect {
        subject.union(box.covering(margin: 0))
    }
}
