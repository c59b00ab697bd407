import Imaging

extension Bitmap {
    /// The picture as a platform asks for it: what can be seen, shrunk where it is too large, never enlarged, in the
    /// middle of a transparent canvas.
    ///
    /// - Parameter keepsCanvas: what is transparent around counts as seen: a person has chosen where on its canvas the
    ///   sticker is, and how large.
    func placed(_ rules: PictureRules, keepsCanvas: Bool = false) -> Bitmap {
        let placed = placedTransparent(rules, keepsCanvas)
        guard rules.isOpaque else { return placed }
        var opaque = placed
        for offset in stride(from: 0, to: placed.pixels.count, by: 4) {
            let alpha = Int(placed.pixels[offset + 3])
            for channel in 0..<3 {
                let value = (Int(placed.pixels[offset + channel]) * alpha + 255 * (255 - alpha) + 127) / 255
                opaque.pixels[offset + channel] = UInt8(value)
            }
            opaque.pixels[offset + 3] = 255
        }
        return opaque
    }

    private func placedTransparent(_ rules: PictureRules, _ keepsCanvas: Bool) -> Bitmap {
        switch rules.size {
        case .exactly(let canvas): return placed(on: canvas, margin: rules.margin, keepsCanvas)
        case .longestSide(let side):
            let shrunk = shrunk(toFit: PixelSize(width: side, height: side))
            let canvas =
                shrunk.width >= shrunk.height
                ? PixelSize(width: side, height: shrunk.height) : PixelSize(width: shrunk.width, height: side)
            return shrunk.placed(on: canvas, margin: 0, keepsCanvas)
        case .within(let largest): return shrunk(toFit: largest)
        case .even(let largest):
            let margins = 2 * rules.margin
            let seen = seen(keepsCanvas).shrunk(
                toFit: PixelSize(width: largest.width - margins, height: largest.height - margins))
            return seen.placed(
                on: PixelSize(
                    width: (seen.width + margins + 1) / 2 * 2, height: (seen.height + margins + 1) / 2 * 2),
                margin: rules.margin, keepsCanvas)
        }
    }

    private func seen(_ keepsCanvas: Bool) -> Bitmap {
        keepsCanvas ? self : cropped(to: alphaBox(above: 0) ?? bounds)
    }

    /// - Precondition: the canvas is larger than its margins.
    private func placed(on canvas: PixelSize, margin: Int, _ keepsCanvas: Bool) -> Bitmap {
        guard size != canvas || margin > 0 else { return self }
        if keepsCanvas, margin > 0 {
            let arranged = placed(on: canvas, margin: 0, true)
            if arranged.isFree(around: margin) { return arranged }
        }
        let picture = seen(keepsCanvas).shrunk(
            toFit: PixelSize(width: canvas.width - 2 * margin, height: canvas.height - 2 * margin))
        var placed = Bitmap(size: canvas)
        placed.replace(x: (canvas.width - picture.width) / 2, y: (canvas.height - picture.height) / 2, with: picture)
        return placed
    }

    /// Whether nothing can be seen in a margin on each side.
    private func isFree(around margin: Int) -> Bool {
        let inner = PixelRect(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
        return alphaBox(above: 0).map { $0.intersection(inner) == $0 } ?? true
    }

    private func shrunk(toFit limit: PixelSize) -> Bitmap {
        let scale = min(Double(limit.width) / Double(width), Double(limit.height) / Double(height))
        guard scale < 1 else { return self }
        let scaled = size.scaled(by: scale)
        return resized(
            to: PixelSize(width: min(scaled.width, limit.width), height: min(scaled.height, limit.height)))
    }
}
