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
/// As many photos are in work as the processor's executor has threads, all of the work runs there, and memory is
/// bounded by the number of threads, not of photos. One photo's failure does not end the rest.
///
/// A run that ends early leaves a valid pack of what is done, and one that is killed leaves a journal. A run with
/// ``PackSettings/Start/resuming`` goes on with either.
public final class PackMaker: Sendable {
    private let photos: [PackPhoto]
    private let listed: [PartPhoto]
    private let executor: PhotoExecutor
    private let work: PhotoWork
    private let pack: any PackInWork
    private let reached = Mutex(ReachedPhotos())
    private let writesArchive: Bool
    /// How many stickers the folder has of a pack that this one replaces.
    package let replacedStickerCount: Int

    /// Makes the folder, or takes over the pack that is in it. Nothing of an old pack is removed before the new one is
    /// finished.
    ///
    /// - Parameters:
    ///   - folder: of the pack.
    ///   - photos: in their order, which is that of the pack.
    ///   - processor: has the network, the stickers' options, the limits, and the executor for all of the work.
    /// - Throws: ``PackError/Code/archive`` where a ZIP is asked for of more than `PartMerger.largestManifest`
    ///   photos.
    public convenience init(
        folder: FilePath, photos: [PackPhoto], processor: PhotoProcessor, settings: PackSettings = PackSettings()
    ) async throws(PackError) {
        try await self.init(PackFolder(folder), photos, by: processor, settings)
    }

    /// - Parameters:
    ///   - largestManifest: as `PartMerger`'s; tests take fewer.
    ///   - runLength: as `PartMerger`'s.
    init(
        _ folder: PackFolder, _ photos: [PackPhoto], by processor: PhotoProcessor, _ settings: PackSettings,
        largestManifest: Int = PartMerger.largestManifest, runLength: Int = 20_000
    ) async throws(PackError) {
        let isLarge = photos.count > largestManifest
        let (listed, pack) = try await processor.executor.run { () async throws(PackError) in
            let listed = photos.enumerated().map { $1.listed(order: $0, isVersioned: isLarge) }
            let digest = { photos[$0].digest(limit: processor.limits.bytes) }
            let pack: any PackInWork =
                isLarge
                ? try await RecordedPack(
                    folder, listed, by: processor, settings, runLength: runLength, digest: digest)
                : try PackWriter(folder, listed, by: processor, settings, digest: digest)
            return (listed, pack)
        }
        work = PhotoWork(processor, settings, pack.records)
        self.photos = photos
        self.listed = listed
        self.pack = pack
        executor = processor.executor
        writesArchive = settings.writesArchive
        replacedStickerCount = settings.start == .resuming ? 0 : pack.previousStickerCount
    }

    /// Makes the pack. What is done is a valid pack also after a failure or a cancellation. To be called once; another
    /// maker resumes.
    ///
    /// - Parameters:
    ///   - report: called in the caller's isolation as soon as it is known what became of a photo. No further photo is
    ///     started before it has returned.
    ///   - isStopped: asked before each photo. Once it is `true` no further photo is started; those in work are
    ///     finished.
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
    /// When the task is cancelled, no further photo is started, and those in work end before their next step,
    /// unreported, as if they had never been started.
    ///
    /// - Parameters:
    ///   - report: called in the caller's isolation as soon as it is known what became of a photo. No further photo is
    ///     started before it has returned.
    ///   - isStopped: asked before each photo. Once it is `true` no further photo is started; those in work are
    ///     finished.
    /// - Throws: ``PackError`` when going on makes no sense.
    package func process(
        report: (PhotoReport) async -> Void, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) {
        try await work.run(
            listed, load: { [photos] in photos[$0] },
            report: { photo in
                reached.withLock { $0.add(photo) }
                await report(photo.photo)
            }, isStopped: isStopped)
    }

    /// Makes what was done a valid pack. To be called once, after ``process(report:isStopped:)``.
    package func finish() async throws(PackError) -> FinishedPack {
        let reached = reached.withLock { $0 }
        return try await executor.run { [pack, writesArchive] () async throws(PackError) in
            try await pack.finish(reached, writesArchive: writesArchive)
        }
    }
}
