import Files
import Glibc
import Stickers
import Synchronization

/// Writes a pack: the stickers as they come, in any order and from any thread; the manifest, in the order of the
/// photos, at the end.
///
/// A run that stops early still calls ``finish(withArchive:)`` and leaves a valid pack of what is done. One that is
/// killed leaves a journal. Both are continued by a run that resumes.
///
/// Calls block. Callers run them on the photo executor or on a thread of their own.
final class PackWriter: Sendable {
    /// The pack's folder.
    let folder: PackFolder
    let run: PackRun
    let photos: [PartPhoto]
    let naming: StickerNaming
    let start: PackSettings.Start
    /// What was there before this run.
    let previous: StickerIndex
    /// Whether there was no folder before.
    private let isNewFolder: Bool
    let keepsAbsent: Bool
    let keepsUnread: Bool
    let contactSheet: ContactSheetPages
    let state: Mutex<State>

    struct State: ~Copyable {
        var journal: PackJournal
        /// This run's, beside those of the pack that was there.
        var given: GivenPhotos
        var outcomes: [Int: Outcome] = [:]
        /// Photos that could not be read or decoded this time: what was made of them before stays.
        var unread: Set<Int> = []
        /// SHA-256 of the photos that were decoded and became no sticker.
        var failedContents: Set<String> = []
        /// Of earlier runs; none of this run's photos has them.
        var withoutPhoto: [PackManifest.Entry] = []
        var hasKeptUnreached = false
        var unsynchronized: [FilePath] = []
        var removedStickers = 0
        var isFinished = false
    }

    enum Outcome {
        case stickers([PackManifest.Entry])
        case failure(String)

        var stickers: [PackManifest.Entry] {
            if case .stickers(let entries) = self { entries } else { [] }
        }
    }

    /// Makes the folder, or takes over the pack that is in it. Nothing of an old pack is removed yet.
    ///
    /// - Parameters:
    ///   - photos: in their order. Their sources name the stickers and stand in the manifest.
    ///   - force: takes a folder that has files in it and is not a pack; they stay, unless they bear the names of the
    ///     pack's files. Takes the place of a pack of other photos, too.
    ///   - keepsAbsent: a run that resumes keeps the stickers of photos that it does not have, too: those for which a
    ///     folder could not be listed, for instance.
    ///   - given: the photos beside those of the pack that is there, where that is known already.
    ///   - digest: of the file of a photo, by its place in the order, where it is not; `nil` for a photo that cannot be
    ///     read beforehand. Asked only when a pack is there.
    init(
        folder: PackFolder, run: PackRun, photos: [PartPhoto], start: PackSettings.Start = .anew, force: Bool = false,
        keepsAbsent: Bool = false, given: GivenPhotos? = nil, digest: (Int) -> SHA256Digest? = { _ in nil }
    ) throws(PackError) {
        isNewFolder = (try? folder.path.status()) == nil
        try folder.claim(force: force)
        let journal = try PackJournal(in: folder)
        let known: GivenPhotos
        do throws(PackError) {
            let pack = try PreviousPack(in: folder, force: force)
            let isChecked = start == .anew && !force
            if let given {
                known = given
            } else if isChecked {
                known = try GivenPhotos(pack, beside: photos, digest: digest)
            } else {
                known = try GivenPhotos(pack, beside: photos)
            }
            if isChecked { try known.requireAll() }
            previous = try StickerIndex(pack)
            try folder.prepare()
        } catch {
            journal.giveUp(folder)
            throw error
        }
        self.folder = folder
        self.keepsAbsent = keepsAbsent
        keepsUnread = start.keepsUnread(force: force)
        contactSheet = ContactSheetPages(of: folder, photoCount: photos.count)
        self.run = run
        self.photos = photos
        self.start = start
        naming = StickerNaming(
            sources: photos.map(\.source), fileExtension: run.pathExtension, numbersInstances: run.numbersInstances)
        state = Mutex(State(journal: journal, given: known))
    }

    /// How many stickers of photos that this run does not have were removed by ``finish(withArchive:)``.
    var removedStickerCount: Int { state.withLock { $0.removedStickers } }

    /// How many stickers of photos that this run does not have were kept by ``finish(withArchive:)``.
    var absentStickerCount: Int { state.withLock { $0.withoutPhoto.count } }

    /// How many stickers an earlier pack in the same folder has.
    var previousStickerCount: Int { previous.count }

    /// Writes the stickers of a photo.
    ///
    /// - Parameters:
    ///   - source: the photo's place in the order, from 0.
    ///   - digest: of the photo's file.
    ///   - files: the encoded stickers, one for each of `photo.stickers`.
    /// - Returns: what the manifest will say about them.
    @discardableResult
    func add(
        _ photo: ProcessedPhoto, source: Int, digest: SHA256Digest, files: [[UInt8]]
    ) throws(PackError) -> [PackManifest.Entry] {
        let entries = run.entries(photo, files, of: photos[source], digest, metadata: photos[source].metadata) {
            file(ofSource: source, instance: $0, likeFile: "sticker.\($1)")
        }
        try asPackError { () throws(FileError) in
            try write(entries, Array(zip(entries, files)), source: source)
        }
        return entries
    }

    /// Makes these the stickers of a photo, and writes the files of those that are not there yet.
    ///
    /// - Parameter source: `nil` where this run does not have the photo.
    func write(
        _ entries: [PackManifest.Entry], _ files: [(entry: PackManifest.Entry, bytes: [UInt8])], source: Int?
    ) throws(FileError) {
        // Noted before it is written: the next run knows all files that a killed one has left.
        try state.withLock { state throws(FileError) in
            precondition(!state.isFinished, "the pack is not finished yet")
            if !files.isEmpty { try state.journal.append(entries) }
        }
        var written: [FilePath] = []
        do throws(FileError) {
            // All are on the disk before the first takes the place of what an earlier run made of the photo.
            let pending = try files.map { (file) throws(FileError) in
                (file.entry, try PendingFile(file.bytes, folder.path(of: file.entry)))
            }
            for (entry, file) in pending {
                let path = folder.path(of: entry)
                let others = previous.stickers(inFile: entry.file).filter {
                    $0.sha256 != entry.sha256
                        && ($0.settings == entry.settings || $0.sourceSHA256 != entry.sourceSHA256)
                }
                try folder.setAside(path, ifOneOf: others)
                let isNew = (try? path.status(followingLinks: false)) == nil
                try file.commit()
                if isNew { written.append(path) }
            }
        } catch {
            // What no manifest will list must not stay; what stood there before does.
            for path in written { try? path.removeFile() }
            throw error
        }
        state.withLock { state in
            if let source { state.outcomes[source] = .stickers(entries) }
            if let content = entries.first?.sourceSHA256 { state.given.give(content: content) }
            state.unsynchronized += files.map { folder.path(of: $0.entry) }
        }
    }

    /// Of a sticker, from the pack's folder on.
    ///
    /// - Parameter other: a file whose ending it gets; `nil` for the run's own.
    func file(ofSource source: Int, instance: Int?, likeFile other: String? = nil) -> String {
        let pathExtension = other.map { FilePath($0).pathExtension }
        let name = naming.name(ofSource: source, instance: instance, pathExtension: pathExtension)
        return "\(PackFolder.stickersName)/\(name)"
    }

    /// Notes that a photo became no sticker.
    ///
    /// - Parameters:
    ///   - reason: one sentence for a person, the same in each run.
    ///   - isUnread: whether the photo could not even be read, or not decoded: what was made of it before stays.
    ///   - digest: of the photo's file, where it could be read.
    func fail(source: Int, reason: String, isUnread: Bool = false, digest: SHA256Digest? = nil) {
        state.withLock { state in
            state.outcomes[source] = .failure(reason)
            if let digest { state.given.give(content: digest.hex) }
            if isUnread {
                state.unread.insert(source)
            } else if let digest {
                state.failedContents.insert(digest.hex)
            }
        }
    }

    /// Writes the manifest, removes what it no longer lists, and the ZIP where asked for. To be called once, after
    /// everything that is under way has ended.
    ///
    /// Photos that were not reached keep the stickers they had, see ``keepUnreached()``. Without a sticker a pack that
    /// was there stays as it was, and no new one is made: of what this run made nothing is left, the folder included
    /// where it is of this run and empty.
    @discardableResult
    func finish(withArchive: Bool = false) throws(PackError) -> PackManifest {
        keepUnreached()
        let (manifest, written) = try state.withLock { state throws(PackError) in
            state.isFinished = true
            state.removedStickers = try state.given.removedStickerCount()
            return (makeManifest(state, withArchive: withArchive), state.unsynchronized)
        }
        guard !manifest.stickers.isEmpty else {
            guard previous.count == 0 else {
                state.withLock { $0.removedStickers = 0 }
                // The journal of a killed run knows stickers that no manifest has.
                let isNoted = (try? folder.manifest.status()) != nil
                try asPackError { () throws(FileError) in if isNoted { try folder.journal.removeFile() } }
                return manifest
            }
            try asPackError { () throws(FileError) in
                try folder.removePackWithoutStickers(manifest, andFolder: isNewFolder)
            }
            return manifest
        }
        try asPackError { () throws(FileError) in
            // What the manifest promises is on the disk before the manifest is.
            for path in written { try synchronize(path) }
            try folder.stickers.synchronizeFolder()
            // A manifest that cannot be written costs nothing of what was there.
            let list = try AtomicFile(at: folder.manifest)
            try list.write(manifest.jsonBytes)
            try list.synchronize()
            try folder.remove(previous.files(notIn: manifest), keeping: manifest.files)
            try list.commit()
            try folder.removeSetAside()
        }
        // The journal goes last: until then a killed run is one to be continued.
        if withArchive { try folder.writeArchive(manifest) }
        try asPackError { () throws(FileError) in try folder.journal.removeFile() }
        return manifest
    }

    private func synchronize(_ path: FilePath) throws(FileError) {
        do throws(FileError) {
            try OpenFile.readingFile(path).synchronize()
        } catch {
            // A sticker that was removed by hand in the meantime is made again when the pack is resumed.
            if error.errorNumber != ENOENT { throw error }
        }
    }

    /// Photos that became no sticker, in their order.
    var failures: [PackManifest.Failure] { state.withLock { failures($0) } }
    var failureCount: Int { failures.count }

    private func failures(_ state: borrowing State) -> [PackManifest.Failure] {
        photos.enumerated().compactMap { index, photo in
            guard case .failure(let reason) = state.outcomes[index] else { return nil }
            return PackManifest.Failure(source: photo.source.escapedText, reason: reason)
        }
    }

    private func makeManifest(_ state: borrowing State, withArchive: Bool) -> PackManifest {
        var manifest = PackManifest(
            program: run.program, model: run.model, contactSheets: contactSheet.names,
            archive: withArchive ? PackFolder.archiveName : nil)
        manifest.stickers = photos.indices.flatMap { state.outcomes[$0]?.stickers ?? [] }
        manifest.failures = failures(state)
        manifest.stickers += state.withoutPhoto
        return manifest
    }
}

/// A file that is written and waits to take its place; without that nothing of it stays.
private final class PendingFile {
    private var file: AtomicFile?

    init(_ bytes: [UInt8], _ path: FilePath) throws(FileError) {
        file = try AtomicFile(at: path, durability: .deferred)
        try file?.write(bytes)
    }

    func commit() throws(FileError) { try file.take()?.commit() }
}
