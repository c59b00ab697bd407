import Imaging

extension StickerArrangement {
    /// From where a sticker lies in the middle of its canvas to where a person has it.
    func transform(on canvas: PixelSize) -> PixelTransform {
        let (middleX, middleY) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
        return PixelTransform.moving(x: -middleX, y: -middleY)
            .then(.scaling(x: scale, y: scale))
            .then(.turning(degrees: turn))
            .then(.moving(x: middleX + x * Double(canvas.width), y: middleY + y * Double(canvas.height)))
    }
}

extension StickerArrangement.Crop {
    /// In pixels of a photo; its edges may lie between two.
    func rect(in photo: PixelSize) -> FractionalRect {
        FractionalRect(
            x: x * Double(photo.width), y: y * Double(photo.height), width: width * Double(photo.width),
            height: height * Double(photo.height))
    }
}

extension Bitmap {
    /// The bitmap with alpha alone inside a rectangle, whose edges may lie between pixels: of a pixel that is inside in
    /// part the same part of its alpha is kept.
    consuming func keeping(_ inside: FractionalRect) -> Bitmap {
        func coverage(_ place: Int, _ start: Double, _ length: Double) -> Double {
            max(0, min(Double(place + 1), start + length) - max(Double(place), start))
        }
        let (width, height) = (width, height)
        let columns = (0..<width).map { coverage($0, inside.x, inside.width) }
        let rows = (0..<height).map { coverage($0, inside.y, inside.height) }
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                for x in 0..<width where columns[x] * rows[y] < 1 {
                    let offset = 4 * (y * width + x)
                    let alpha = UInt8((Double(pixels[offset + 3]) * columns[x] * rows[y]).rounded())
                    pixels[offset + 3] = alpha
                    if alpha == 0 { for channel in 0..<3 { pixels[offset + channel] = 0 } }
                }
            }
        }
        return self
    }
}
