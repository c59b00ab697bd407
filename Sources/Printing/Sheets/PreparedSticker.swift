public import Files
import Imaging

/// A sticker's picture, by the file that holds it.
public struct SheetSticker: Hashable, Sendable {
    /// What it is called in messages, and its file's name for pages of its own.
    public var name: String
    /// A picture with transparency.
    public var path: FilePath

    /// A sticker by name and file.
    public init(name: String, path: FilePath) {
        self.name = name
        self.path = path
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

    /// The line that others keep their distance from.
    var outermost: Outline { backing ?? cut }

    init(
        _ sticker: SheetSticker, _ bitmap: Bitmap, _ settings: SheetSettings, decodingMemory: Int = 0
    ) throws(PrintingError) {
        do throws(PrintingError) {
            let plain = try OutlineTracer().trace(bitmap)
            let side = Box(around: plain.edge).longestSide
            let pixel = (settings.stickerSize - 2 * settings.offset) / side
            let tracer = OutlineTracer(offset: settings.offset / pixel, smoothing: settings.smoothing / pixel)
            let traced = tracer == OutlineTracer() ? plain : try tracer.trace(bitmap)
            let corner = traced.outline.box.low
            cut = traced.outline.mapped { ($0 - corner) * pixel }
            self.pixel = pixel
            pictureOrigin = -corner * pixel
            edge = traced.edge
        } catch {
            throw PrintingError(error.code, "\(sticker.name): \(error)")
        }
        self.sticker = sticker
        pixels = bitmap.size
        self.decodingMemory = decodingMemory
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
