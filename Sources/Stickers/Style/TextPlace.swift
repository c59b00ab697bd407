package import Imaging

/// Where a sticker has its words, for those who move them.
package struct TextPlace: Hashable, Sendable {
    /// The words' middle, as ``StickerText/Place/point(x:y:)`` has it.
    package let point: Point
    /// The words' middle on the sticker. These three are parts of the sticker's width and height.
    package let middle: Point
    /// The width and height of the words with what is close around them, before they and the sticker are turned.
    package let size: Point
    /// The width and height of the subject's box, by which words are placed, before the sticker is turned.
    package let subject: Point
}

/// What is shown of a sticker with a text, all in the place that it has there.
package enum ShownText: Hashable, Sendable {
    case all
    /// With border and shadow around what is left.
    case withoutText
    case textAlone
}

extension TextSetting {
    /// - Parameters:
    ///   - photoToCanvas: from the photo's pixels to the sticker's.
    func place(by photoToCanvas: PixelTransform, on canvas: PixelSize) -> TextPlace {
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let middle = photoToCanvas.point(self.middle.x, self.middle.y)
        func part(_ size: Point) -> Point { size * photoToCanvas.scale / Point(width, height) }
        let corner = Point(Double(subject.x), Double(subject.y))
        let box = Point(Double(subject.width), Double(subject.height))
        return TextPlace(
            point: (self.middle - corner) / box, middle: middle / Point(width, height),
            size: part(uprightSize * em), subject: part(box))
    }
}
