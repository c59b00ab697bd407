import Files
import Imaging

/// Where a platform's pack is put together: a hidden folder beside its place, which it takes when it is whole and
/// checked.
///
/// Other users may be able to exchange what lies beside it. So the files are written through an open folder that only
/// this user can enter, and a folder is removed only if it is the one that was looked at.
struct TargetFolder: Sendable {
    private let place: FilePath
    private let run: RunFolder
    /// Where the folder at the place goes before the new one comes. If a run is killed in between, it is found there.
    private let replaced: FilePath
    /// The folder at the place; `nil` if there is none.
    private let standing: FileStatus.Identity?
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

    /// Where the files are written to. Only this process can use this path.
    var path: FilePath { run.openPath }

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
        let replaced = place.parent.appending(".peel-old-\(place.lastComponent.description)")
        self.replaced = replaced
        if (try? place.status(followingLinks: false)) == nil, Self.leftover(at: replaced) != nil {
            try asPackError { () throws(FileError) in try replaced.move(to: place) }
        }
        standing = try Self.requireOwnFiles(at: place)
        run = try asPackError { () throws(FileError) in try RunFolder(in: place.parent) }
        try clearReplaced()
    }

    /// The identity of a folder that a killed run has left between two moves; `nil` for anything else.
    private static func leftover(at replaced: FilePath) -> FileStatus.Identity? {
        guard (try? replaced.status(followingLinks: false).isOwn) == true else { return nil }
        return try? requireOwnFiles(at: replaced)
    }

    /// Removes what a killed run has left where the folder at the place is to go.
    private func clearReplaced() throws(PackError) {
        guard let status = try? replaced.status(followingLinks: false) else { return }
        if status.isOwn, status.kind != .folder {
            try? replaced.removeFile()
        } else if let leftover = Self.leftover(at: replaced) {
            removeReplaced(leftover)
        }
        guard standing == nil || (try? replaced.status(followingLinks: false)) == nil else {
            throw PackError(
                .inTheWay, replaced,
                "\(replaced) is in the way: \(place) is moved there while it is replaced; move it away")
        }
    }

    /// Removes the folder that was replaced, unless another one has taken its place.
    private func removeReplaced(_ identity: FileStatus.Identity) {
        // No other user can exchange it there.
        let doomed = path.parent.appending("replaced")
        guard (try? replaced.move(to: doomed)) != nil else { return }
        // Some file systems number a folder by its path.
        if (try? doomed.status(followingLinks: false).identity) == identity || Self.leftover(at: doomed) != nil {
            try? doomed.removeTree()
        } else if (try? doomed.move(to: replaced)) == nil {
            // Something stands there again, and what stays here is removed with the run's folder.
            let number = String(UInt64.random(in: 0 ... .max), radix: 36)
            try? doomed.move(to: place.parent.appending("\(replaced.lastComponent)-\(number)"))
        }
    }

    /// Checks that a folder has only files that an earlier run has written.
    ///
    /// - Returns: its identity; `nil` if nothing is there.
    private static func requireOwnFiles(at place: FilePath) throws(PackError) -> FileStatus.Identity? {
        guard let status = try? place.status(followingLinks: false) else { return nil }
        guard status.kind == .folder else {
            throw PackError(.inTheWay, place, "\(place) is not a folder, but a pack is written there: move it away")
        }
        let walk = try asPackError { () throws(FileError) in try FolderWalk(place) }
        let files = Set((walk.files.map(\.relativePath) + walk.hiddenFiles).map(\.description))
            .filter { !PackFiles.isSystemFile($0) }
        if files.isEmpty, walk.hiddenFolders.isEmpty { return status.identity }
        let known = try? TargetReport(readingFrom: place.appending(Self.reportName))
        // What an upload has noted lies in the folder of each set.
        let strange = files.subtracting((known?.files ?? []) + [Self.reportName, Self.reportTextName])
            .filter { FilePath($0).lastComponent != FilePath(Self.uploadName) }.sorted()
        guard known != nil, strange.isEmpty, walk.hiddenFolders.isEmpty else {
            let first = strange.first ?? walk.hiddenFolders.first?.description ?? "other files"
            throw PackError(
                .notATarget, place,
                "\(place) has files that do not belong to a pack (\(first)), which would be lost: move them away")
        }
        return status.identity
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
        if durability == .synchronized { try asPackError { () throws(FileError) in try synchronize() } }
        guard (try? place.status(followingLinks: false).identity) == standing else {
            throw PackError(
                .inTheWay, place, "\(place) was created or replaced while its pack was made: run this again")
        }
        try asPackError { () throws(FileError) in
            if standing != nil { try move(place, replaced) }
            do throws(FileError) {
                try move(path, place)
            } catch {
                if standing != nil { try? replaced.move(to: place) }
                throw error
            }
            if durability == .synchronized { try place.parent.synchronizeFolder() }
        }
        // What is left of it here, the next run removes.
        if let standing { removeReplaced(standing) }
        discard()
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
    func discard() { run.remove() }

    /// The same error with the place's name instead of ``path``.
    func named(_ error: PackError) -> PackError {
        guard error.path.bytes.starts(with: path.bytes) else { return error }
        return PackError(
            error.code, FilePath(bytes: place.bytes + error.path.bytes.dropFirst(path.bytes.count)),
            error.description.replacing(path.description, with: place.description))
    }
}
