public import Files
import Imaging

/// A sticker's picture, by the file that holds it.
public struct SheetSticker: Hashable, Sendable {
    /// What it is called in messages, and its file's name for pages of its own.
    public var name: String
    /// A picture with transparency.
    public var path: FilePath
    /// How many of the picture's pixels, in a row, stand for one of the photo that it is made of. Above 1 it is
    /// enlarged.
    public var scale: Double

    /// A sticker by name and file.
    public init(name: String, path: FilePath, scale: Double = 1) {
        self.name = name
        self.path = path
        self.scale = scale
    }
}

/// A sticker's lines, in millimetres from the top left corner of the box around its cut line. Its picture is not held.
struct PreparedSticker: Sendable {
    let sticker: SheetSticker
    /// Of the picture, in pixels.
    let pixels: PixelSize
    /// Bytes that it takes to decode it once more.
    let decodingMemory: Int
    /// In millimetres.
    let pixel: Double
    /// Where the picture's top left corner lies.
    let pictureOrigin: Point
    /// Through the sticker.
    let cut: Outline
    /// Through the backing, if there is such a line.
    let backing: Outline?
    /// The picture's edge, in pixels, before the offset: bleed begins there.
    let edge: [Point]

    /// How many pixels of its own a printed inch has: none that were made up by enlarging count.
    var dotsPerInch: Double { millimetresPerInch / pixel / max(1, sticker.scale) }

    /// The line that others keep their distance from.
    var outermost: Outline { backing ?? cut }

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
        // A smooth line rounds the edge's corners off a little: its own length is what was asked for.
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
    /// A pixel of a sticker in millimetres, by the sticker's edge as it is traced without an offset.
    func pixel(of edge: [Point]) -> Double {
        (stickerSize - 2 * offset) / Box(around: edge).longestSide
    }
}

extension OutlineTracer {
    /// Traces the cut line of a sticker whose pixels have this size in millimetres.
    init(_ settings: SheetSettings, pixel: Double) {
        self.init(offset: settings.offset / pixel, smoothing: settings.smoothing / pixel)
    }
}
