import Imaging

extension PictureFolderFormat {
    /// Pictures of 512 pixels without any loss, for everything else.
    static let png = PictureFolderFormat(
        displayName: "PNG",
        rules: TargetRules(
            sticker: PictureRules(size: .longestSide(512), formats: [.png], byteLimit: 2 << 20), stickerCount: 1...1_000
        ),
        howTo: """
            These are pictures of 512 pixels on a transparent ground.
            Add them wherever an app takes pictures as stickers.
            """,
        naming: .named)
}
