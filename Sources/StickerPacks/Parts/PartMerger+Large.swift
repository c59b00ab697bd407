import Execution
import Files
import Imaging

extension PartMerger {
    /// The pack of photos whose lists do not fit in memory.
    @concurrent
    func mergedLarge(
        _ folder: PackFolder, _ run: PartRun, _ settings: SettingsFingerprint, _ found: Found, force: Bool,
        _ isStopped: @escaping @Sendable () -> Bool
    ) async throws(PackError) -> Merged? {
        let count = found.photos.count
        guard count > 0 else {
            return Merged(
                pack: FinishedPack(folder: folder.path, stickerCount: 0), failures: [], photoCount: 0)
        }
        var sorted = found.sorted()
        let writer = try LargePackWriter(
            folder: folder, program: run.program, model: run.model, photoCount: count, force: force,
            runLength: runLength, given: found.given)
        var last: PartPhoto.Key?
        var index = 0
        var failures: [PackManifest.Failure] = []
        while true {
            var chunk: [(index: Int, photo: PartPhoto, isShown: Bool)] = []
            while chunk.count < 256, let photo = try sorted.next() {
                if photo.key == last { continue }
                last = photo.key
                chunk.append((index, photo, writer.shows(index)))
                index += 1
            }
            guard !chunk.isEmpty else { break }
            var failure: PackError?
            await forEachInOrder(chunk, atOnce: readsAtOnce) { item in
                await Result(awaiting: { () async throws(PackError) in
                    try await self.result(of: item.photo, settings, hasTiles: item.isShown)
                })
            } consume: { item, result in
                if isStopped() { return false }
                do throws(PackError) {
                    let result = try result.get()
                    if result.record.status == .made {
                        try writer.add(result.entries, result.files, result.tiles, index: item.index)
                    } else {
                        let failure = PackManifest.Failure(
                            source: result.photo.source.escapedText, reason: result.record.reason ?? "")
                        try writer.fail(failure, index: item.index)
                        if failures.count < Self.mostNamedFailures { failures.append(failure) }
                    }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
            if isStopped() { return nil }
        }
        guard writer.stickerCount > 0 else {
            try writer.abandon()
            return Merged(
                pack: FinishedPack(folder: folder.path, stickerCount: 0), failures: failures, photoCount: index)
        }
        let manifest = try writer.finish()
        return Merged(
            pack: FinishedPack(
                folder: folder.path, stickerCount: manifest.lists?.stickerCount ?? 0,
                removedStickerCount: writer.removedStickerCount,
                contactSheets: manifest.contactSheets.map { folder.path.appending($0) }),
            failures: failures, photoCount: index)
    }
}
