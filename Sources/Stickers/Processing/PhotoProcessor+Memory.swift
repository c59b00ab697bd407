import Imaging

/// How much memory the work on one photo takes: the one place where that is decided. Measured, see `MemoryTests`.
extension PhotoProcessor {
    /// The most bytes at once of all steps from decoding to encoding, told from the photo's header and the options.
    func memory(for source: ImageSource) -> Int {
        let side = options.overviewSide(for: source.size)
        let overview = source.decodedSize(atLeast: side)
        let held = 4 * overview.area
        let part = partPixels(in: source.size)
        let decoding = source.decodingMemory(atLeast: side)
        // The second look and the sticker decode a part again only where the overview has fewer pixels than the photo.
        let isShrunk = overview.longestSide < source.size.longestSide
        let again = isShrunk ? held + source.partDecodingMemory(atMost: max(part, segmenter.inputSize.area)) : 0
        let perPart = Self.bytesPerPartPixel + (options.arrangement.isPlaced ? Self.bytesPerTurnedPixel : 0)
        let finishing = held + part * perPart + canvasPixels(in: source.size) * Self.bytesPerCanvasPixel
        return Self.bytesForTheNetwork + max(decoding, again, finishing + keptStickers(of: source.size))
    }

    /// What one inference works with.
    private static let bytesForTheNetwork = 64 << 20
    /// Of the part of the photo that is refined: its pixels, alpha, foreground.
    private static let bytesPerPartPixel = 12
    /// Of the same where it is turned: its premultiplied samples.
    private static let bytesPerTurnedPixel = 16
    /// Of the sticker: its pixels, the planes that border and shadow are made of, then the encoder.
    private static let bytesPerCanvasPixel = 18

    /// The sticker's canvas at its largest. Before the subject is known, it may be square.
    private func canvasPixels(in photo: PixelSize) -> Int {
        switch options.size {
        case .original where options.arrangement.isPlaced && !options.keepsFullFrame:
            photo.longestSide * photo.longestSide * 3 / 2
        case .original: photo.area + photo.area / 2
        case .longestSide(let side):
            // Placed, it has room around it for what reaches in from outside.
            options.keepsFullFrame
                ? photo.scaled(by: Double(side) / Double(photo.longestSide)).area
                : options.arrangement.isPlaced ? side * side * 3 / 2 : side * side
        }
    }

    /// The part of the photo that the sticker is made of, at the sticker's scale.
    private func partPixels(in photo: PixelSize) -> Int {
        switch options.size {
        case .original: return photo.area
        case .longestSide:
            // A little of the surroundings too: StickerLayout.region. What is seen of a sticker that is enlarged and
            // turned lies in a square twice as large as the canvas.
            if options.arrangement.scale > 1 { return canvasPixels(in: photo) * 5 / 2 }
            return options.keepsFullFrame ? canvasPixels(in: photo) : canvasPixels(in: photo) * 5 / 4
        }
    }

    /// Stickers that wait for the others of their photo.
    private func keptStickers(of photo: PixelSize) -> Int {
        options.subjects == .each
            ? 4 * min(50 * canvasPixels(in: photo), max(photo.area, canvasPixels(in: photo)) * 2) : 0
    }
}
