import Imaging

extension PictureFolderFormat {
    /// Stickers of a server (discord.com/developers, "Sticker Resource"): a server has 5 places, up to 60 with boosts.
    static let discord = PictureFolderFormat(
        displayName: "Discord",
        rules: TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 320, height: 320)), formats: [.png], byteLimit: 512 * 1024),
            stickerCount: 1...60), naming: .named)
}
