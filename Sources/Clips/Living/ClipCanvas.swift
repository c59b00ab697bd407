import Imaging
import Stickers

/// The one canvas of all frames of a sticker, with one scale: the subject moves on it as it does in the clip, and nothing
/// else does.
struct ClipCanvas: Sendable {
    private let layout: StickerLayout
    private let style: StickerStyle
    private let frame: PixelSize
    /// From the pixels of the clip's frames to those of the canvas.
    private let toCanvas: PixelTransform
    /// Around all of the subjects, in pixels of the clip's frames.
    private let box: FractionalRect

    /// - Parameters:
    ///   - frame: the size of the clip's frames.
    ///   - box: around the subject in all frames, in their pixels.
    init(_ options: LivingOptions, frame: PixelSize, box: FractionalRect) {
        var style = options.style
        style.text = nil
        self.style = style
        self.frame = frame
        self.box = box
        let content = PixelSize(
            width: max(1, Int(box.width.rounded(.up))), height: max(1, Int(box.height.rounded(.up))))
        layout = StickerLayout(
            box: content, style: style, size: .longestSide(options.side), isSquare: options.isSquare)
        let place = layout.subject
        toCanvas = PixelTransform.moving(x: -box.x - box.width / 2, y: -box.y - box.height / 2)
            .then(.scaling(x: layout.scale, y: layout.scale))
            .then(
                .moving(
                    x: Double(place.x) + Double(place.width) / 2, y: Double(place.y) + Double(place.height) / 2))
    }

    /// How many of the sticker's pixels stand for one of the clip's frames.
    var scale: Double { layout.scale }

    /// The frame's sticker.
    ///
    /// - Parameter light: of ``StickerStyle/Effect/shiny``, 0…1.
    func sticker(of held: HeldFrame, light: Double) -> Bitmap {
        let foreground = held.picture.transformed(by: held.toFrame.then(toCanvas), onto: layout.canvas)
        var renderer = StickerRenderer(style: style)
        renderer.light = light
        return renderer.render(
            inPlace: foreground, layout: layout, cutSides: held.sides,
            of: toCanvas.box(around: FractionalRect(PixelRect(frame))))
    }

    /// A small picture of a frame, for comparing it with others: colours multiplied by alpha, and alpha, 0…1.
    func look(of held: HeldFrame) -> [Float] {
        let size = PixelSize(width: 28, height: 28)
        let shrunk = held.picture.averaged(
            to: PixelSize(width: max(1, held.picture.width / 8), height: max(1, held.picture.height / 8)))
        var small = held
        small.picture = shrunk
        let toLook = PixelTransform.moving(x: -box.x, y: -box.y)
            .then(.scaling(x: Double(size.width) / box.width, y: Double(size.height) / box.height))
        let look = shrunk.transformed(by: small.toFrame.then(toLook), onto: size)
        return look.pixels.indices.map { index in
            let alpha = Float(look.pixels[index | 3]) / 255
            return index % 4 == 3 ? alpha : Float(look.pixels[index]) / 255 * alpha
        }
    }
}
