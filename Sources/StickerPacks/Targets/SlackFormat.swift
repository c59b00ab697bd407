import Imaging

extension PictureFolderFormat {
    /// Emoji of a workspace (slack.com/help, "Add custom emoji").
    static let slack = PictureFolderFormat(
        displayName: "Slack",
        rules: TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 128, height: 128)), formats: [.png], byteLimit: 128 * 1024),
            stickerCount: 1...1_000),
        howTo: """
            In Slack, open the emoji picker, choose Add Emoji and upload the pictures one by one.
            Name each as its file, without the ending.
            """,
        naming: .shortcode)
}
