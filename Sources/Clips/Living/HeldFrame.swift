import Imaging
import Stickers

/// What is kept of a cut frame: the subject's box alone, no larger than the sticker.
struct HeldFrame: Sendable {
    /// The subject.
    var picture: Bitmap
    /// Where the picture is in the clip's frame, in its pixels.
    let place: FractionalRect
    /// Sides of the clip's frame that the subject reaches.
    let sides: FrameSides
    /// In nanoseconds.
    let time: Int64
    /// As of the ``ClipFrame``.
    let duration: Int64?
    /// As of the ``CutFrame``.
    let confidence: Double?

    /// `nil` for a frame without a subject.
    ///
    /// - Parameter side: the most pixels of the longer side that are kept.
    init?(_ frame: CutFrame, side: Int) {
        let size = frame.picture.size
        guard frame.hasSubject, let box = frame.picture.alphaBox(above: StickerRenderer.traceOfAlpha) else {
            return nil
        }
        let part = frame.picture.cropped(to: box)
        let factor = Double(side) / Double(box.size.longestSide)
        picture = factor < 1 ? part.resized(to: part.size.scaled(by: factor)) : part
        place = FractionalRect(box)
        (time, duration, confidence) = (frame.time, frame.duration, frame.confidence)
        sides = box.sides(of: size)
    }

    /// From the picture's pixels to those of the clip's frame.
    var toFrame: PixelTransform {
        PixelTransform.scaling(
            x: place.width / Double(picture.width), y: place.height / Double(picture.height)
        ).then(.moving(x: place.x, y: place.y))
    }
}

extension PixelRect {
    /// The sides of a frame that it reaches.
    func sides(of frame: PixelSize) -> FrameSides {
        var sides: FrameSides = []
        if x == 0 { sides.insert(.left) }
        if y == 0 { sides.insert(.top) }
        if maxX == frame.width { sides.insert(.right) }
        if maxY == frame.height { sides.insert(.bottom) }
        return sides
    }
}
