import Files
import Stickers

/// What workers of one run have made, in a `WorkStore`:
///
///     runs/…             what all of it was made with
///     stickers/ab/…      stickers, by the SHA-256 of the photo and the settings
///     records/ab/…       a ``PhotoRecord`` for each photo, by the photo's name
///
/// Each file is written whole, the record last, and says the same whichever worker writes it. So two workers on one
/// photo are harmless. Runs where its caller does, which is the photo executor: a store that is a folder blocks there.
struct PartOutput: PhotoRecords {
    let store: any WorkStore
    let run: PackRun
    /// Whether photos are passed over that are recorded already.
    var resumes = false
    /// Whether photos that cannot be read or decoded keep their stickers.
    var keepsUnread = false
    /// Set where the output is a pack of one machine: what failed is tried again, stickers are compared by their bytes,
    /// and photos are known by theirs.
    var pack: PackWorkStore?

    /// Takes the output for a run.
    ///
    /// - Throws: ``PackError/Code/otherRun`` when it has stickers of another run.
    static func open(
        _ store: any WorkStore, for run: PackRun, resumes: Bool, keepsUnread: Bool, pack: PackWorkStore? = nil
    ) async throws(PackError) -> PartOutput {
        let output = PartOutput(store: store, run: run, resumes: resumes, keepsUnread: keepsUnread, pack: pack)
        if try await !output.isOnlyRun() {
            try await store.write(run.bytes, to: "\(PackRun.folder)/\(run.name)")
            // Of two runs that begin at once at least one sees the other here.
            do throws(PackError) {
                _ = try await output.isOnlyRun()
            } catch {
                try await store.remove("\(PackRun.folder)/\(run.name)")
                throw error
            }
        }
        return output
    }

    /// - Returns: `false` where there is none.
    private func isOnlyRun() async throws(PackError) -> Bool {
        let names = try await store.names(in: PackRun.folder).filter { $0.hasSuffix(".json") && $0.first != "." }
        guard names.allSatisfy({ $0 == run.name }) else {
            throw PackError(
                .otherRun, store.path,
                "\(store.path) has stickers that were made with other settings or by another version: name another folder"
            )
        }
        return !names.isEmpty
    }

    // MARK: What is kept

    func kept(_ photo: PartPhoto) async throws(PackError) -> PhotoRecord? {
        guard resumes, var record = try await lastRecord(of: photo), record.photo.byteCount == photo.byteCount,
            record.photo.version == photo.version, record.photo.options == photo.options, record.status != .unread,
            try await hasStickers(of: record), pack == nil || isKept(record)
        else { return nil }
        if record.photo != photo {
            record.photo = photo
            try await write(record)
        }
        return record
    }

    func kept(_ photo: PartPhoto, _ content: SHA256Digest) async throws(PackError) -> PhotoRecord? {
        guard resumes, var record = try await pack?.record(ofContent: content.hex), isKept(record) else { return nil }
        record.photo = photo
        record.stickers = record.stickers.map { sticker in
            var sticker = sticker
            sticker.source = photo.source.escapedText
            sticker.origin = photo.origin
            sticker.options = photo.options
            return sticker
        }
        guard try await hasStickers(of: record) else { return nil }
        try await write(record)
        return record
    }

    func keptMeanwhile(_ photo: PartPhoto) async throws(PackError) -> PhotoRecord? {
        store.readsAtOnce == 1 ? try await kept(photo) : nil
    }

    /// Of a record that may be of other settings.
    private func isKept(_ record: PhotoRecord) -> Bool {
        record.status == .made && record.confidence ?? 1 >= run.minimumConfidence
    }

    /// The record of a photo, whatever it was then and with whatever settings its stickers were made.
    private func lastRecord(of photo: PartPhoto) async throws(PackError) -> PhotoRecord? {
        try await store.read(PhotoRecord.name(of: photo), limit: PhotoRecord.maximumBytes)
            .flatMap { PhotoRecord(reading: $0) }.flatMap { $0.photo.key == photo.key ? $0 : nil }
    }

    /// Whether the stickers of a record are of this run and there.
    private func hasStickers(of record: PhotoRecord) async throws(PackError) -> Bool {
        guard record.stickers.allSatisfy({ $0.settings == run.settings(of: record.photo) }) else { return false }
        return try await store.hasFiles(of: record, byContent: pack != nil)
    }

    // MARK: What is made

    func write(
        _ made: ProcessedPhoto, _ files: [[UInt8]], of photo: PartPhoto, _ content: SHA256Digest
    ) async throws(PackError) -> [PackManifest.Entry] {
        let settings = run.settings(of: photo)
        let entries = run.entries(made, files, of: photo, content) { instance, ending in
            PhotoRecord.name(
                ofStickerOf: content, settings: settings, instance: instance, pathExtension: ending)
        }
        for (entry, file) in zip(entries, files) { try await store.write(file, to: entry.file) }
        return entries
    }

    func record(_ record: PhotoRecord, isTemporary: Bool, isDamaged: Bool) async throws(PackError) -> Bool {
        var record = record
        if record.status == .unread || isDamaged {
            if try await hasStickersOfBefore(record.photo) { return true }
            // At the end, a pack keeps what there is under another name, too.
            if pack != nil { record.status = .unread }
        }
        if !isTemporary { try await write(record) }
        return false
    }

    /// Whether there are stickers for a photo that cannot be read or decoded now.
    private func hasStickersOfBefore(_ photo: PartPhoto) async throws(PackError) -> Bool {
        guard keepsUnread else { return false }
        for name in pack == nil ? [photo] : [photo, photo.adopted] {
            if let record = try await lastRecord(of: name), record.status == .made,
                try await store.hasFiles(of: record, byContent: pack != nil)
            {
                return true
            }
        }
        return false
    }

    func write(_ record: PhotoRecord) async throws(PackError) {
        try await store.write(record.bytes, to: PhotoRecord.name(of: record.photo))
    }
}
