import Imaging

/// A sticker's lines, in millimetres from the top left corner of the box around its cut line. Its picture is not kept.
struct PreparedSticker: Sendable {
    let sticker: SheetSticker
    /// The size of the picture in pixels.
    let pixels: PixelSize
    /// The bytes for decoding it again.
    let decodingMemory: Int
    /// The size of a pixel in millimetres.
    let pixel: Double
    /// The place of the picture's top left corner.
    let pictureOrigin: Point
    /// The line through the sticker.
    let cut: Outline
    /// The line through the backing, if there is one.
    let backing: Outline?
    /// The picture's edge in pixels, before the offset. Bleed begins there.
    let edge: [Point]

    /// The pixels for each printed inch, without those that were added by enlarging.
    var dotsPerInch: Double { millimetresPerInch / pixel / max(1, sticker.scale) }

    /// The line from which others keep their distance.
    var outermost: Outline { backing ?? cut }

    /// Creates a sticker with its lines in millimetres.
    ///
    /// - Parameters:
    ///   - pixels: of the picture.
    ///   - traced: by the tracer that ``OutlineTracer/init(_:pixel:)`` makes of the same settings.
    ///   - decodingMemory: bytes that it takes to decode the picture once more.
    init(
        _ sticker: SheetSticker, pixels: PixelSize, _ traced: OutlineTracer.Traced, _ settings: SheetSettings,
        decodingMemory: Int = 0
    ) {
        self.sticker = sticker
        self.pixels = pixels
        self.decodingMemory = decodingMemory
        // A smooth line rounds the edge's corners off a little. The requested size is that of the line.
        let box = traced.outline.box
        let pixel = settings.stickerSize / box.longestSide
        self.pixel = pixel
        let corner = box.low
        let cut = traced.outline.mapped { ($0 - corner) * pixel }
        self.cut = cut
        pictureOrigin = -corner * pixel
        edge = traced.edge
        backing =
            switch settings.backing {
            case .none: nil
            case .rectangle:
                Outline(rectangle: cut.box.grown(by: settings.backingOffset), radius: max(1, settings.backingOffset))
            case .outline: Self.offset(cut, by: settings.backingOffset)
            }
    }

    private static func offset(_ outline: Outline, by distance: Double) -> Outline {
        guard distance > 0 else { return outline }
        let polygon = outline.flattened(tolerance: 0.01)
        let spacing = max(0.1, outline.box.longestSide / 512)
        return OutlineTracer.fitted(
            OutlineTracer.offset(polygon, by: distance, spacing: spacing), tolerance: spacing / 2)
    }
}

extension SheetSettings {
    /// Returns the size of a pixel in millimetres, from the sticker's edge without an offset.
    func pixel(of edge: [Point]) -> Double {
        (stickerSize - 2 * offset) / Box(around: edge).longestSide
    }
}

extension OutlineTracer {
    /// Creates the tracer of a cut line for pixels of this size in millimetres.
    init(_ settings: SheetSettings, pixel: Double) {
        self.init(offset: settings.offset / pixel, smoothing: settings.smoothing / pixel)
    }
}
