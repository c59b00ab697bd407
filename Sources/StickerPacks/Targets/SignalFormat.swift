import Files
import Imaging

/// Signal's packs are encrypted before they are uploaded, which needs an account: `bundle` has what is uploaded, and
/// nothing else; `pack-key.txt`, beside it, has the key, which the server must not get. The pictures are for the
/// sticker pack creator of Signal for desktops, which encrypts them itself.
struct SignalFormat: TargetFormat {
    let displayName = "Signal"
    let howTo = """
        In Signal on a desktop, choose File, Create/upload sticker pack, and add the pictures of the folder signal.
        Give each its emoji and the pack its title and author; Signal then shows the link that adds the pack.
        """

    let rules: TargetRules = {
        var rules = TargetRules(
            sticker: PictureRules(
                size: .within(PixelSize(width: 512, height: 512)), formats: [.webp, .png], byteLimit: 300 * 1024),
            stickerCount: 1...200)
        // support.signal.org, "Stickers": square, at most three seconds, repeats for ever.
        rules.living = LivingRules(
            size: .within(PixelSize(width: 512, height: 512)), format: .apng, byteLimit: 300 * 1024,
            sides: [512, 448, 384, 320, 256, 192])
        rules.livingPacks = .mixed
        rules.emojiCount = 1...1
        rules.titleLength = 1...100
        rules.authorLength = 1...100
        return rules
    }()

    static let manifestName = "manifest.proto"
    /// Beside the folder that is uploaded.
    static let keyName = "pack-key.txt"

    func path(of sticker: TargetSticker, in pack: TargetPack) -> String {
        "\(pack.folder())\(sticker.name).\(sticker.isLiving ? "png" : "webp")"
    }

    func writeDocuments(_ packs: [TargetPack], in folder: TargetFolder) throws(PackError) {
        for pack in packs where !folder.isStopped() {
            let prefix = pack.folder()
            let key = SignalCipher.newKey()
            let cipher = SignalCipher(packKey: key)
            let stickers = pack.stickers.enumerated().map {
                SignalManifest.Sticker(id: UInt64($0), emoji: $1.emoji.first ?? "")
            }
            for (id, sticker) in pack.stickers.enumerated() {
                let file = folder.path.appending(path(of: sticker, in: pack))
                let bytes = try asPackError { () throws(FileError) in try file.readBytes() }
                try folder.write(cipher.seal(bytes), to: "\(prefix)bundle/full/\(id)")
            }
            let manifest = SignalManifest(
                title: pack.numberedTitle, author: pack.author, cover: stickers[pack.coverIndex], stickers: stickers)
            try folder.write(cipher.seal(manifest.bytes), to: "\(prefix)bundle/\(Self.manifestName)")
            try folder.write(key.hex, to: prefix + Self.keyName)
            try folder.write(Self.bundleInstructions(key), to: "\(prefix)BUNDLE.txt")
        }
    }

    private static func bundleInstructions(_ key: [UInt8]) -> String {
        """
        For a program that uploads to Signal: upload what is in bundle (manifest.proto and full/0, full/1, ...) as it is,
        and nothing else: with the key in pack-key.txt the pack can be opened. Signal's server gives the pack's id; then
        the pack's link is
        https://signal.art/addstickers/#pack_id=ID&pack_key=\(key.hex)
        """
    }
}
