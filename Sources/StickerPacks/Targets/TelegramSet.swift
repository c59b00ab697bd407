public import Files

/// A folder with the files of a Telegram sticker set, as `peel make --for telegram` writes it, read for an upload.
public struct TelegramSet: Hashable, Sendable {
    /// A sticker of the set.
    package struct Sticker: Hashable, Sendable {
        /// Its file's name, `01-cat.webp`.
        package var name: String
        /// WebP or PNG; WebM of one that moves.
        package var file: FilePath
        /// 1…20.
        package var emoji: [String]
        /// Of the file's bytes.
        package var digest: SHA256Digest
    }

    /// Where its files lie.
    package var folder: FilePath
    /// 1…64 units of UTF-16. `nil`: the folder does not say.
    package var title: String?
    /// In the set's order, 1…120.
    package var stickers: [Sticker]
    /// The picture that stands for the set, 100 × 100 pixels; `nil` for none.
    package var cover: FilePath?

    /// What was begun with these files: a place for the uploader's own notes. A new pack in this place removes it.
    package var uploadRecord: FilePath { folder.appending(FilePath(TargetFolder.uploadName)) }

    /// Reads the sets of a pack, after their rules were checked. Blocks.
    ///
    /// - Parameter pack: the folder of a set, one with several (`set-1`, `set-2`), or one with a folder `telegram`.
    /// - Throws: ``PackError`` when files cannot be read, or break a rule of Telegram's.
    public static func read(_ pack: FilePath) throws(PackError) -> [TelegramSet] {
        guard try asPackError({ () throws(FileError) in try pack.status().kind }) == .folder else {
            throw PackError(.notATarget, pack, "\(pack) is not a folder: name the one that --for telegram has written")
        }
        for checked in try PackCheck(pack).run(for: [.telegram]) {
            if let rule = checked.report.broken.first {
                let count = checked.report.broken.count
                let rules = count == 1 ? "a rule" : "\(count) rules"
                let at = rule.at.map { " (\($0))" } ?? ""
                throw PackError(
                    .notATarget, checked.path,
                    "\(checked.path) breaks \(rules) of Telegram's: \(rule.about): \(rule.value)\(at), allowed "
                        + "\(rule.limit): see peel check \(checked.path)")
            }
            return try sets(in: checked.path)
        }
        return []
    }

    private static func sets(in folder: FilePath) throws(PackError) -> [TelegramSet] {
        let files = try PackFiles(folder: folder)
        return try TelegramFormat().sets(in: files).map { set throws(PackError) in
            try TelegramSet(set.files, in: set.prefix.isEmpty ? folder : folder.appending(FilePath(set.prefix)))
        }
    }

    private init(_ files: PackFiles, in folder: FilePath) throws(PackError) {
        self.folder = folder
        title = try files.text(of: TelegramFormat.titleName)
        cover = files.has(TelegramFormat.coverName) ? folder.appending(FilePath(TelegramFormat.coverName)) : nil
        let emoji = try files.object(in: TelegramFormat.emojiName).members ?? [:]
        stickers = try TelegramFormat.stickers(in: files).map { name throws(PackError) in
            let file = folder.appending(FilePath(name))
            return Sticker(
                name: name, file: file, emoji: emoji[name.beforeLastDot]?.string.flatMap(PackExport.emoji) ?? [],
                digest: try asPackError { () throws(FileError) in try SHA256Digest(ofFileAt: file) })
        }
    }
}
