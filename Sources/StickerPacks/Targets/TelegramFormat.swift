import Imaging

/// Telegram's sets are made by its bot @Stickers, picture by picture: a folder with the pictures in their order, the
/// icon, and the emoji of each (core.telegram.org/stickers). `emoji.txt`, `title.txt`, `author.txt` and `cover.png` are
/// named as other programs that upload such folders expect them.
struct TelegramFormat: TargetFormat {
    let displayName = "Telegram"
    let howTo = """
        In Telegram, open a chat with @Stickers and send /newpack, the title (title.txt), then each picture as a file, in the \
        order of the names, and after it its emoji (emoji.txt).
        Send /publish, cover.png as a file, and a short name: the set is then at https://t.me/addstickers/ and that name.
        """

    let rules: TargetRules = {
        var rules = TargetRules(
            sticker: PictureRules(size: .longestSide(512), formats: [.webp, .png], byteLimit: 512 * 1024),
            cover: PictureRules(
                size: .exactly(PixelSize(width: 100, height: 100)), formats: [.png, .webp], byteLimit: 128 * 1024),
            stickerCount: 1...120)
        // core.telegram.org/stickers/webm-vp9-encoding: no sound, at most 30 frames a second and three seconds.
        rules.living = LivingRules(
            size: .longestSide(512), format: .webm, byteLimit: 256 * 1024, sides: [512], isSquare: false)
        rules.livingPacks = .mixed
        rules.emojiCount = 1...20
        rules.titleLength = 1...64
        return rules
    }()

    static let emojiName = "emoji.txt"
    static let coverName = "cover.png"
    static let titleName = "title.txt"

    func path(of sticker: TargetSticker, in pack: TargetPack) -> String {
        "\(pack.folder("set"))\(sticker.name).\(sticker.isLiving ? "webm" : "webp")"
    }

    func writeDocuments(_ packs: [TargetPack], in folder: TargetFolder) throws(PackError) {
        for pack in packs where !folder.isStopped() {
            let prefix = pack.folder("set")
            let emoji = Dictionary(uniqueKeysWithValues: pack.stickers.map { ($0.name, $0.emoji.joined()) })
            try folder.write(PackManifest.json(emoji), to: prefix + Self.emojiName)
            try folder.write(pack.numberedTitle, to: prefix + Self.titleName)
            try folder.write(pack.author, to: prefix + "author.txt")
            try folder.writeCover(
                rules.cover ?? rules.sticker, of: pack.cover, at: path(of: pack.cover, in: pack),
                to: prefix + Self.coverName)
        }
    }
}
