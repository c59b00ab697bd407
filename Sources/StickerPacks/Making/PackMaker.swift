import Execution
public import Files
import Imaging
public import Stickers
import Synchronization

/// Makes a pack of stickers: photos in, a folder out.
///
///     let maker = try await PackMaker(folder: "pack", photos: photos, processor: processor)
///     let pack = try await maker.make { report in print(report.name, report.outcome) }
///
/// As many photos are in work as the processor's executor has threads, all of the work runs there, and memory is bounded
/// by the number of threads, not of photos. One photo's failure does not end the rest.
///
/// A run that ends early leaves a valid pack of what is done, and one that is killed leaves a journal. A run with
/// ``PackSettings/start`` `.resuming` goes on with either.
public final class PackMaker: Sendable {
    let photos: [PackPhoto]
    let processor: PhotoProcessor
    let settings: PackSettings
    let writer: PackWriter
    let contactSheet: Mutex<ContactSheetPages>

    /// Makes the folder, or takes over the pack that is in it. Nothing of an old pack is removed before ``finish()``.
    ///
    /// - Parameters:
    ///   - folder: of the pack.
    ///   - photos: in their order, which is that of the pack.
    ///   - processor: has the network, the stickers' options, the limits, and the executor for all of the work.
    public init(
        folder: FilePath, photos: [PackPhoto], processor: PhotoProcessor, settings: PackSettings = PackSettings()
    ) async throws(PackError) {
        writer = try await processor.executor.run { () async throws(PackError) in
            try await Self.openWriter(PackFolder(folder), photos, processor, settings)
        }
        contactSheet = Mutex(ContactSheetPages(photoCount: photos.count))
        self.photos = photos
        self.processor = processor
        self.settings = settings
    }

    /// How many stickers the folder has of a pack that this one replaces.
    public var replacedStickerCount: Int { settings.start == .resuming ? 0 : writer.previousStickerCount }

    /// Makes the pack: ``process(report:isStopped:)``, then ``finish()``, which also comes after a failure or a
    /// cancellation. To be called once; another maker resumes.
    ///
    /// - Throws: ``PackError`` when going on made no sense: the disk is full, the folder went away.
    @discardableResult
    public func make(
        report: (PhotoReport) async -> Void = { _ in }, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) -> FinishedPack {
        do throws(PackError) {
            try await process(report: report, isStopped: isStopped)
        } catch {
            // What is done is a pack; the first failure is the one that is told.
            _ = try? await finish()
            throw error
        }
        return try await finish()
    }

    /// Makes the stickers. Returns when no photo is in work any more. To be called once.
    ///
    /// When the task is cancelled, no further photo is started, and those in work end before their next step, unreported,
    /// as if they had never been started.
    ///
    /// - Parameters:
    ///   - report: called in the caller's isolation as soon as it is known what became of a photo. No further photo is
    ///     started before it has returned.
    ///   - isStopped: asked before each photo. Once it is `true` no further photo is started; those in work are
    ///     finished.
    /// - Throws: ``PackError`` when going on makes no sense.
    public func process(
        report: (PhotoReport) async -> Void, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) {
        let upcoming = photos.indices.lazy.prefix { _ in !isStopped() }
        try await forEachConcurrently(
            upcoming, atMost: processor.executor.threadCount, on: processor.executor
        ) { index async throws(PackError) in
            try await self.work(on: index)
        } receive: { photoReport in
            if let photoReport { await report(photoReport) }
        }
    }

    /// Makes what was done a valid pack. To be called once, after ``process(report:isStopped:)``.
    public func finish() async throws(PackError) -> FinishedPack {
        try await processor.executor.run { () async throws(PackError) in try await self.close() }
    }

    @concurrent
    private func close() async throws(PackError) -> FinishedPack {
        for (source, stickers) in writer.keepUnreached() { try place(stickers.compactMap(tile), source) }
        try write(contactSheet.withLock { $0.finish() })
        let manifest = try writer.finish(withArchive: settings.writesArchive)
        let folder = writer.folder
        let isThere = !manifest.stickers.isEmpty
        return FinishedPack(
            folder: folder.path, stickerCount: manifest.stickers.count,
            removedStickerCount: writer.removedStickerCount, absentStickerCount: writer.absentStickerCount,
            contactSheets: isThere ? manifest.contactSheets.map { folder.path.appending($0) } : [],
            archive: isThere && manifest.archive != nil ? folder.archive : nil)
    }

    @concurrent
    private static func openWriter(
        _ folder: PackFolder, _ photos: [PackPhoto], _ processor: PhotoProcessor, _ settings: PackSettings
    ) async throws(PackError) -> PackWriter {
        return try PackWriter(
            folder: folder, run: settings.run(by: processor),
            photos: photos.enumerated().map { $1.listed(order: $0) },
            fileExtension: settings.encoder.format.output.pathExtension,
            numbersInstances: processor.options.subjects == .each, start: settings.start,
            force: settings.force, keepsAbsent: settings.keepsAbsent
        ) { photos[$0].digest(limit: processor.limits.bytes) }
    }
}
