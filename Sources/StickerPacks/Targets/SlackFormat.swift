import Imaging

extension PictureFolderFormat {
    /// Emoji of a workspace (slack.com/help, "Add custom emoji").
    static let slack: PictureFolderFormat = {
        let size = PictureRules.Size.exactly(PixelSize(width: 128, height: 128))
        var rules = TargetRules(
            sticker: PictureRules(size: size, formats: [.png], byteLimit: 128 * 1024), stickerCount: 1...1_000)
        var living = LivingRules(size: size, format: .gif, byteLimit: 128 * 1024, sides: [128])
        living.frameCount = 2...50
        // It names no longest time.
        (living.duration, living.frameRate) = (60_000_000_000, 50)
        rules.living = living
        rules.livingPacks = .mixed
        return PictureFolderFormat(
            displayName: "Slack", rules: rules,
            howTo: """
                In Slack, open the emoji picker, choose Add Emoji and upload the pictures one by one.
                Name each as its file, without the ending.
                """,
            naming: .shortcode)
    }()
}
