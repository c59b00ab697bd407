import Execution
public import Files
import Imaging
public import Stickers
import Synchronization

/// Makes a pack of so many photos that neither its lists nor its stickers' names fit in memory: as ``PackMaker``, by what
/// workers of parts do (``PartWorker``, ``PartMerger``). ``PackManifest/lists`` says how such a pack is laid out.
///
/// The stickers are written where they stay. The records lie in the pack's `.peel-records` and stay, too, so that a later
/// run can resume.
public final class LargePackMaker: Sendable {
    let photos: [PartPhoto]
    let store: PackPartStore
    let settings: PackSettings
    private let folder: PackFolder
    private let worker: PartWorker
    private let executor: PhotoExecutor
    /// How many stickers the folder has of a pack that this one replaces.
    public let replacedStickerCount: Int
    /// As ``PartMerger``'s; tests take fewer.
    let runLength: Int
    private let reached = Mutex(Reached())

    /// The photos of which it is known what became of them.
    struct Reached {
        var count = 0
        /// SHA-256 of those that could be read.
        var contents: Set<String> = []
    }

    /// Makes the folder, or takes over the pack that is in it.
    ///
    /// - Parameters:
    ///   - photos: in their order, which is that of the pack.
    ///   - settings: without a ZIP.
    /// - Throws: ``PackError/Code/archive`` where a ZIP is asked for; else as ``PackMaker``.
    public convenience init(
        folder: FilePath, photos: [PackPhoto], processor: PhotoProcessor, settings: PackSettings = PackSettings()
    ) async throws(PackError) {
        try await self.init(folder, photos, processor, settings, runLength: 20_000)
    }

    init(
        _ path: FilePath, _ photos: [PackPhoto], _ processor: PhotoProcessor, _ settings: PackSettings, runLength: Int
    ) async throws(PackError) {
        guard !settings.writesArchive else {
            throw PackError(
                .archive, path,
                "a pack of more than \(PartMerger.largestManifest) photos is not written as a ZIP: leave out --zip")
        }
        let folder = PackFolder(path)
        let store = PackPartStore(folder)
        let (listed, replaced) = try await processor.executor.run { () async throws(PackError) in
            let (listed, previous) = try Self.claim(folder, photos, settings, processor.limits)
            if settings.start == .resuming { try await store.adopt(previous) }
            return (listed, previous.stickerCount)
        }
        func open() async throws(PackError) -> PartWorker {
            try await PartWorker(
                listed, store, processor, settings, { photos[$0.order] }, { _ in false }, nil, isPack: true
            ) { digest throws(PackError) in try await store.record(ofContent: digest.hex) }
        }
        do throws(PackError) {
            worker = try await open()
        } catch {
            guard error.code == .otherRun else { throw error }
            // What there is of other settings stays until its successor is whole.
            try await processor.executor.run { () async throws(PackError) in
                try asPackError { () throws(FileError) in
                    try folder.records.appending(FilePath(PartRun.folder)).removeTree()
                }
            }
            worker = try await open()
        }
        self.folder = folder
        self.store = store
        self.settings = settings
        self.photos = listed
        executor = processor.executor
        self.runLength = runLength
        replacedStickerCount = settings.start == .resuming ? 0 : replaced
    }

    private static func claim(
        _ folder: PackFolder, _ photos: [PackPhoto], _ settings: PackSettings, _ limits: ImageLimits
    ) throws(PackError) -> ([PartPhoto], PreviousPack) {
        try folder.claim(force: settings.force)
        let previous = try PreviousPack(in: folder, force: settings.force)
        let listed = photos.enumerated().map { $1.listed(order: $0, isVersioned: true) }
        if settings.start == .anew, !settings.force {
            try GivenPhotos(previous, beside: listed) { photos[$0].digest(limit: limits.bytes) }.requireAll()
        }
        return (listed, previous)
    }

    /// Makes the stickers: as ``PackMaker/process(report:isStopped:)``.
    public func process(
        report: (PhotoReport) async -> Void, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) {
        try await worker.run(
            report: { photo in
                reached.withLock {
                    $0.count += 1
                    if let content = photo.photoSHA256 { $0.contents.insert(content) }
                }
                await report(photo.photo)
            }, isStopped: isStopped)
    }

    /// Makes what was done a valid pack. To be called once, after ``process(report:isStopped:)``.
    public func finish() async throws(PackError) -> FinishedPack {
        let (isEnded, contents) = reached.withLock { ($0.count < photos.count, $0.contents) }
        let others = try await executor.run { () async throws(PackError) in
            if isEnded, self.settings.start == .anew {
                try await self.store.adopt(PreviousPack(in: self.folder, force: self.settings.force))
            }
            return try await self.store.others(
                than: self.photos, isKept: isEnded || self.settings.start == .resuming && self.settings.keepsAbsent,
                contents)
        }
        var merger = PartMerger([store], .listed(photos + others.kept), executor: executor)
        merger.runLength = runLength
        merger.isOfInterruptedRun = true
        // Whether the folder may be taken was decided at the start.
        let merged = try await merger.merge(into: folder.path, force: true)
        guard var pack = merged?.pack, pack.stickerCount > 0 else {
            return FinishedPack(folder: folder.path, stickerCount: 0)
        }
        pack.absentStickerCount = others.keptStickers
        try await executor.run { () async throws(PackError) in
            for name in others.replaced { try await self.store.remove(name) }
            if !isEnded { for record in others.gone { try await self.store.remove(record) } }
        }
        return pack
    }
}
