import Files
import Imaging
import Stickers
import Synchronization

/// A pack of so many photos that neither its lists nor its stickers' names fit in memory, made by one machine: the
/// output of a worker that is merged at once, see ``PackWorkStore`` and `PartMerger`. ``PackManifest/lists`` says how
/// such a pack is laid out.
///
/// The stickers are written where they stay. The records lie in the pack's `.peel-records` and stay, too, so that a
/// later run can resume.
final class RecordedPack: PackInWork {
    private let folder: PackFolder
    private let photos: [PartPhoto]
    private let settings: PackSettings
    private let executor: PhotoExecutor
    private let runLength: Int
    private let store: PackWorkStore
    private let output: PartOutput
    private let lock: Mutex<PackLock?>
    var records: any PhotoRecords { output }
    let previousStickerCount: Int

    /// Makes the folder, or takes over the pack that is in it.
    ///
    /// - Parameters:
    ///   - runLength: as `PartMerger`'s.
    ///   - digest: as of ``PackWriter``.
    init(
        _ folder: PackFolder, _ photos: [PartPhoto], by processor: PhotoProcessor, _ settings: PackSettings,
        runLength: Int, digest: (Int) -> SHA256Digest?
    ) async throws(PackError) {
        if settings.writesArchive { throw PackError.archive(ofMany: PartMerger.largestManifest, folder.path) }
        try folder.claim(force: settings.force)
        let lock = try PackLock(ofRecordsIn: folder)
        let previous = try PreviousPack(in: folder, force: settings.force)
        if settings.start == .anew, !settings.force {
            try GivenPhotos(previous, beside: photos, digest: digest).requireAll()
        }
        previousStickerCount = previous.stickerCount
        let store = PackWorkStore(folder)
        if settings.start == .resuming { try await store.adopt(previous) }
        self.folder = folder
        self.photos = photos
        self.settings = settings
        self.store = store
        executor = processor.executor
        self.runLength = runLength
        let run = PackRun(processor, settings)
        let (resumes, keepsUnread) = (settings.start == .resuming, settings.keepsUnread)
        do throws(PackError) {
            output = try await PartOutput.open(
                store, for: run, resumes: resumes, keepsUnread: keepsUnread, pack: store)
        } catch {
            guard error.code == .otherRun else { throw error }
            // What there is of other settings stays until its successor is whole.
            try asPackError { () throws(FileError) in
                try folder.records.appending(FilePath(PackRun.folder)).removeTree()
            }
            output = try await PartOutput.open(
                store, for: run, resumes: resumes, keepsUnread: keepsUnread, pack: store)
        }
        self.lock = Mutex(lock)
    }

    @concurrent
    func finish(_ reached: ReachedPhotos, writesArchive: Bool) async throws(PackError) -> FinishedPack {
        defer { lock.withLock { $0 = nil } }
        let isEnded = reached.count < photos.count
        if settings.start == .anew, isEnded || settings.keepsUnread {
            try await store.adopt(PreviousPack(in: folder, force: settings.force), except: reached.contents)
        }
        let others = try await store.others(
            than: photos, isKept: isEnded || settings.start == .resuming && settings.keepsAbsent,
            keepsUnread: settings.keepsUnread, reached.contents)
        let replaced = Set(others.replaced)
        let listed = photos.filter { !replaced.contains(PhotoRecord.name(of: $0)) }
        var merger = PartMerger([store], .listed(listed + others.kept), executor: executor)
        merger.runLength = runLength
        merger.isOfInterruptedRun = true
        // Whether the folder may be taken was decided at the start.
        let merged = try await merger.merge(into: folder.path, force: true)
        guard var pack = merged?.pack, pack.stickerCount > 0 else {
            return FinishedPack(folder: folder.path, stickerCount: 0)
        }
        pack.absentStickerCount = others.keptStickers
        // Not earlier: a run that ends before the manifest stands loses nothing.
        for name in others.replaced { try await store.remove(name) }
        if !isEnded { for record in others.gone { try await store.remove(record) } }
        return pack
    }
}
