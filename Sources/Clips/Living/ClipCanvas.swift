import Imaging
import Stickers

/// The one canvas of all frames of a sticker, with one scale: the subject moves on it as it does in the clip, and
/// nothing else does.
struct ClipCanvas: Sendable {
    private let layout: StickerLayout
    private let style: StickerStyle
    private let frame: PixelSize
    /// From the pixels of the clip's frames to those of the canvas.
    private let toCanvas: PixelTransform
    /// Around all of the subjects, in pixels of the clip's frames.
    private let box: FractionalRect
    /// The words, in one place for all frames.
    private let text: CanvasText?

    /// - Parameters:
    ///   - frame: the size of the clip's frames.
    ///   - box: around the subject in all frames, in their pixels.
    ///   - first: the first frame's subject, whose colours the words take.
    /// - Throws: `StickerError` with `.text` for words that cannot be drawn.
    init(_ options: LivingOptions, frame: PixelSize, box: FractionalRect, first: Bitmap) throws(StickerError) {
        style = options.style
        self.frame = frame
        self.box = box
        let setting = try style.text.map { text throws(StickerError) in
            try TextSetting(
                text, by: box.covering(margin: 0), style: options.style,
                colors: ColorExtractor().extract(from: first, matte: nil))
        }
        let content = setting.map { FractionalRect($0.content(with: box.covering(margin: 0))) } ?? box
        layout = StickerLayout(
            box: PixelSize(
                width: max(1, Int(content.width.rounded(.up))), height: max(1, Int(content.height.rounded(.up)))),
            style: style, size: .longestSide(options.side), isSquare: options.isSquare)
        let place = layout.subject
        toCanvas = PixelTransform.moving(x: -content.x - content.width / 2, y: -content.y - content.height / 2)
            .then(.scaling(x: layout.scale, y: layout.scale))
            .then(
                .moving(
                    x: Double(place.x) + Double(place.width) / 2, y: Double(place.y) + Double(place.height) / 2))
        text = setting.map { [layout, toCanvas] in CanvasText($0, on: layout.canvas, by: toCanvas) }
    }

    /// What is told of the words, and how they and a frame's sticker look apart; `nil` without words.
    func words(beside held: HeldFrame, light: Double) -> LivingSticker.Words? {
        guard var text else { return nil }
        func drawn(_ shown: ShownText) -> Bitmap {
            text.shows = shown
            return sticker(of: held, light: light, text: text)
        }
        return LivingSticker.Words(
            place: text.place(by: toCanvas), isCut: text.isCut, alone: drawn(.textAlone), below: drawn(.withoutText))
    }

    /// How many of the sticker's pixels stand for one of the clip's frames.
    var scale: Double { layout.scale }

    /// The frame's sticker.
    ///
    /// - Parameters:
    ///   - fade: a frame that it goes over into, and that one's share, 0…1.
    ///   - light: of ``StickerStyle/Effect/shiny``, 0…1.
    func sticker(of held: HeldFrame, fade: (into: HeldFrame, share: Float)? = nil, light: Double) -> Bitmap {
        sticker(of: held, fade: fade, light: light, text: text)
    }

    private func sticker(
        of held: HeldFrame, fade: (into: HeldFrame, share: Float)? = nil, light: Double, text: CanvasText?
    ) -> Bitmap {
        let picture = foreground(of: held)
        guard let fade else { return sticker(of: picture, sides: held.sides, light: light, text: text) }
        // Each has a border of its own, which fades as what it is around.
        let (own, other) = Morph(picture, foreground(of: fade.into)).pictures(at: fade.share)
        return sticker(of: own, sides: held.sides, light: light, text: text)
            .faded(into: sticker(of: other, sides: fade.into.sides, light: light, text: text), share: fade.share)
    }

    private func foreground(of held: HeldFrame) -> Bitmap {
        held.picture.transformed(by: held.toFrame.then(toCanvas), onto: layout.canvas)
    }

    private func sticker(of foreground: Bitmap, sides: FrameSides, light: Double, text: CanvasText?) -> Bitmap {
        var renderer = StickerRenderer(style: style)
        renderer.light = light
        return renderer.render(
            inPlace: foreground, layout: layout, cutSides: sides,
            of: toCanvas.box(around: FractionalRect(PixelRect(frame))), text: text)
    }

    /// A small picture of a frame, for ``FrameDifferences``.
    func look(of held: HeldFrame) -> [Float] {
        let size = PixelSize(width: 28, height: 28)
        let shrunk = held.picture.averaged(
            to: PixelSize(width: max(1, held.picture.width / 8), height: max(1, held.picture.height / 8)))
        var small = held
        small.picture = shrunk
        let toLook = PixelTransform.moving(x: -box.x, y: -box.y)
            .then(.scaling(x: Double(size.width) / box.width, y: Double(size.height) / box.height))
        return shrunk.transformed(by: small.toFrame.then(toLook), onto: size).look
    }
}
