import Files

/// What Telegram asks of stickers, still ones and videos: core.telegram.org/stickers and, for numbers,
/// core.telegram.org/bots/api (`createNewStickerSet`, `InputSticker`).
extension TelegramFormat {
    func recognizes(_ files: PackFiles) -> Bool {
        sets(in: files).contains { $0.files.has(Self.emojiName) }
    }

    func check(_ files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        for set in sets(in: files) {
            checklist.prefix = set.prefix
            try check(set: set.files, &checklist)
            checklist.prefix = ""
        }
    }

    /// The files themselves where there is a list of emoji or a picture at the top, else each folder in them.
    func sets(in files: PackFiles) -> [(prefix: String, files: PackFiles)] {
        let isSet = files.has(Self.emojiName) || files.names.contains { !$0.hasSlash && Self.isPicture($0) }
        if isSet || files.folders.isEmpty { return [("", files)] }
        // The tenth set after the ninth.
        let folders = files.folders.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        return files.parts(below: folders).map { ("\($0.folder)/", $0.files) }
    }

    private func check(set files: PackFiles, _ checklist: inout Checklist) throws(PackError) {
        let common = CommonRules(rules: rules)
        let pictures = files.names.filter { !$0.hasSlash && Self.isPicture($0) }
        let stickers = Self.stickers(in: files)
        common.note(stickerCount: stickers.count, at: nil, &checklist)
        if let title = try files.text(of: Self.titleName) {
            checklist.note(common.title, at: Self.titleName, title.utf16.count, in: rules.titleLength ?? 1...1)
        }
        let isSticker = Set(stickers)
        for name in pictures where !isSticker.contains(name) {
            common.cover?.check(try files.bytes(of: name) ?? [], at: name, &checklist)
        }
        let (list, found) = try files.object(in: Self.emojiName)
        checklist.note(Self.emojiList, at: Self.emojiName, found, isKept: list != nil)
        for name in stickers {
            let file = try files.bytes(of: name) ?? []
            if name.lowercased().endsWithBytes(of: ".webm") {
                common.living?.check(file, at: name, &checklist)
            } else {
                common.sticker.check(file, at: name, &checklist)
            }
            guard let list else { continue }
            common.note(emoji: list[name.beforeLastDot]?.string?.map(String.init) ?? [], at: name, &checklist)
        }
    }

    /// The set's pictures in their order, without its icon.
    static func stickers(in files: PackFiles) -> [String] {
        files.names.filter { !$0.hasSlash && isPicture($0) && $0.rest(after: "cover.") == nil }
    }

    private static func isPicture(_ name: String) -> Bool {
        [".webp", ".png", ".jpg", ".jpeg", ".gif", ".webm", ".tgs"].contains { name.lowercased().endsWithBytes(of: $0) }
    }

    /// All rules of this check.
    static var allRules: [CheckedRule] {
        let common = CommonRules(rules: TelegramFormat().rules)
        return [emojiList, common.stickerCount, common.title, common.emojiCount, common.emoji] + common.sticker.all
            + (common.living?.all ?? []) + (common.cover?.all ?? [])
    }

    private static let emojiList = CheckedRule(
        "emoji-list", about: "list of the emoji", limit: "emoji.txt, in JSON",
        remedy: "write each sticker's name without ending and its emoji: {\"cat\": \"🐱\"}",
        terms: .structure(emojiName))
}
