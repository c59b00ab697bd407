import Execution
import Files
import Imaging

extension PartMerger {
    /// What all outputs were made with.
    func commonRun() async throws(PackError) -> PackRun {
        var first: PackRun?
        for output in outputs {
            let names = try await output.names(in: PackRun.folder).filter { $0.hasSuffix(".json") && $0.first != "." }
            guard names.count <= 1 else { throw Self.otherRun(output.path) }
            guard let name = names.first,
                let bytes = try await output.read("\(PackRun.folder)/\(name)", limit: PhotoRecord.maximumBytes)
            else {
                throw PackError(
                    .nothingMade, output.path,
                    "\(output.path) has nothing that peel worker made: name the folder of its -o")
            }
            guard let run = PackRun(reading: bytes) else {
                throw PackError(
                    .damagedManifest, output.path.appending("\(PackRun.folder)/\(name)"),
                    "\(output.path)/\(PackRun.folder)/\(name) is damaged, or of a later version")
            }
            guard first == nil || first == run else { throw Self.otherRun(output.path) }
            first = run
        }
        guard let first else { preconditionFailure("there is an output") }
        return first
    }

    private static func otherRun(_ path: FilePath) -> PackError {
        PackError(
            .otherRun, path,
            "\(path) was made with other settings, or by another version, than the rest: merge only outputs of the "
                + "same settings and version")
    }

    /// The photos of a pack, sorted as far as there is memory.
    struct Found {
        var photos: ExternalSort<PartPhoto>
        /// Beside those of the pack that is there; `nil` where there is none.
        var given: GivenPhotos?
    }

    /// - Throws: ``PackError/Code/unfinished`` when one has no record.
    func foundPhotos(
        for folder: PackFolder, _ run: PackRun, force: Bool
    ) async throws(PackError) -> Found {
        var place = folder.path
        while (try? place.status().kind) != .folder, place != place.parent { place = place.parent }
        var found = Found(photos: ExternalSort(in: place, runLength: runLength, by: PartPhoto.precedes))
        var missing = (first: FilePath?.none, count: 0)
        if (try? folder.path.status().kind) == .folder {
            do throws(PackError) {
                found.given = try GivenPhotos(PreviousPack(in: folder, force: force))
            } catch {
                guard force else { throw error }
            }
        }
        func note(_ record: PhotoRecord?, _ photo: PartPhoto) throws(PackError) {
            found.given?.give(photo, content: record?.photoSHA256)
            if record != nil {
                try found.photos.append(photo)
            } else {
                missing = (missing.first ?? photo.photo, missing.count + 1)
            }
        }
        // As many at a time as are read at once, so that a list of a million is not in memory.
        func note(_ chunk: [PartPhoto]) async throws(PackError) {
            for (photo, record) in zip(chunk, try await records(of: chunk, run)) { try note(record, photo) }
        }
        switch photos {
        case .recorded: try await forEachRecord { record throws(PackError) in try note(record, record.photo) }
        case .listed(let photos):
            for start in stride(from: 0, to: photos.count, by: Self.chunkLength) {
                try await note(Array(photos[start..<min(photos.count, start + Self.chunkLength)]))
            }
        case .manifests(let paths):
            for path in paths {
                var lines = try JSONLines<PartPhoto>(reading: path)
                var chunk: [PartPhoto] = []
                while let photo = try lines.next() {
                    chunk.append(photo)
                    guard chunk.count == Self.chunkLength else { continue }
                    try await note(chunk)
                    chunk = []
                }
                try await note(chunk)
            }
        }
        if let first = missing.first, !isOfInterruptedRun {
            let others = missing.count == 1 ? "" : " and \(missing.count - 1) others"
            throw PackError(
                .unfinished, first,
                "\(first)\(others) have no result yet: run peel worker --resume on their parts, then merge again")
        }
        return found
    }

    private static let chunkLength = 1024

    /// The photos' records, in the photos' order; `nil` for those that have none.
    private func records(
        of photos: [PartPhoto], _ run: PackRun
    ) async throws(PackError) -> [PhotoRecord?] {
        try await values(of: photos) { photo throws(PackError) in
            try await self.record(of: photo, run)?.record
        }
    }

    private func forEachRecord(
        _ body: (PhotoRecord) throws(PackError) -> Void
    ) async throws(PackError) {
        for output in outputs {
            for folder in try await output.names(in: "records") {
                let names = try await output.names(in: "records/\(folder)").filter { $0.first != "." }
                for start in stride(from: 0, to: names.count, by: Self.chunkLength) {
                    let chunk = Array(names[start..<min(names.count, start + Self.chunkLength)])
                    let records = try await values(of: chunk) { name throws(PackError) in
                        try await output.read("records/\(folder)/\(name)", limit: PhotoRecord.maximumBytes)
                            .flatMap { PhotoRecord(reading: $0) }
                    }
                    for record in records { if let record { try body(record) } }
                }
            }
        }
    }

    /// What is read of each item, in the items' order, several at a time where the outputs allow it.
    private func values<Item: Sendable, Value: Sendable>(
        of items: [Item], _ read: @escaping @Sendable (Item) async throws(PackError) -> Value?
    ) async throws(PackError) -> [Value?] {
        var values: [Value?] = []
        try await forEach(items, atOnce: outputs.map(\.readsAtOnce).max() ?? 1, read) { _, value throws(PackError) in
            values.append(value)
            return true
        }
        return values
    }

    /// Reads several items at a time, and hands on what was read in the items' order.
    ///
    /// - Parameter consume: returns `false` when no more are wanted.
    func forEach<Item: Sendable, Value: Sendable>(
        _ items: [Item], atOnce: Int, _ read: @escaping @Sendable (Item) async throws(PackError) -> Value,
        consume: (Item, Value) throws(PackError) -> Bool
    ) async throws(PackError) {
        var failure: PackError?
        await forEachInOrder(items, atOnce: atOnce) { item in
            await Result(awaiting: { () async throws(PackError) in try await read(item) })
        } consume: { item, result in
            do throws(PackError) {
                return try consume(item, try result.get())
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    func record(
        of photo: PartPhoto, _ run: PackRun
    ) async throws(PackError) -> (record: PhotoRecord, output: any WorkStore)? {
        let settings = run.settings(of: photo)
        for output in outputs {
            let name = PhotoRecord.name(of: photo)
            guard let bytes = try await output.read(name, limit: PhotoRecord.maximumBytes),
                let record = PhotoRecord(reading: bytes), record.photo.key == photo.key
            else { continue }
            let isOfThisRun =
                record.photo.options == photo.options && record.stickers.allSatisfy { $0.settings == settings }
            if try await isOfInterruptedRun ? output.hasFiles(of: record) : isOfThisRun { return (record, output) }
        }
        return nil
    }

    /// - Returns: `nil` where a pack of one machine lacks a sticker: its next run makes it again.
    func result(
        of photo: PartPhoto, _ run: PackRun, hasTiles: Bool = true
    ) async throws(PackError) -> PhotoResult? {
        guard let (record, output) = try await record(of: photo, run) else {
            throw PackError(.unfinished, photo.photo, "the result of \(photo.photo) disappeared during the merge")
        }
        var files: [[UInt8]] = []
        for sticker in record.stickers {
            let bytes = try await output.read(sticker.file, limit: sticker.byteCount)
            guard let bytes, SHA256Digest(of: bytes).hex == sticker.sha256, Self.isPicture(bytes, of: sticker) else {
                if isOfInterruptedRun { return nil }
                let path = output.path.appending(sticker.file)
                throw PackError(
                    .damagedSticker, path,
                    "\(path) is missing or damaged: remove it, and run peel worker --resume on the part of \(photo.photo)"
                )
            }
            files.append(bytes)
        }
        let tiles = !hasTiles ? [] : zip(record.stickers, files).compactMap { ContactSheetTile($0, file: $1) }
        return PhotoResult(photo: photo, record: record, files: files, tiles: tiles)
    }
}

extension PartMerger {
    /// Whether a file is what its name and the record say: others may have written both.
    private static func isPicture(_ bytes: [UInt8], of sticker: PackManifest.Entry) -> Bool {
        guard let format = ImageFormat(signatureOf: bytes), let picture = try? ImageSource(bytes) else { return false }
        return format.pathExtensions.contains(FilePath(sticker.file).pathExtension) && picture.size == sticker.size
    }
}
