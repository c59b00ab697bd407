import Imaging

extension PictureFolderFormat {
    /// Stickers of a server (discord.com/developers, "Create Guild Sticker"): name, one emoji and description are typed
    /// in beside each picture. A server has 5 places, and up to 60 with boosts (support.discord.com, "Managing Custom
    /// Stickers FAQ").
    static let discord: PictureFolderFormat = {
        var rules = TargetRules(
            sticker: PictureRules(
                size: .exactly(PixelSize(width: 320, height: 320)), formats: [.png], byteLimit: 512 * 1024),
            stickerCount: 1...60)
        var living = LivingRules(
            size: .exactly(PixelSize(width: 320, height: 320)), format: .apng, byteLimit: 512 * 1024, sides: [320])
        living.duration = 5_000_000_000
        rules.living = living
        rules.livingPacks = .mixed
        rules.emojiCount = 1...1
        rules.descriptionLength = 100
        return PictureFolderFormat(
            displayName: "Discord", rules: rules,
            howTo: """
                In the settings of your Discord server, choose Stickers and upload the pictures one by one.
                Name, emoji and description of each are in details.json.
                """,
            naming: .named,
            details: Details(fileName: "details.json", nameLength: 2...30, descriptionLength: 2...100))
    }()
}
