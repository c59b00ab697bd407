import Imaging

extension PictureFolderFormat {
    /// Emoji of a server (docs.joinmastodon.org, "Custom emoji"); Misskey takes the same.
    static let mastodon = PictureFolderFormat(
        displayName: "Mastodon",
        rules: TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 128, height: 128)), formats: [.png, .webp], byteLimit: 50 * 1024),
            stickerCount: 1...1_000),
        howTo: """
            In the administration of your Mastodon server, choose Custom emojis and upload the pictures one by one.
            Name each as its file, without the ending; Misskey takes them, too.
            """,
        naming: .shortcode)
}
