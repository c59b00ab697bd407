import Files
import Glibc
package import Imaging

extension PackFolder {
    /// Makes the folder, unless it holds something that is not a pack. Nothing is changed when this throws.
    ///
    /// - Parameter force: takes a folder that holds anything.
    func claim(force: Bool) throws(PackError) {
        let names: [FilePath]
        do {
            names = try path.names()
        } catch let error where error.cause == .system(ENOENT) {
            names = []
        } catch let error where error.cause == .system(ENOTDIR) && (try? path.status().kind) == .regular {
            throw PackError(.inTheWay, path, "\(path) is a file, and a pack is a folder: choose another name")
        } catch {
            throw PackError(error)
        }
        let isPack =
            names.contains(manifest.lastComponent) || names.contains(journal.lastComponent)
            || names.contains(records.lastComponent)
        guard names.isEmpty || isPack || force else {
            throw PackError(
                .notAPack, path, "\(path) is not empty and is not a sticker pack: choose another folder, or force it")
        }
        for (folder, content) in [(stickers, "stickers"), (records, "records")] {
            guard let kind = try? folder.status(followingLinks: false).kind, kind != .folder else { continue }
            throw PackError(
                .inTheWay, folder,
                "\(folder) is not a folder, but the pack's \(content) need one of that name")
        }
        try asPackError { () throws(FileError) in try path.createFolder() }
    }

    /// The format of most stickers that the pack has; `nil` for none. Blocks.
    package var keptFormat: OutputFormat? {
        guard let previous = try? PreviousPack(in: self, force: true) else { return recordedFormat }
        let half = previous.stickerCount / 2
        var counts: [OutputFormat: Int] = [:]
        var hasLiving = false
        try? previous.readStickers { entry in
            // Stickers that move are WebP in any pack.
            if entry.living != nil {
                hasLiving = true
                return true
            }
            guard let format = OutputFormat(rawValue: FilePath(entry.file).pathExtension) else { return true }
            counts[format, default: 0] += 1
            // The list of a large pack has hundreds of megabytes, and the rest cannot outnumber more than half.
            return counts[format, default: 0] <= half
        }
        let most = counts.max { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
        return most?.key ?? (hasLiving ? .webp : recordedFormat)
    }

    /// That of a pack of many photos that has no list yet, because its first run was killed.
    private var recordedFormat: OutputFormat? {
        let runs = records.appending(FilePath(PackRun.folder))
        return ((try? runs.names()) ?? []).lazy.compactMap { name in
            (try? runs.appending(name).readBytes(limit: PhotoRecord.maximumBytes)).flatMap { PackRun(reading: $0) }
        }.first.flatMap { OutputFormat(rawValue: $0.pathExtension) }
    }

    /// Makes the folder of the stickers and removes what a run that was killed was just writing.
    func prepare() throws(PackError) {
        try asPackError { () throws(FileError) in
            try stickers.createFolder()
            try AtomicFile.removeLeftovers(in: path)
            try AtomicFile.removeLeftovers(in: stickers)
            for folder in try foldersOfMany() { _ = try? AtomicFile.removeLeftovers(in: stickers.appending(folder)) }
        }
    }

    /// The names of the folders that a pack of many photos has its stickers in: `00` to `ff`.
    func foldersOfMany() throws(FileError) -> [FilePath] {
        try stickers.names().filter { name in
            name.bytes.count == 2 && name.bytes.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
    }

    /// Removes what a run has written that made no sticker. A manifest or a ZIP that is there is not of that run.
    func removePackWithoutStickers(_ manifest: PackManifest, andFolder: Bool) throws(FileError) {
        for name in manifest.contactSheets { try path.appending(name).removeFile() }
        try journal.removeFile()
        // A folder with files that are not Peel's stays.
        try? stickers.removeEmptyFolder()
        if andFolder { try? path.removeEmptyFolder() }
    }

    /// Removes files that were part of the pack, as paths from its folder on.
    ///
    /// - Parameter kept: stay, also where a file system takes two names for the same because only their case differs.
    func remove(_ files: [String], keeping kept: [String]) throws(FileError) {
        let spellings = Dictionary(kept.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        for file in files {
            if let other = spellings[file.lowercased()],
                let identity = try? path.appending(file).status(followingLinks: false).identity,
                identity == (try? path.appending(other).status(followingLinks: false).identity)
            {
                continue
            }
            try path.requireFolders(FilePath(file).parent, "remove")
            try path.appending(file).removeFile()
            removeFolderOfMany(file)
        }
    }

    /// Removes the folder of a sticker of a pack of many photos, if it is empty: `stickers/ab`.
    func removeFolderOfMany(_ file: String) {
        let parent = FilePath(file).parent
        if parent.parent == FilePath(Self.stickersName) { try? path.appending(parent).removeEmptyFolder() }
    }
}
