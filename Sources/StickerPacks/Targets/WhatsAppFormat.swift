import Files
import Imaging

/// WhatsApp takes packs from apps: the official samples (github.com/WhatsApp/stickers) read `contents.json` and a
/// folder for each pack, named by its identifier. Sticker makers for phones import `.wastickers`, a ZIP for each pack.
struct WhatsAppFormat: TargetFormat {
    let displayName = "WhatsApp"
    let howTo = """
        On your phone, open the .wastickers file with an app that imports such files, for example Sticker Maker.
        Tap “Add to WhatsApp” there; if there are several files, do so with each.
        """

    let rules: TargetRules = {
        var sticker = PictureRules(
            size: .exactly(PixelSize(width: 512, height: 512)), formats: [.webp], byteLimit: 100 * 1024)
        // A guideline of WhatsApp's for those who draw stickers; its samples do not look at it.
        sticker.margin = 16
        var rules = TargetRules(
            sticker: sticker,
            cover: PictureRules(
                size: .exactly(PixelSize(width: 96, height: 96)), formats: [.png], byteLimit: 50 * 1024),
            stickerCount: 3...30)
        // github.com/WhatsApp/stickers: at most ten seconds, each frame at least eight milliseconds.
        var living = LivingRules(
            size: .exactly(PixelSize(width: 512, height: 512)), format: .webp, byteLimit: 500 * 1024, sides: [512])
        living.duration = 10_000_000_000
        living.frameRate = 125
        living.margin = 16
        rules.living = living
        rules.livingPacks = .apart
        rules.packCount = 1...10
        rules.emojiCount = 1...3
        rules.titleLength = 1...128
        rules.authorLength = 1...128
        rules.descriptionLength = 125
        rules.livingDescriptionLength = 255
        return rules
    }()

    static let contentsName = "contents.json"

    func path(of sticker: TargetSticker, in pack: TargetPack) -> String {
        "\(Self.identifier(of: pack))/\(sticker.name).webp"
    }

    func writeDocuments(_ packs: [TargetPack], in folder: TargetFolder) throws(PackError) {
        var contents = Contents(sticker_packs: [])
        for pack in packs where !folder.isStopped() {
            let identifier = Self.identifier(of: pack)
            let tray = "tray-\(pack.number).png"
            try folder.writeCover(
                rules.cover ?? rules.sticker, of: pack.cover, at: path(of: pack.cover, in: pack),
                to: "\(identifier)/\(tray)")
            contents.sticker_packs.append(
                Contents.Pack(
                    identifier: identifier, name: pack.numberedTitle, publisher: pack.author, tray_image_file: tray,
                    image_data_version: try version(of: pack, in: folder),
                    animated_sticker_pack: pack.stickers[0].isLiving,
                    stickers: pack.stickers.map {
                        Contents.Sticker(
                            image_file: "\($0.name).webp", emojis: $0.emoji,
                            accessibility_text: $0.description)
                    }))
            try writeZIP(pack, tray: tray, in: folder)
        }
        try folder.write(PackManifest.json(contents), to: Self.contentsName)
    }

    private func writeZIP(_ pack: TargetPack, tray: String, in folder: TargetFolder) throws(PackError) {
        let identifier = Self.identifier(of: pack)
        var entries = [
            ZipArchive.Entry(name: "title.txt", bytes: Array((pack.numberedTitle + "\n").utf8)),
            ZipArchive.Entry(name: "author.txt", bytes: Array((pack.author + "\n").utf8)),
            ZipArchive.Entry(name: tray, file: folder.path.appending("\(identifier)/\(tray)")),
        ]
        entries += pack.stickers.map {
            ZipArchive.Entry(name: "\($0.name).webp", file: folder.path.appending(path(of: $0, in: pack)))
        }
        try ZipArchive.write(entries, to: folder.path.appending("\(identifier).wastickers"))
    }

    /// WhatsApp loads the pictures anew when this changes.
    private func version(of pack: TargetPack, in folder: TargetFolder) throws(PackError) -> String {
        var hasher = SHA256Hasher()
        for sticker in pack.stickers {
            let file = folder.path.appending(path(of: sticker, in: pack))
            hasher.update(try asPackError { () throws(FileError) in try file.readBytes() }[...])
        }
        return String(hasher.finish().hex.prefix(8))
    }

    /// The title in the characters that an identifier may have: `A-Z a-z 0-9 _ . - , '` and spaces, without `..`. Where
    /// that is not the whole title, digits of its digest tell it from others.
    static func identifier(of pack: TargetPack) -> String {
        var text = ""
        for character in pack.title.unicodeScalars {
            let isAllowed =
                character.isASCII
                && (character.properties.isAlphabetic || "0123456789_-,' ".unicodeScalars.contains(character))
            if isAllowed { text.unicodeScalars.append(character) }
        }
        text = String(text.split(separator: " ").joined(separator: " ").prefix(100))
        if text.isEmpty { text = "stickers" }
        if text != pack.title { text += "-\(SHA256Digest(of: Array(pack.title.utf8)).hex.prefix(8))" }
        return pack.count == 1 ? text : "\(text)-\(pack.number)"
    }
}

/// `contents.json`; the names are the samples' own.
private struct Contents: Encodable {
    struct Pack: Encodable {
        var identifier: String
        var name: String
        var publisher: String
        var tray_image_file: String
        var image_data_version: String
        var animated_sticker_pack: Bool
        var stickers: [Sticker]
    }

    struct Sticker: Encodable {
        var image_file: String
        var emojis: [String]
        var accessibility_text: String?
    }

    var sticker_packs: [Pack]
}
