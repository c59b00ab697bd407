import Peel

/// Tells the stickers of packs for platforms from what lies beside them: covers, tray icons, and the same sticker in other sizes.
///
/// Remembers the reports and folders that it has read: one serves one search.
struct PlatformPictures {
    private struct Pack {
        var files: Set<FilePath> = []
        var pictures: [FilePath: TargetReport.Picture] = [:]
    }

    private struct Sticker: Hashable {
        var pack: FilePath
        var source: String
    }

    /// By the folder of the report; `nil` where there is none.
    private var packs: [FilePath: Pack?] = [:]
    /// By the folder.
    private var names: [FilePath: Set<String>] = [:]

    /// The stickers among some pictures, each once, in its largest file. A picture that no report lists stays, unless
    /// its name and those beside it are those of a cover or a tray icon.
    mutating func stickers(among paths: [FilePath]) -> Set<FilePath> {
        var chosen: Set<FilePath> = []
        var largest: [Sticker: (path: FilePath, byteCount: Int)] = [:]
        for path in paths {
            guard let (folder, pack) = pack(of: path), pack.files.contains(path) else {
                if !isBesideStickers(path) { chosen.insert(path) }
                continue
            }
            guard let picture = pack.pictures[path] else { continue }
            let sticker = Sticker(pack: folder, source: picture.source)
            if picture.byteCount > largest[sticker]?.byteCount ?? -1 { largest[sticker] = (path, picture.byteCount) }
        }
        return chosen.union(largest.values.map(\.path))
    }

    /// Of packs that other programs made or that were unpacked from a ZIP, by the names that 'peel check' knows. In doubt
    /// a picture is a sticker: a photo may be called main.png.
    private mutating func isBesideStickers(_ path: FilePath) -> Bool {
        let folder = path.parent
        let names = names[folder] ?? Set(((try? folder.names()) ?? []).map(\.description))
        self.names[folder] = names
        let name = path.lastComponent.description
        // Telegram.
        if name.hasPrefix("cover."), names.contains("emoji.txt") { return true }
        // LINE.
        if ["main.png", "tab.png"].contains(name) { return names.isSuperset(of: ["main.png", "tab.png", "01.png"]) }
        // A .wastickers file: WhatsApp's stickers are WebP, and the one PNG is the tray icon.
        return names.isSuperset(of: ["title.txt", "author.txt"]) && names.contains { $0.hasSuffix(".webp") }
            && names.filter { $0.hasSuffix(".png") } == [name]
    }

    private mutating func pack(of path: FilePath) -> (folder: FilePath, pack: Pack)? {
        var folder = path.parent
        // As deep as `peel make --for` writes.
        for _ in 0..<8 {
            if let pack = pack(in: folder) { return (folder, pack) }
            guard folder != folder.parent else { return nil }
            folder = folder.parent
        }
        return nil
    }

    private mutating func pack(in folder: FilePath) -> Pack? {
        if let known = packs[folder] { return known }
        let report = try? TargetReport(readingFrom: folder.appending(FilePath(TargetReport.fileName)))
        let pack = report.map { report in
            var pack = Pack(files: Set(report.files.map { folder.appending(FilePath($0)) }))
            for picture in report.pictures { pack.pictures[folder.appending(FilePath(picture.file))] = picture }
            return pack
        }
        packs[folder] = .some(pack)
        return pack
    }
}
