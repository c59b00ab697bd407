import Execution
public import Files
import Imaging
public import Stickers

/// Makes a pack of so many photos that neither its lists nor its stickers' names fit in memory: as ``PackMaker``, by what
/// workers of parts do (``PartWorker``, ``PartMerger``). ``PackManifest/lists`` says how such a pack is laid out.
///
/// The stickers are written where they stay. The records lie in the pack's `.peel-records` and stay, too, so that a later
/// run can resume.
public final class LargePackMaker: Sendable {
    private let folder: PackFolder
    private let photos: [PartPhoto]
    private let worker: PartWorker
    private let store: PackPartStore
    private let processor: PhotoProcessor
    /// How many stickers the folder has of a pack that this one replaces.
    public let replacedStickerCount: Int
    /// As ``PartMerger``'s; tests take fewer.
    let runLength: Int

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
            try Self.claim(folder, photos, settings)
        }
        func open() async throws(PackError) -> PartWorker {
            try await PartWorker(
                listed, output: store, processor: processor, settings: settings, load: { photos[$0.order] },
                isTemporary: { _ in false })
        }
        do throws(PackError) {
            worker = try await open()
        } catch {
            guard error.code == .otherRun else { throw error }
            // Nothing of it can be kept: all is made anew, as by any pack of other settings.
            try await processor.executor.run { () async throws(PackError) in try Self.removeRecords(folder) }
            worker = try await open()
        }
        self.folder = folder
        self.store = store
        self.photos = listed
        self.processor = processor
        self.runLength = runLength
        replacedStickerCount = settings.start == .resuming ? 0 : replaced
    }

    private static func claim(
        _ folder: PackFolder, _ photos: [PackPhoto], _ settings: PackSettings
    ) throws(PackError) -> ([PartPhoto], Int) {
        try folder.claim(force: settings.force)
        let previous = try LargePackWriter.existing(folder, force: settings.force)
        let count = previous.map { $0.lists?.stickerCount ?? $0.stickers.count } ?? 0
        if settings.start == .anew {
            let known = folder.someSources()
            let isOfThese = photos.contains { known.contains($0.source.escapedText) }
            guard settings.force || count == 0 || isOfThese else {
                throw PackError.otherPhotos(count, in: folder.path)
            }
            try removeRecords(folder)
        }
        let listed = photos.enumerated().map { index, photo in
            let status = photo.path.flatMap { try? $0.status() }
            return PartPhoto(
                photo.name, source: photo.source, byteCount: status?.size,
                version: status.map { String($0.modificationTime) }, order: index, origin: photo.origin,
                metadata: photo.metadata, options: photo.options)
        }
        return (listed, count)
    }

    private static func removeRecords(_ folder: PackFolder) throws(PackError) {
        try asPackError { () throws(FileError) in try folder.records.removeTree() }
    }

    /// Makes the stickers: as ``PackMaker/process(report:isStopped:)``.
    public func process(
        report: (PhotoReport) async -> Void, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) {
        try await worker.run(report: { await report($0.photo) }, isStopped: isStopped)
    }

    /// Makes what was done a valid pack. To be called once, after ``process(report:isStopped:)``.
    public func finish() async throws(PackError) -> FinishedPack {
        var merger = PartMerger([store], .listed(photos), executor: processor.executor)
        merger.runLength = runLength
        merger.isOfInterruptedRun = true
        // Whether the folder may be taken was decided at the start.
        let merged = try await merger.merge(into: folder.path, force: true)
        return merged?.pack ?? FinishedPack(folder: folder.path, stickerCount: 0)
    }
}

/// A pack as the output of a worker: the stickers where they stay, the rest in a hidden folder.
struct PackPartStore: PartStore {
    private let stickers: FolderPartStore
    private let rest: FolderPartStore

    init(_ folder: PackFolder) {
        stickers = FolderPartStore(folder.path)
        rest = FolderPartStore(folder.records)
    }

    var path: FilePath { stickers.path }

    private func place(_ name: String) -> FolderPartStore {
        name.hasPrefix("\(PackFolder.stickersName)/") ? stickers : rest
    }

    func write(_ bytes: [UInt8], to name: String) async throws(PackError) {
        try await place(name).write(bytes, to: name)
    }

    func read(_ name: String, limit: Int) async throws(PackError) -> [UInt8]? {
        try await place(name).read(name, limit: limit)
    }

    func byteCount(of name: String) async throws(PackError) -> Int? {
        try await place(name).byteCount(of: name)
    }

    func names(in folder: String) async throws(PackError) -> [String] {
        try await place(folder).names(in: folder)
    }

    func remove(_ name: String) async throws(PackError) {
        try await place(name).remove(name)
    }
}

extension PackFolder {
    /// Of the pack that is here, the paths of its first photos; none where there is no pack.
    fileprivate func someSources() -> Set<String> {
        Set(someEntries().map(\.source))
    }
}
