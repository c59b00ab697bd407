import Imaging

/// Where a rendered foreground goes on its sticker.
///
/// The layout was made for the box of the coarse matte; the refined subject may be a few pixels larger or smaller. The
/// margin takes up what it can, so that the pixels stay as they were rendered; only a larger misfit is resampled.
struct StickerPlacement {
    let foreground: Bitmap
    let canvas: PixelSize
    /// Where the foreground's first pixel goes; part of the foreground may lie outside the canvas.
    let x: Int
    let y: Int

    /// `nil` when nothing of the foreground is more than a trace.
    init?(_ foreground: Bitmap, layout: StickerLayout) {
        if layout.isFullFrame {
            self.init(foreground: foreground, canvas: foreground.size, x: 0, y: 0)
            return
        }
        let measures = StickerMeasures(layout)
        var foreground = foreground
        guard var box = foreground.alphaBox(above: StickerRenderer.traceOfAlpha) else { return nil }
        if let longest = layout.longestSide {
            for _ in 0..<3 {
                let natural = measures.finished(box.size)
                let spare = longest - natural.longestSide
                let slack = spare < 0 ? 2 * layout.margin : max(2 * layout.margin, longest / 50)
                if abs(spare) <= slack { break }
                let factor = min(
                    Double(max(longest - measures.horizontal, 1)) / Double(box.width),
                    Double(max(longest - measures.vertical, 1)) / Double(box.height))
                foreground = foreground.resized(to: foreground.size.scaled(by: factor)).withoutHiddenColors()
                guard let resized = foreground.alphaBox(above: StickerRenderer.traceOfAlpha) else { return nil }
                box = resized
            }
        }
        var canvas = measures.finished(box.size)
        if let longest = layout.longestSide {
            let spare = longest - canvas.longestSide
            canvas =
                canvas.width >= canvas.height
                ? PixelSize(width: longest, height: min(canvas.height + max(spare, 0), longest))
                : PixelSize(width: min(canvas.width + max(spare, 0), longest), height: longest)
        }
        if layout.isSquare { canvas = PixelSize(width: canvas.longestSide, height: canvas.longestSide) }
        self.init(
            foreground: foreground, canvas: canvas,
            x: measures.left + (canvas.width - box.width - measures.horizontal) / 2 - box.x,
            y: measures.top + (canvas.height - box.height - measures.vertical) / 2 - box.y)
    }

    private init(foreground: Bitmap, canvas: PixelSize, x: Int, y: Int) {
        self.foreground = foreground
        self.canvas = canvas
        self.x = x
        self.y = y
    }

    /// From the pixels of a foreground, as large as the one that was placed, to those of the canvas.
    func transform(of size: PixelSize) -> PixelTransform {
        PixelTransform.scaling(
            x: Double(foreground.width) / Double(size.width), y: Double(foreground.height) / Double(size.height)
        ).then(.moving(x: Double(x), y: Double(y)))
    }

    /// Another foreground of the same size in the same place.
    func holding(_ other: Bitmap) -> StickerPlacement {
        let fitting = other.size == foreground.size ? other : other.resized(to: foreground.size).withoutHiddenColors()
        return StickerPlacement(foreground: fitting, canvas: canvas, x: x, y: y)
    }

    /// The foreground's pixels on the canvas, and transparent ones around.
    func placed() -> Bitmap {
        if canvas == foreground.size, x == 0, y == 0 { return foreground }
        let visible = PixelRect(x: x, y: y, width: foreground.width, height: foreground.height)
            .intersection(PixelRect(canvas))
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * canvas.area) { output, count in
            output.initialize(repeating: 0)
            foreground.pixels.withUnsafeBufferPointer { source in
                for row in visible.y..<visible.maxY {
                    let from = 4 * ((row - y) * foreground.width + visible.x - x)
                    let to = 4 * (row * canvas.width + visible.x)
                    _ = UnsafeMutableBufferPointer(rebasing: output[to..<to + 4 * visible.width])
                        .update(from: source[from..<from + 4 * visible.width])
                }
            }
            count = 4 * canvas.area
        }
        return Bitmap(size: canvas, pixels: pixels)
    }
}

extension Bitmap {
    fileprivate consuming func withoutHiddenColors() -> Bitmap {
        pixels.withUnsafeMutableBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) where bytes[offset + 3] == 0 {
                bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self)
            }
        }
        return self
    }
}

extension StickerMeasures {
    fileprivate func finished(_ content: PixelSize) -> PixelSize {
        PixelSize(width: content.width + horizontal, height: content.height + vertical)
    }
}
