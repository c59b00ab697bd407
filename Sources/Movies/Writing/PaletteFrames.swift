import CFFmpeg
import Imaging

/// Reduces a clip to the colours of a palette, which is made of its first frames: all of a sticker's, or as many as fit
/// into ``waitingBytes``. In a GIF, a new palette replaces it as soon as it does not suit the frames any more.
final class PaletteFrames {
    /// The bytes of the pictures that wait for their palette.
    static let waitingBytes = 64 << 20

    private let colorCount: Int
    private let hasAlpha: Bool
    private let isGIF: Bool
    private var palette: ClipPalette?
    private var waiting: [(bitmap: Bitmap, stamp: Int64)] = []
    private var byteCount = 0

    init(_ settings: MovieSettings, hasAlpha: Bool) {
        colorCount = settings.colorCount ?? 256
        isGIF = settings.codec == .gif
        self.hasAlpha = hasAlpha
    }

    /// Takes a picture. Returns those that waited, once there are enough for a palette.
    func add(_ bitmap: Bitmap, stamp: Int64) throws(MovieError) -> [EncoderFrame] {
        let bitmap = isGIF && hasAlpha ? bitmap.hardEdged : bitmap
        if !isGIF, palette != nil { return [try frame(of: bitmap, stamp: stamp)] }
        waiting.append((bitmap, stamp))
        byteCount += bitmap.pixels.count
        return byteCount < Self.waitingBytes ? [] : try rest()
    }

    /// The pictures that still wait.
    func rest() throws(MovieError) -> [EncoderFrame] {
        let pictures = waiting
        (waiting, byteCount) = ([], 0)
        guard !pictures.isEmpty else { return [] }
        let bitmaps = pictures.map(\.bitmap)
        if palette?.suits(bitmaps) != true {
            palette = ClipPalette(of: bitmaps, colorCount: colorCount, reservesClear: hasAlpha)
        }
        var frames: [EncoderFrame] = []
        for (bitmap, stamp) in pictures { frames.append(try frame(of: bitmap, stamp: stamp)) }
        return frames
    }

    private func frame(of bitmap: Bitmap, stamp: Int64) throws(MovieError) -> EncoderFrame {
        guard var palette else { preconditionFailure("a frame waits until there is a palette") }
        self.palette = nil
        var indices = palette.indices(of: bitmap)
        self.palette = palette
        // After a GIF's frame without a transparent pixel, FFmpeg would draw the next on top of it.
        if isGIF, hasAlpha, !indices.contains(0) { indices[0] = 0 }
        let frame = try EncoderFrame(bitmap.size, AV_PIX_FMT_PAL8, stamp: stamp)
        try frame.withFrame { target throws(MovieError) in
            target.pointee.color_range = AVCOL_RANGE_JPEG
            let (start, stride) = target.plane(0)
            for row in 0..<bitmap.height {
                for column in 0..<bitmap.width { start?[row * stride + column] = indices[row * bitmap.width + column] }
            }
            let colors = UnsafeMutableRawPointer(target.plane(1).start)
            for number in 0..<256 {
                let color = number < palette.colors.count ? palette.colors[number] : .black
                colors?.storeBytes(of: color.argb, toByteOffset: 4 * number, as: UInt32.self)
            }
        }
        return frame
    }
}

extension SRGBColor {
    /// As FFmpeg's palettes have it.
    fileprivate var argb: UInt32 {
        UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
}

extension Bitmap {
    /// Each pixel opaque if at least half of it is, otherwise transparent.
    fileprivate var hardEdged: Bitmap {
        var hard = self
        hard.pixels.withUnsafeMutableBytes { pixels in
            for index in stride(from: 0, to: pixels.count, by: 4) {
                if pixels[index + 3] >= 128 {
                    pixels[index + 3] = 255
                } else {
                    pixels.storeBytes(of: 0, toByteOffset: index, as: UInt32.self)
                }
            }
        }
        return hard
    }
}
