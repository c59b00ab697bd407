import Clips
import Files
import Imaging

extension LivingSticker {
    /// Reads a sticker as packs keep it. Blocks.
    ///
    /// - Parameters:
    ///   - path: of its file, for errors.
    ///   - memory: the most bytes that its frames may take. Those of a pack's stickers take half of it.
    init(_ bytes: [UInt8], from path: FilePath, memory: Int = 512 << 20) throws(PackError) {
        guard let picture = MovingPicture(bytes) else {
            throw PackError(.damagedSticker, path, "\(path): it is not an animated WebP")
        }
        guard picture.decodingMemory() <= memory else {
            throw PackError(.damagedSticker, path, "\(path): its frames take more memory than a sticker may")
        }
        do throws(ImagingError) {
            self.init(
                zip(try picture.frames(), picture.durations).map {
                    Frame($0, duration: Int64(max(1, $1)) * 1_000_000)
                })
        } catch {
            throw PackError(.damagedSticker, path, "\(path): \(error)")
        }
    }

    /// As a platform asks for it: what is seen in any frame, shrunk where it is too large, never enlarged, in the
    /// middle of a canvas that all frames share, on white where the platform wants it.
    func placed(_ rules: LivingRules, side: Int) -> LivingSticker {
        let placed = onCanvas(rules, side: side)
        guard rules.isOpaque else { return placed }
        return placed.withPictures(placed.frames.map { $0.picture.composited(over: .white) })
    }

    private func onCanvas(_ rules: LivingRules, side: Int) -> LivingSticker {
        let seen =
            frames.compactMap { $0.picture.alphaBox(above: 0) }
            .reduce(nil as PixelRect?) { $0?.union($1) ?? $1 } ?? PixelRect(size)
        let room = rules.room(side: side)
        // A margin that is there already is kept.
        if rules.canvas(for: size, side: side) == size, rules.margin == 0 { return self }
        let factor = min(
            1, Double(room.width) / Double(seen.width), Double(room.height) / Double(seen.height))
        let shown = seen.size.scaled(by: factor)
        let fitted = PixelSize(width: min(shown.width, room.width), height: min(shown.height, room.height))
        let canvas = rules.canvas(for: fitted, side: side)
        return withPictures(
            frames.map { frame in
                var placed = Bitmap(size: canvas)
                placed.replace(
                    x: (canvas.width - fitted.width) / 2, y: (canvas.height - fitted.height) / 2,
                    with: frame.picture.cropped(to: seen).resized(to: fitted))
                return placed
            })
    }
}

extension Bitmap {
    /// Alpha rounded to so many steps above 0, of which the last is opaque.
    func withAlpha(inSteps count: Int) -> Bitmap {
        let rounded = (0...255).map { UInt8(($0 * count + 127) / 255 * 255 / count) }
        var picture = self
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = rounded[Int(pixels[index + 3])]
            if alpha == 0 { for channel in index..<index + 3 { picture.pixels[channel] = 0 } }
            picture.pixels[index + 3] = alpha
        }
        return picture
    }

    /// Each pixel opaque or transparent. The edge is mixed with a colour, before which it looks best.
    func hardened(against color: SRGBColor) -> Bitmap {
        var picture = composited(over: color)
        for index in stride(from: 0, to: picture.pixels.count, by: 4) where pixels[index + 3] < 128 {
            for channel in index..<index + 4 { picture.pixels[channel] = 0 }
        }
        return picture
    }
}
