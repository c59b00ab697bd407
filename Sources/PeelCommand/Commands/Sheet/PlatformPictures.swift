import Peel

/// Tells the stickers of packs for platforms from what lies beside them: covers, tray icons, and the same sticker in
/// other sizes. Knows how far they were enlarged.
///
/// Remembers the reports, manifests and folders that it has read: one serves one search.
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
    /// By the pack's folder and the sticker's file; of enlarged stickers alone.
    private var scales: [FilePath: [FilePath: Double]] = [:]

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

    /// Of packs that other programs made or that were unpacked from a ZIP, by the names that 'peel check' knows. In
    /// doubt a picture is a sticker: a photo may be called main.png.
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
        return names.isSuperset(of: ["title.txt", "author.txt"]) && names.contains { $0.endsWithBytes(of: ".webp") }
            && names.filter { $0.endsWithBytes(of: ".png") } == [name]
    }

    private mutating func pack(of path: FilePath) -> (folder: FilePath, pack: Pack)? {
        for folder in folders(of: path) {
            if let pack = pack(in: folder) { return (folder, pack) }
        }
        return nil
    }

    /// The folders in which a picture lies, the nearest first, as deep as `peel make --for` writes.
    private func folders(of path: FilePath) -> [FilePath] {
        var folders = [path.parent]
        while folders.count < 8, let last = folders.last, last != last.parent { folders.append(last.parent) }
        return folders
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

extension PlatformPictures {
    /// How many of a picture's pixels, in a row, stand for one of its photo's. It is 1 unless the picture lies in a
    /// pack whose manifest says that the sticker was enlarged. Blocks.
    mutating func scale(of path: FilePath, limits: ImageLimits) -> Double {
        // A bare name has a folder, too, and a link may lead into a pack.
        let path = path.parent.resolved.appending(path.lastComponent)
        guard let (folder, pack) = pack(of: path) else {
            for folder in folders(of: path) {
                if let scale = scales(in: folder)[path] { return scale }
            }
            return 1
        }
        let packFolder = folder.parent
        guard let sticker = pack.pictures[path].map({ packFolder.appending($0.source) }),
            let scale = scales(in: packFolder)[sticker]
        else { return 1 }
        guard let ownSide = seenSide(of: sticker, limits), let side = seenSide(of: path, limits) else { return scale }
        // The platform's picture may be smaller.
        return scale * side / ownSide
    }

    private mutating func scales(in folder: FilePath) -> [FilePath: Double] {
        if let known = scales[folder] { return known }
        var found: [FilePath: Double] = [:]
        for entry in (try? PackFolder(folder).readManifest().stickers) ?? [] {
            if let scale = entry.scale { found[folder.appending(entry.file)] = scale }
        }
        scales[folder] = found
        return found
    }

    /// The longest side of the visible part, in the picture's pixels.
    private func seenSide(of path: FilePath, _ limits: ImageLimits) -> Double? {
        guard let bytes = try? path.readBytes(limit: limits.bytes),
            let source = try? ImageSource(bytes, limits: limits),
            let bitmap = try? source.decode(atLeast: 512), let box = bitmap.alphaBox(above: 127)
        else { return nil }
        return Double(box.size.longestSide) * Double(source.size.longestSide) / Double(bitmap.size.longestSide)
    }
}
