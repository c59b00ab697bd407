import Files

/// A platform that takes sticker packs. The one list of them: options, help and checks read it.
public enum PackTarget: String, CaseIterable, Hashable, Sendable {
    case whatsapp, telegram, signal, imessage, discord, slack, line, kakao, viber, mastodon, png

    /// The name as the platform writes it.
    public var displayName: String { format.displayName }

    /// What it asks of a pack.
    package var rules: TargetRules { format.rules }

    /// What a person does next with a pack of it: two sentences, a line each. They are also in the pack's folder, as
    /// `HOW-TO.txt`.
    package var howTo: String { format.howTo }

    var format: any TargetFormat {
        switch self {
        case .whatsapp: WhatsAppFormat()
        case .telegram: TelegramFormat()
        case .signal: SignalFormat()
        case .imessage: IMessageFormat()
        case .discord: PictureFolderFormat.discord
        case .slack: PictureFolderFormat.slack
        case .line: PictureFolderFormat.line
        case .kakao: PictureFolderFormat.kakao
        case .viber: PictureFolderFormat.viber
        case .mastodon: PictureFolderFormat.mastodon
        case .png: PictureFolderFormat.png
        }
    }
}

/// How a platform's packs are written and checked: a file each.
protocol TargetFormat: Sendable {
    var displayName: String { get }
    var rules: TargetRules { get }
    /// As ``PackTarget/howTo``.
    var howTo: String { get }

    /// Where a sticker's picture stands, from the target's folder on.
    func path(of sticker: TargetSticker, in pack: TargetPack) -> String

    /// All pictures of a sticker, with what is asked of each.
    func pictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: PictureRules)]

    /// The same of a sticker that moves; none where the platform wants a still picture of it.
    func livingPictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: LivingRules)]

    /// Writes everything besides the stickers' pictures, which stand already. Leaves packs out once the folder is
    /// stopped: it is removed then. Blocks.
    ///
    /// - Parameter folder: the target's.
    func writeDocuments(_ packs: [TargetPack], in folder: TargetFolder) throws(PackError)

    /// Whether files are laid out as this platform's packs are.
    func recognizes(_ files: PackFiles) -> Bool

    /// Checks a pack, by its files alone.
    func check(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError)
}

extension TargetFormat {
    func pictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: PictureRules)] {
        [(path(of: sticker, in: pack), rules.sticker)]
    }

    func livingPictures(of sticker: TargetSticker, in pack: TargetPack) -> [(path: String, rules: LivingRules)] {
        rules.living.map { [(path(of: sticker, in: pack), $0)] } ?? []
    }
}

/// A pack as a platform gets it.
struct TargetPack: Hashable, Sendable {
    /// From 1.
    var number: Int
    /// How many packs belong together.
    var count: Int
    var title: String
    var author: String
    var stickers: [TargetSticker]
    /// As ``PackExport/Details/cover``.
    var coverSource: String?

    /// The place of the sticker that stands for the pack.
    var coverIndex: Int { stickers.firstIndex { $0.source == coverSource } ?? 0 }
    var cover: TargetSticker { stickers[coverIndex] }

    /// Numbered where there are several.
    var numberedTitle: String { count == 1 ? title : "\(title) \(number)" }

    /// The folder of its files, with a slash: one of its own where there are several packs.
    func folder(_ word: String = "pack") -> String { count == 1 ? "" : "\(word)-\(number)/" }
}

/// A sticker as a platform gets it.
struct TargetSticker: Hashable, Sendable {
    /// Its file's name without an ending: ASCII, not the same as any other's of all packs that belong together.
    var name: String
    /// The picture that it is made of.
    var file: FilePath
    /// Names that picture in the report.
    var source: String
    var emoji: [String]
    /// What a person calls it; `nil` for no name of its own.
    var title: String?
    /// Alternative text for people who cannot see it.
    var description: String?
    /// As ``PackExport/Sticker/keepsCanvas``.
    var keepsCanvas = false
    /// Whether it moves.
    var isLiving = false
}
