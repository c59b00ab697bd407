import Imaging

/// A sticker's picture for printing: with bleed, and at most at the resolution of the print.
struct PrintPicture {
    /// The picture with straight alpha. Its colours reach beyond what alpha shows.
    let bitmap: Bitmap
    /// The picture's place in the sticker's millimetres.
    let box: Box

    /// - Parameters:
    ///   - bitmap: the sticker's, as it was traced.
    ///   - bleed: how far colours reach beyond the cut line, in millimetres.
    init(_ bitmap: Bitmap, of sticker: PreparedSticker, bleed: Double, settings: SheetSettings) {
        let (size, reach, pixel, room) = Self.measure(sticker, bleed: bleed, settings: settings)
        let shown = bitmap.resized(to: size)
        let (scaleX, scaleY) = (
            Double(size.width) / Double(bitmap.width), Double(size.height) / Double(bitmap.height)
        )
        let canvas = PixelSize(width: size.width + 2 * room, height: size.height + 2 * room)
        var placed = Bitmap(size: canvas)
        placed.pixels.withUnsafeMutableBufferPointer { target in
            shown.pixels.withUnsafeBufferPointer { source in
                for y in 0..<size.height {
                    let from = 4 * y * size.width
                    let to = 4 * ((y + room) * canvas.width + room)
                    for index in 0..<4 * size.width { target[to + index] = source[from + index] }
                }
            }
        }
        var filled = NearestColors.filled(placed)
        let edge = sticker.edge.map { Point($0.x * scaleX + Double(room) - 0.5, $0.y * scaleY + Double(room) - 0.5) }
        let mask = Self.mask(placed, edge: edge, reach: reach / pixel, hasBleed: bleed > 0)
        filled.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in mask.indices { pixels[4 * index + 3] = mask[index] }
        }
        self.bitmap = filled
        let low = sticker.pictureOrigin - Point(repeating: Double(room) * pixel)
        box = Box(
            low: low,
            high: low
                + Point(
                    Double(canvas.width) * pixel,
                    Double(canvas.height) * sticker.pixel * Double(bitmap.height) / Double(size.height)))
    }

    /// Returns the sticker's size in pixels of the print, the reach of its colours in millimetres, a pixel in
    /// millimetres, and the room around the sticker in pixels.
    private static func measure(
        _ sticker: PreparedSticker, bleed: Double, settings: SheetSettings
    ) -> (size: PixelSize, reach: Double, pixel: Double, room: Int) {
        let pixelsPerMillimetre = settings.resolution / millimetresPerInch
        // Nothing is enlarged, and no detail is kept that the print does not show.
        let scale = min(1, sticker.pixel * pixelsPerMillimetre)
        let size = sticker.pixels.scaled(by: scale)
        let reach = bleed + (bleed > 0 ? settings.offset : 0)
        let pixel = sticker.pixel * Double(sticker.pixels.width) / Double(size.width)
        return (size, reach, pixel, bleed > 0 ? Int((reach / pixel).rounded(.up)) + 2 : 0)
    }

    /// Returns the peak memory of making and encoding a picture in bytes, besides decoding.
    static func memory(of sticker: PreparedSticker, bleed: Double, settings: SheetSettings) -> Int {
        // Two pictures, the offsets to the nearest colours or the field of distances, and the mask.
        pixelCount(of: sticker, bleed: bleed, settings: settings) * 32 + sticker.pixels.area * 8
    }

    /// Returns the number of pixels with the bleed.
    static func pixelCount(of sticker: PreparedSticker, bleed: Double, settings: SheetSettings) -> Int {
        let (size, _, _, room) = measure(sticker, bleed: bleed, settings: settings)
        return (size.width + 2 * room) * (size.height + 2 * room)
    }

    /// Returns the printed area: the sticker's alpha, and everything from just inside its edge to `reach` pixels
    /// outside. Holes stay.
    private static func mask(_ bitmap: Bitmap, edge: [Point], reach: Double, hasBleed: Bool) -> [UInt8] {
        let own = (0..<bitmap.size.area).map { bitmap.pixels[4 * $0 + 3] }
        guard hasBleed else { return own }
        let distances = DistanceField([edge], origin: .zero, spacing: 1, size: bitmap.size).plane.samples
        return own.indices.map { index in
            let distance = Double(distances[index])
            guard distance > -2.5 else { return own[index] }
            return max(own[index], UInt8(min(max(reach + 0.5 - distance, 0), 1) * 255))
        }
    }
}
