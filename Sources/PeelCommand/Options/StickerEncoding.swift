import Peel

/// How a sticker becomes a file.
struct StickerEncoding: Equatable, Sendable {
    var format: OutputFormat
    /// 1…100; without meaning for a format that keeps every pixel.
    var quality: Int

    var encoder: ImageEncoder { format.encoder(quality: quality) }
}
