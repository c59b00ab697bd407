import Files
import Glibc

/// Writes a pack of so many photos that neither its manifest nor the names of its stickers fit in memory. It is handed
/// the photos in their order.
///
///     pack.json                      as of other packs, but the lists are beside it
///     stickers.jsonl failures.jsonl  a line for each sticker, and for each photo without one
///     stickers/ab/abcd….webp         by the SHA-256 of photo and settings
///     contact-sheet.png …            of at most ``mostTiles`` photos, evenly
///
/// The lists are replaced at the end, then the manifest. A run that is killed before that leaves the pack that was
/// there, and files that the next run takes for its own or removes; one that is killed between the two leaves a
/// manifest whose counts differ from its lists, which readers refuse and the next run mends.
final class LargePackWriter: PackSink {
    /// Ten pages.
    static let mostTiles = 10 * ContactSheet.tilesPerPage

    private let folder: PackFolder
    private let journal: PackJournal
    private let previous: PreviousPack
    private var manifest: PackManifest
    private let stickerList: ListFile
    private let failureList: ListFile
    private var newFiles: ExternalSort<String>
    private let pages: ContactSheetPages
    private let stride: Int
    private let removedStickerCount: Int
    private(set) var failures: [PackManifest.Failure] = []
    var failureCount: Int { lists.failureCount }
    private var lists = PackManifest.Lists(stickerCount: 0, failureCount: 0)

    /// - Parameter given: the photos beside those of the pack that is there; `nil` for none.
    init(
        folder: PackFolder, run: PackRun, photoCount: Int, force: Bool, runLength: Int, given: GivenPhotos?
    ) throws(PackError) {
        try folder.claim(force: force)
        let journal = try PackJournal(in: folder)
        do throws(PackError) {
            previous = try PreviousPack(in: folder, force: force)
            if !force { try given?.requireAll() }
            removedStickerCount = try given?.removedStickerCount() ?? 0
            try folder.prepare()
            stickerList = try ListFile(folder.path.appending(PackFolder.stickerListName))
            failureList = try ListFile(folder.path.appending(PackFolder.failureListName))
        } catch {
            journal.giveUp(folder)
            throw error
        }
        self.journal = journal
        self.folder = folder
        manifest = PackManifest(program: run.program, model: run.model)
        manifest.version = PackManifest.versionWithLists
        newFiles = ExternalSort(in: folder.path, runLength: runLength, by: <)
        stride = max(1, (photoCount + Self.mostTiles - 1) / Self.mostTiles)
        pages = ContactSheetPages(of: folder, photoCount: (photoCount + stride - 1) / stride)
    }

    func shows(_ index: Int) -> Bool { index.isMultiple(of: stride) }

    func add(_ result: PhotoResult, at index: Int) throws(PackError) {
        if let failure = result.failure {
            try failureList.append(failure)
            lists.failureCount += 1
            if failures.count < PartMerger.mostNamedFailures { failures.append(failure) }
        }
        for (entry, bytes) in zip(result.entries, result.files) {
            try asPackError { () throws(FileError) in
                let path = folder.path(of: entry)
                if !folder.holdsFile(of: entry) {
                    try folder.path.requireFolders(FilePath(entry.file).parent, "write")
                    try path.parent.createFolder()
                    try AtomicFile.write(bytes, to: path)
                }
            }
            try stickerList.append(entry)
            try newFiles.append(entry.file)
            lists.stickerCount += 1
        }
        try place(result.tiles, index)
    }

    func skip(_ index: Int) throws(PackError) { try place([], index) }

    private func place(_ tiles: [ContactSheetTile], _ index: Int) throws(PackError) {
        if shows(index) { try pages.place(tiles, photo: index / stride) }
    }

    /// Writes the lists and the manifest, and removes what an old pack had and this one has not. Without a sticker,
    /// what was there stays as it was.
    func finished(withArchive: Bool) throws(PackError) -> FinishedPack {
        guard lists.stickerCount > 0 else {
            try asPackError { () throws(FileError) in try folder.journal.removeFile() }
            return FinishedPack(folder: folder.path, stickerCount: 0)
        }
        try pages.finish()
        manifest.contactSheets = pages.names
        manifest.lists = lists
        try stickerList.commit()
        try failureList.commit()
        try asPackError { () throws(FileError) in
            try AtomicFile.write(manifest.jsonBytes, to: folder.manifest)
        }
        try removeOthers()
        try asPackError { () throws(FileError) in try folder.journal.removeFile() }
        return FinishedPack(
            folder: folder.path, stickerCount: lists.stickerCount, removedStickerCount: removedStickerCount,
            contactSheets: manifest.contactSheets.map { folder.path.appending($0) })
    }

    /// Removes what lies where stickers of many photos do and is not of this pack, and what else an old pack had.
    private func removeOthers() throws(PackError) {
        var newFiles = newFiles.sorted()
        try asPackError { () throws(FileError) in
            // Those in folders are found there.
            let names = ((previous.manifest?.stickers ?? []) + previous.journal.stickers).map(\.file)
            try folder.remove(
                names.filter { FilePath($0).parent == FilePath(PackFolder.stickersName) }, keeping: [])
        }
        var kept = try newFiles.next()
        for name in try asPackError({ () throws(FileError) in try folder.foldersOfMany() }) {
            let names = try asPackError { () throws(FileError) in
                try folder.stickers.requireFolders(name, "remove")
                return try folder.stickers.appending(name).names()
            }
            for file in names.map({ "\(PackFolder.stickersName)/\(name)/\($0)" }) {
                while let next = kept, next < file { kept = try newFiles.next() }
                guard kept != file, PackManifest.Entry.isSafe(file) else { continue }
                try asPackError { () throws(FileError) in try folder.path.appending(file).removeFile() }
                folder.removeFolderOfMany(file)
            }
        }
        for file in Set(previous.otherFiles).subtracting(manifest.files) {
            try asPackError { () throws(FileError) in try folder.path.appending(file).removeFile() }
        }
    }
}

/// A list that appears whole or not at all.
private final class ListFile {
    private var file: AtomicFile?
    private var buffer: [UInt8] = []

    init(_ path: FilePath) throws(PackError) {
        file = try asPackError { () throws(FileError) in try AtomicFile(at: path) }
    }

    func append(_ line: some Encodable) throws(PackError) {
        buffer += PackManifest.json(line, [])
        if buffer.count >= 1 << 20 { try write() }
    }

    private func write() throws(PackError) {
        let bytes = buffer
        buffer = []
        try asPackError { () throws(FileError) in try file?.write(bytes) }
    }

    func commit() throws(PackError) {
        try write()
        try asPackError { () throws(FileError) in try file.take()?.commit() }
    }
}
