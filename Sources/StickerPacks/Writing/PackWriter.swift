public import Files
import Glibc
import Imaging
public import Stickers
import Synchronization

/// Writes a pack: the stickers as they come, in any order and from any thread; the manifest, in the order of the
/// photos, at the end.
///
/// A run that stops early still calls ``finish(withArchive:)`` and leaves a valid pack of what is done. One that is
/// killed leaves a journal. Both are continued by a run that resumes.
///
/// Calls block. Callers run them on the photo executor or on a thread of their own.
public final class PackWriter: Sendable {
    /// What becomes of a pack that is there already.
    public enum Start: Hashable, Sendable {
        /// All photos are done anew. Stickers that the old manifest lists and the new one does not are removed at the
        /// end.
        case anew
        /// Stickers of the same photo, made with the same settings, are kept.
        case resuming
    }

    /// What all photos of a run have in common.
    public struct Run: Hashable, Sendable {
        public var program: PackManifest.Program
        public var model: PackManifest.Model
        public var settings: SettingsFingerprint

        public init(program: PackManifest.Program, model: PackManifest.Model, settings: SettingsFingerprint) {
            self.program = program
            self.model = model
            self.settings = settings
        }
    }

    public let folder: PackFolder
    private let run: Run
    private let sources: [FilePath]
    private let origins: [PackManifest.Origin?]
    private let naming: StickerNaming
    private let start: Start
    /// What was there before this run, by the files' names.
    private let previous: PreviousPack
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var journal: PackJournal
        var outcomes: [Int: Outcome] = [:]
        var contactSheetPages: Set<Int> = []
        var unsynchronized: [FilePath] = []
        var isFinished = false
    }

    private enum Outcome {
        case stickers([PackManifest.Entry])
        case failure(String)
    }

    /// Makes the folder, or takes over the pack that is in it. Nothing of an old pack is removed yet.
    ///
    /// - Parameters:
    ///   - sources: the photos in their order, each as its path from the folder that was given on. They name the
    ///     stickers and stand in the manifest.
    ///   - origins: for each of them, where it is from; empty when none is from the web.
    ///   - fileExtension: of the stickers, without a dot.
    ///   - numbersInstances: whether each subject gets a sticker of its own.
    ///   - force: takes a folder that has files in it and is no pack. They stay, unless they bear the names of the
    ///     pack's files.
    public init(
        folder: PackFolder, run: Run, sources: [FilePath], origins: [PackManifest.Origin?] = [],
        fileExtension: String, numbersInstances: Bool = false, start: Start = .anew, force: Bool = false
    ) throws(PackError) {
        precondition(origins.isEmpty || origins.count == sources.count, "there is an origin for each photo, or none")
        try folder.claim(force: force)
        let journal = try PackJournal(in: folder)
        do throws(PackError) {
            previous = PreviousPack(
                manifest: try folder.existingManifest(force: force), journal: try journal.readEntries())
            try asPackError { () throws(FileError) in try folder.prepare() }
        } catch {
            // A folder that was not taken is left as it was.
            if journal.isEmpty { try? folder.journal.removeFile() }
            throw error
        }
        self.folder = folder
        self.run = run
        self.sources = sources
        self.origins = origins
        self.start = start
        naming = StickerNaming(
            sources: sources, fileExtension: fileExtension, numbersInstances: numbersInstances)
        state = Mutex(State(journal: journal))
    }

    /// How many stickers an earlier pack in the same folder has.
    public var previousStickerCount: Int { previous.count }

    /// The stickers of a photo, if a run before this one has made them of the same bytes with the same settings and
    /// their files are as they were: then they are part of this pack too and there is nothing to do. Always `nil`
    /// unless the run resumes.
    ///
    /// - Parameters:
    ///   - source: the photo's place in the order, from 0.
    ///   - digest: of the photo's file.
    public func keep(source: Int, digest: SHA256Digest) -> [PackManifest.Entry]? {
        guard start == .resuming else { return nil }
        var entries = previous.entries(named: { naming.name(ofSource: source, instance: $0) })
        entries.removeAll { $0.sourceSHA256 != digest.hex || $0.settings != run.settings.description }
        guard !entries.isEmpty, entries.allSatisfy({ folder.holdsFile(of: $0) }) else { return nil }
        for index in entries.indices {
            entries[index].source = sources[source].escapedText
            if !origins.isEmpty { entries[index].origin = origins[source] }
        }
        state.withLock { $0.outcomes[source] = .stickers(entries) }
        return entries
    }

    /// Writes the stickers of a photo.
    ///
    /// - Parameters:
    ///   - source: the photo's place in the order, from 0.
    ///   - digest: of the photo's file.
    ///   - files: the encoded stickers, one for each of `photo.stickers`.
    /// - Returns: what the manifest will say about them.
    @discardableResult
    public func add(
        _ photo: ProcessedPhoto, source: Int, digest: SHA256Digest, files: [[UInt8]]
    ) throws(PackError) -> [PackManifest.Entry] {
        precondition(files.count == photo.stickers.count, "there is a file for each sticker")
        let entries = zip(photo.stickers, files).map { sticker, bytes in
            makeEntry(sticker, of: photo, source: source, digest: digest, bytes: bytes)
        }
        var written: [FilePath] = []
        do throws(FileError) {
            for (entry, bytes) in zip(entries, files) {
                let path = folder.path(of: entry)
                let isNew = (try? path.status(followingLinks: false)) == nil
                try AtomicFile.write(bytes, to: path, followingLinks: false, durability: .deferred)
                if isNew { written.append(path) }
            }
            try state.withLock { state throws(FileError) in
                precondition(!state.isFinished, "the pack is not finished yet")
                try state.journal.append(entries)
                state.outcomes[source] = .stickers(entries)
                state.unsynchronized += entries.map(folder.path(of:))
            }
        } catch {
            // What no manifest will list must not stay; what stood there before does.
            for path in written { try? path.removeFile() }
            throw PackError(error)
        }
        return entries
    }

    private func makeEntry(
        _ sticker: Sticker, of photo: ProcessedPhoto, source: Int, digest: SHA256Digest, bytes: [UInt8]
    ) -> PackManifest.Entry {
        PackManifest.Entry(
            file: "\(PackFolder.stickersName)/\(naming.name(ofSource: source, instance: sticker.instance))",
            byteCount: bytes.count, sha256: SHA256Digest(of: bytes).hex, source: sources[source].escapedText,
            sourceSHA256: digest.hex, settings: run.settings.description, size: sticker.bitmap.size,
            photoSize: photo.photoSize, box: sticker.box, instance: sticker.instance,
            colors: photo.colorScheme.swatches.map(PackManifest.Color.init),
            textColor: photo.colorScheme.textColor.hex, origin: origins.isEmpty ? nil : origins[source])
    }

    /// Notes that a photo became no sticker.
    ///
    /// - Parameter reason: one sentence for a person, the same in each run.
    public func fail(source: Int, reason: String) {
        state.withLock { $0.outcomes[source] = .failure(reason) }
    }

    /// Writes a page of the contact sheet.
    ///
    /// - Parameters:
    ///   - png: the encoded page.
    ///   - page: from 1.
    public func writeContactSheet(_ png: [UInt8], page: Int) throws(PackError) {
        try asPackError { () throws(FileError) in
            try AtomicFile.write(png, to: folder.contactSheet(page: page), followingLinks: false)
        }
        state.withLock { _ = $0.contactSheetPages.insert(page) }
    }

    /// Writes the manifest, removes what it no longer lists, and the ZIP where asked for. To be called once, after
    /// everything that is under way has ended.
    ///
    /// Photos that were not reached keep the stickers they had, if those were made with the same settings.
    @discardableResult
    public func finish(withArchive: Bool = false) throws(PackError) -> PackManifest {
        let (manifest, written) = state.withLock { state in
            state.isFinished = true
            return (makeManifest(state, withArchive: withArchive), state.unsynchronized)
        }
        try asPackError { () throws(FileError) in
            // What the manifest promises is on the disk before the manifest is.
            for path in written { try synchronize(path) }
            try folder.stickers.synchronizeFolder()
            try folder.remove(previous.files(notIn: manifest), keeping: manifest.files)
            try AtomicFile.write(manifest.jsonBytes, to: folder.manifest, followingLinks: false)
            try folder.journal.removeFile()
        }
        if withArchive { try folder.writeArchive(manifest) }
        return manifest
    }

    private func synchronize(_ path: FilePath) throws(FileError) {
        do throws(FileError) {
            try OpenFile(reading: path).synchronize()
        } catch {
            // A sticker that someone took away in the meantime is made again when the pack is resumed.
            if error.errorNumber != ENOENT { throw error }
        }
    }

    /// The stickers that a photo keeps when this run ends without having reached it: those that an earlier run made with
    /// the same settings.
    ///
    /// - Parameter source: the photo's place in the order, from 0.
    public func unreachedEntries(_ source: Int) -> [PackManifest.Entry] {
        previous.entries(named: { naming.name(ofSource: source, instance: $0) }).filter {
            $0.settings == run.settings.description && folder.mayHoldFile(of: $0)
        }
    }

    private func makeManifest(_ state: borrowing State, withArchive: Bool) -> PackManifest {
        var manifest = PackManifest(
            program: run.program, model: run.model,
            contactSheets: state.contactSheetPages.sorted().map { PackFolder.contactSheetName(page: $0) },
            archive: withArchive ? PackFolder.archiveName : nil)
        for (index, source) in sources.enumerated() {
            switch state.outcomes[index] {
            case .stickers(let entries): manifest.stickers += entries
            case .failure(let reason):
                manifest.failures.append(PackManifest.Failure(source: source.escapedText, reason: reason))
            case nil:
                manifest.stickers += unreachedEntries(index)
            }
        }
        return manifest
    }
}
