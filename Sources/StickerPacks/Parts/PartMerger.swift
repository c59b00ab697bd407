import Execution
public import Files
public import Imaging

/// Makes one pack of what the workers of all parts have made: byte for byte the pack that ``PackMaker`` makes of the same
/// photos with the same settings.
///
///     let merger = PartMerger([FolderPartStore("out")], photos: try PartsFolder("parts").parts().flatMap(\.self))
///     let pack = try await merger.merge(into: "pack")
public struct PartMerger: Sendable {
    /// A pack that was merged.
    public struct Merged: Equatable, Sendable {
        /// The pack.
        public var pack: FinishedPack
        /// Photos that have no sticker, and why, in their order.
        public var failures: [PackManifest.Failure]
        /// All photos.
        public var photoCount: Int
    }

    private let outputs: [any PartStore]
    private let photos: [PartPhoto]?
    private let executor: PhotoExecutor

    /// - Parameters:
    ///   - outputs: those of the workers, at least one. A photo's record may be in any of them.
    ///   - photos: those of the pack, in any order; `nil` for all that have a record. With them it is known whether all
    ///     are done.
    ///   - executor: where all of the work runs.
    public init(_ outputs: [any PartStore], photos: [PartPhoto]? = nil, executor: PhotoExecutor = .shared) {
        precondition(!outputs.isEmpty, "there is an output to merge")
        self.outputs = outputs
        self.photos = photos
        self.executor = executor
    }

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
    public func merge(
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
        let (run, settings) = try await commonRun()
        var photos = try await photosInOrder()
        if let given = self.photos { photos = try await finished(given, settings) }
        let writer = try PackWriter(
            folder: folder, run: PackWriter.Run(program: run.program, model: run.model, settings: settings),
            sources: photos.map(\.source), origins: photos.map(\.origin), fileExtension: run.pathExtension,
            numbersInstances: run.numbersInstances, force: force)
        var pages = ContactSheetPages(photoCount: photos.count)
        var failure: PackError?
        var index = 0
        var isEnded = false
        await forEachInOrder(photos, atOnce: executor.threadCount) { photo in
            await Result(awaiting: { () async throws(PackError) in try await self.result(of: photo, settings) })
        } consume: { _, result in
            if isStopped() {
                isEnded = true
                return false
            }
            do throws(PackError) {
                try write(try result.get(), at: index, writer, &pages)
            } catch {
                failure = error
                return false
            }
            index += 1
            return true
        }
        if let failure { throw failure }
        if isEnded { return nil }
        try Self.write(pages.finish(), writer)
        let manifest = try writer.finish(withArchive: writesArchive)
        let isThere = !manifest.stickers.isEmpty
        return Merged(
            pack: FinishedPack(
                folder: folder.path, stickerCount: manifest.stickers.count,
                removedStickerCount: writer.removedStickerCount,
                contactSheets: isThere ? manifest.contactSheets.map { folder.path.appending($0) } : [],
                archive: isThere && manifest.archive != nil ? folder.archive : nil),
            failures: manifest.failures, photoCount: photos.count)
    }

    // MARK: What is merged

    /// What all outputs were made with.
    private func commonRun() async throws(PackError) -> (PartRun, SettingsFingerprint) {
        var first: PartRun?
        for output in outputs {
            let names = try await output.names(in: PartRun.folder).filter { $0.hasSuffix(".json") && $0.first != "." }
            guard names.count <= 1 else { throw Self.otherRun(output.path) }
            guard let name = names.first,
                let bytes = try await output.read("\(PartRun.folder)/\(name)", limit: PartRecord.maximumBytes)
            else {
                throw PackError(
                    .notAPack, output.path,
                    "\(output.path) has nothing that peel worker made: name the folder of its -o")
            }
            guard let run = PartRun(reading: bytes) else {
                throw PackError(
                    .damagedManifest, output.path.appending("\(PartRun.folder)/\(name)"),
                    "\(output.path)/\(PartRun.folder)/\(name) is damaged, or of a later version")
            }
            guard first == nil || first == run else { throw Self.otherRun(output.path) }
            first = run
        }
        guard let run = first, let settings = SettingsFingerprint(hex: run.settings) else {
            preconditionFailure("there is an output, and a run has settings")
        }
        return (run, settings)
    }

    private static func otherRun(_ path: FilePath) -> PackError {
        PackError(
            .otherRun, path,
            "\(path) was made with other settings, or by another version, than the rest: merge what was made alike")
    }

    /// All photos that have a record.
    private func photosInOrder() async throws(PackError) -> [PartPhoto] {
        guard photos == nil else { return [] }
        var found: [PartPhoto.Key: PartPhoto] = [:]
        for output in outputs {
            for folder in try await output.names(in: "records") {
                for name in try await output.names(in: "records/\(folder)") where name.first != "." {
                    guard
                        let bytes = try await output.read(
                            "records/\(folder)/\(name)", limit: PartRecord.maximumBytes),
                        let photo = PartRecord(reading: bytes)?.photo
                    else { continue }
                    found[photo.key] = photo
                }
            }
        }
        return found.values.sorted(by: PartPhoto.precedes)
    }

    /// - Throws: ``PackError/Code/unfinished``.
    private func finished(_ photos: [PartPhoto], _ settings: SettingsFingerprint) async throws(PackError) -> [PartPhoto]
    {
        var seen: Set<PartPhoto.Key> = []
        let photos = photos.filter { seen.insert($0.key).inserted }.sorted(by: PartPhoto.precedes)
        var missing: [PartPhoto] = []
        for photo in photos where try await record(of: photo, settings) == nil { missing.append(photo) }
        if let first = missing.first {
            let others = missing.count == 1 ? "" : " and \(missing.count - 1) others"
            throw PackError(
                .unfinished, first.photo,
                "\(first.photo)\(others) have no result yet: run peel worker --resume on their parts, then merge again")
        }
        return photos
    }

    private func record(
        of photo: PartPhoto, _ settings: SettingsFingerprint
    ) async throws(PackError) -> (PartRecord, any PartStore)? {
        for output in outputs {
            let name = PartRecord.name(of: photo)
            if let bytes = try await output.read(name, limit: PartRecord.maximumBytes),
                let record = PartRecord(reading: bytes), record.photo.key == photo.key,
                record.stickers.allSatisfy({ $0.settings == settings.description })
            {
                return (record, output)
            }
        }
        return nil
    }

    private struct PhotoResult: Sendable {
        let photo: PartPhoto
        let record: PartRecord
        let files: [[UInt8]]
        let tiles: [ContactSheetTile]
    }

    private func result(
        of photo: PartPhoto, _ settings: SettingsFingerprint
    ) async throws(PackError) -> PhotoResult {
        guard let (record, output) = try await record(of: photo, settings) else {
            throw PackError(.unfinished, photo.photo, "the result of \(photo.photo) has gone while it was merged")
        }
        var files: [[UInt8]] = []
        for sticker in record.stickers {
            let bytes = try await output.read(sticker.file, limit: sticker.byteCount)
            guard let bytes, SHA256Digest(of: bytes).hex == sticker.sha256 else {
                let path = output.path.appending(sticker.file)
                throw PackError(
                    .damagedSticker, path,
                    "\(path) is missing or damaged: remove it, and run peel worker --resume on the part of \(photo.photo)"
                )
            }
            files.append(bytes)
        }
        let tiles = zip(record.stickers, files).compactMap { ContactSheetTile($0, file: $1) }
        return PhotoResult(photo: photo, record: record, files: files, tiles: tiles)
    }

    // MARK: The pack

    private func write(
        _ result: PhotoResult, at index: Int, _ writer: PackWriter, _ pages: inout ContactSheetPages
    ) throws(PackError) {
        if result.record.status == .made {
            let entries = result.record.stickers.map { sticker in
                var entry = sticker
                entry.file = writer.file(ofSource: index, instance: sticker.instance)
                entry.origin = result.photo.origin
                entry.metadata = result.photo.metadata
                return entry
            }
            try asPackError { () throws(FileError) in
                try writer.write(entries, Array(zip(entries, result.files)), source: index)
            }
        } else {
            writer.fail(source: index, reason: result.record.reason ?? "")
        }
        try Self.write(pages.add(result.tiles, photo: index), writer)
    }

    private static func write(_ pages: [ContactSheetPages.Page], _ writer: PackWriter) throws(PackError) {
        for page in pages {
            guard let png = try? ImageEncoder(.png()).encode(page.bitmap) else { continue }
            try writer.writeContactSheet(png, page: page.number)
        }
    }
}
