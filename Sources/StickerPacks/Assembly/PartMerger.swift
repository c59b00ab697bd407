import Execution
package import Files
package import Imaging

/// Makes one pack of what the workers of all parts have made: byte for byte the pack that ``PackMaker`` makes of the
/// same photos with the same settings.
///
///     let merger = PartMerger([FolderWorkStore("out")], photos: try PartsFolder("parts").parts().flatMap(\.self))
///     let pack = try await merger.merge(into: "pack")
package struct PartMerger: Sendable {
    /// A pack that was merged.
    package struct Merged: Equatable, Sendable {
        /// The pack.
        package var pack: FinishedPack
        /// Photos that have no sticker, and why, in their order: of a pack of many photos the first
        /// `PartMerger.mostNamedFailures`, all of which are in its list.
        package var failures: [PackManifest.Failure]
        /// All photos that have no sticker.
        package var failureCount: Int
        /// All photos.
        package var photoCount: Int
    }

    /// Which photos the pack is of. In any order; one that is there twice counts once.
    package enum Photos: Hashable, Sendable {
        /// All that have a record. Whether all are done is not known then.
        case recorded
        /// These.
        case listed([PartPhoto])
        /// Those of manifests, which are read a line at a time.
        case manifests([FilePath])
    }

    /// A pack of more photos has its lists beside the manifest, see ``PackManifest/lists``.
    package static let largestManifest = 10_000

    /// How many failures ``Merged/failures`` has of a pack of many photos.
    package static let mostNamedFailures = 1_000

    let outputs: [any WorkStore]
    let photos: Photos
    let executor: PhotoExecutor
    /// As ``largestManifest``; tests take fewer.
    var largestManifest = Self.largestManifest
    /// How many photos are sorted in memory at a time.
    var runLength = 20_000
    /// Whether photos without a record are passed over, stickers of other settings are taken where a photo has no
    /// others, and the lists stand beside the manifest however few there are.
    var isOfInterruptedRun = false

    /// - Parameters:
    ///   - outputs: those of the workers, at least one. A photo's record may be in any of them.
    ///   - executor: where all of the work runs.
    package init(_ outputs: [any WorkStore], _ photos: Photos = .recorded, executor: PhotoExecutor = .shared) {
        precondition(!outputs.isEmpty, "there is an output to merge")
        self.outputs = outputs
        self.photos = photos
        self.executor = executor
    }

    /// How many photos' results are read at once.
    var readsAtOnce: Int { max(executor.threadCount, outputs.map(\.readsAtOnce).max() ?? 1) }

    /// Makes the pack. A pack that is there is replaced.
    ///
    /// - Parameters:
    ///   - folder: of the pack.
    ///   - force: takes a folder that has files in it and is not a pack, or a pack of other photos.
    ///   - writesArchive: whether the pack is written as one file, too.
    ///   - isStopped: asked before each photo. Once it is `true` the pack is left as a killed run leaves it.
    /// - Throws: ``PackError/Code/unfinished`` when photos have no record yet, ``PackError/Code/otherRun`` when the
    ///   outputs were made with different settings, ``PackError/Code/damagedSticker``, and what ``PackMaker`` throws.
    /// - Returns: `nil` when it was stopped.
    package func merge(
        into folder: FilePath, force: Bool = false, writesArchive: Bool = false,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) -> Merged? {
        try await executor.run { () async throws(PackError) in
            try await self.merged(PackFolder(folder), force: force, writesArchive: writesArchive, isStopped)
        }
    }

    @concurrent
    private func merged(
        _ folder: PackFolder, force: Bool, writesArchive: Bool, _ isStopped: @escaping @Sendable () -> Bool
    ) async throws(PackError) -> Merged? {
        let run = try await commonRun()
        let found = try await foundPhotos(for: folder, run, force: force)
        let isLarge = isOfInterruptedRun || found.photos.count > largestManifest
        guard !isLarge || !writesArchive else { throw PackError.archive(ofMany: largestManifest, folder.path) }
        if isLarge, found.photos.count == 0 {
            return Merged(
                pack: FinishedPack(folder: folder.path, stickerCount: 0), failures: [], failureCount: 0, photoCount: 0)
        }
        var sorted = found.photos.sorted()
        var last: PartPhoto.Key?
        func next() throws(PackError) -> PartPhoto? {
            while let photo = try sorted.next() {
                defer { last = photo.key }
                if photo.key != last { return photo }
            }
            return nil
        }
        if isLarge {
            let sink = try LargePackWriter(
                folder: folder, run: run, photoCount: found.photos.count, force: force, runLength: runLength,
                given: found.given)
            return try await assemble(run, into: sink, withArchive: writesArchive, next, isStopped)
        }
        var seen: Set<PartPhoto.Key> = []
        var photos: [PartPhoto] = []
        while let photo = try next() { if seen.insert(photo.key).inserted { photos.append(photo) } }
        let sink = try PackWriter(folder: folder, run: run, photos: photos, force: force, given: found.given)
        var rest = photos[...]
        return try await assemble(run, into: sink, withArchive: writesArchive, { rest.popFirst() }, isStopped)
    }

    /// Puts what is recorded of the photos into a pack.
    ///
    /// - Parameter next: hands out the photos in their order.
    /// - Returns: `nil` when it was stopped.
    private func assemble(
        _ run: PackRun, into sink: any PackSink, withArchive writesArchive: Bool,
        _ next: () throws(PackError) -> PartPhoto?, _ isStopped: @escaping @Sendable () -> Bool
    ) async throws(PackError) -> Merged? {
        var count = 0
        while true {
            var chunk: [(index: Int, photo: PartPhoto, isShown: Bool)] = []
            while chunk.count < 256, let photo = try next() {
                let index = count + chunk.count
                chunk.append((index, photo, sink.shows(index)))
            }
            if chunk.isEmpty { break }
            var isEnded = false
            try await forEach(chunk, atOnce: readsAtOnce) { item throws(PackError) in
                try await self.result(of: item.photo, run, hasTiles: item.isShown)
            } consume: { item, result throws(PackError) in
                isEnded = isStopped()
                if isEnded { return false }
                if let result { try sink.add(result, at: item.index) } else { try sink.skip(item.index) }
                return true
            }
            if isEnded { return nil }
            count += chunk.count
        }
        return Merged(
            pack: try sink.finished(withArchive: writesArchive), failures: sink.failures,
            failureCount: sink.failureCount, photoCount: count)
    }
}
