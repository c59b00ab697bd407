import Files
import Imaging

/// Where a platform's pack is put together: a hidden folder beside its place, which it takes when it is whole and
/// checked.
struct TargetFolder: Sendable {
    private let place: FilePath
    /// Where the files are written to.
    let path: FilePath
    private let replaced: FilePath
    private let durability: AtomicFile.Durability
    /// Asked between one part of the work and the next. Once it is `true`, the files are not needed.
    let isStopped: @Sendable () -> Bool

    /// Says what was written; also tells which folders are this program's.
    static let reportName = TargetReport.fileName
    static let reportTextName = "report.txt"
    /// Says what to do next: no part of the pack.
    static let howToName = "HOW-TO.txt"
    /// What an upload has begun: it holds for these files, and goes with them.
    static let uploadName = "upload.json"

    /// Makes an empty folder to write to. Nothing that stands at `place` is changed yet. Blocks.
    ///
    /// - Parameter durability: of the folder once it has its place.
    /// - Throws: ``PackError/Code/notATarget`` when files are there that an earlier run has not written: they would be
    ///   lost.
    init(
        for place: FilePath, durability: AtomicFile.Durability = .synchronized,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(PackError) {
        self.place = place
        self.durability = durability
        self.isStopped = isStopped
        let name = place.lastComponent.description
        path = place.parent.appending(".peel-new-\(name)")
        replaced = place.parent.appending(".peel-old-\(name)")
        let (place, path, replaced) = (place, path, replaced)
        try asPackError { () throws(FileError) in
            // What a run that was killed has left.
            try path.removeTree()
            if (try? place.status(followingLinks: false)) == nil,
                (try? replaced.status(followingLinks: false).kind) == .folder
            {
                try replaced.move(to: place)
            }
            try replaced.removeTree()
        }
        try requireOwnFiles()
        try asPackError { () throws(FileError) in
            try place.parent.createFolder()
            try path.createNewFolder()
        }
    }

    private func requireOwnFiles() throws(PackError) {
        guard let status = try? place.status(followingLinks: false) else { return }
        guard status.kind == .folder else {
            throw PackError(.inTheWay, place, "\(place) is not a folder, but a pack goes there: move it away")
        }
        let walk = try asPackError { () throws(FileError) in try FolderWalk(place) }
        let files = Set((walk.files.map(\.relativePath) + walk.hiddenFiles).map(\.description))
            .filter { !PackFiles.isSystemFile($0) }
        if files.isEmpty, walk.hiddenFolders.isEmpty { return }
        let known = try? TargetReport(readingFrom: place.appending(Self.reportName))
        // What an upload has noted lies in the folder of each set.
        let strange = files.subtracting((known?.files ?? []) + [Self.reportName, Self.reportTextName])
            .filter { FilePath($0).lastComponent != FilePath(Self.uploadName) }.sorted()
        guard known != nil, strange.isEmpty, walk.hiddenFolders.isEmpty else {
            let first = strange.first ?? walk.hiddenFolders.first?.description ?? "other files"
            throw PackError(
                .notATarget, place,
                "\(place) has files that are not of a pack (\(first)), which would be lost: move them away")
        }
    }

    /// Writes a file, with the folders around it. Blocks.
    func write(_ bytes: [UInt8], to name: String) throws(PackError) {
        let file = path.appending(name)
        try asPackError { () throws(FileError) in
            try file.parent.createFolder()
            try AtomicFile.write(bytes, to: file, durability: .deferred)
        }
    }

    func write(_ text: String, to name: String) throws(PackError) {
        try write(Array((text + "\n").utf8), to: name)
    }

    /// Writes the picture that stands for a pack, made of one of its stickers. Blocks.
    func writeCover(
        _ rules: PictureRules, of sticker: TargetSticker, at stickerPath: String, to name: String
    ) throws(PackError) {
        // Of a sticker that moves, its first picture.
        let source = sticker.isLiving ? sticker.file : path.appending(stickerPath)
        let bytes = try asPackError { () throws(FileError) in try source.readBytes() }
        let cover: FittedPicture
        do throws(ImagingError) {
            let bitmap = try ImageSource(bytes).decode().placed(rules, keepsCanvas: sticker.keepsCanvas)
            cover = try rules.formats[0].encode(bitmap, within: rules.writtenByteLimit)
        } catch {
            throw PackError(.damagedSticker, source, "\(source): \(error)")
        }
        try write(cover.bytes, to: name)
    }

    /// Moves the folder to its place; what an earlier run wrote there goes. Blocks.
    ///
    /// - Throws: ``PackError``; what stood there before stands there again then.
    func commit(
        moving move: (FilePath, FilePath) throws(FileError) -> Void = { from, to throws(FileError) in
            try from.move(to: to)
        }
    ) throws(PackError) {
        try asPackError { () throws(FileError) in
            if durability == .synchronized { try synchronize() }
            let isReplacing = (try? place.status(followingLinks: false)) != nil
            if isReplacing { try move(place, replaced) }
            do throws(FileError) {
                try move(path, place)
            } catch {
                if isReplacing { try? replaced.move(to: place) }
                throw error
            }
            if durability == .synchronized { try place.parent.synchronizeFolder() }
        }
        // What is left of it here, the next run removes.
        try? replaced.removeTree()
    }

    /// Waits until all files, and the names of all files and folders, are on the disk.
    private func synchronize() throws(FileError) {
        var folders: Set<FilePath> = [path]
        for file in try FolderWalk(path).files {
            try OpenFile.readingFile(file.path).synchronize()
            var folder = file.path.parent
            while folders.insert(folder).inserted { folder = folder.parent }
        }
        for folder in folders { try folder.synchronizeFolder() }
    }

    /// Removes what was written. Blocks.
    func discard() {
        try? path.removeTree()
    }
}
