import Files

/// What workers of one run have made, in a ``PartStore``:
///
///     runs/…             what all of it was made with
///     stickers/ab/…      stickers, by the SHA-256 of the photo and the settings
///     records/ab/…       a ``PartRecord`` for each photo, by the photo's name
///
/// Each file is written whole, the record last, and says the same whichever worker writes it. So two workers on one photo
/// are harmless. Runs where its caller does, which is the photo executor: a store that is a folder blocks there.
struct PartOutput: Sendable {
    let store: any PartStore
    let run: PartRun

    /// Takes the output for a run.
    ///
    /// - Throws: ``PackError/Code/otherRun`` when it has stickers of another run.
    static func open(_ store: any PartStore, for run: PartRun) async throws(PackError) -> PartOutput {
        let output = PartOutput(store: store, run: run)
        if try await !output.isOnlyRun() {
            try await store.write(run.bytes, to: "\(PartRun.folder)/\(run.name)")
            // Of two runs that begin at once at least one sees the other here.
            do throws(PackError) {
                _ = try await output.isOnlyRun()
            } catch {
                try await store.remove("\(PartRun.folder)/\(run.name)")
                throw error
            }
        }
        return output
    }

    /// - Returns: `false` where there is none.
    private func isOnlyRun() async throws(PackError) -> Bool {
        let names = try await store.names(in: PartRun.folder).filter { $0.hasSuffix(".json") && $0.first != "." }
        guard names.allSatisfy({ $0 == run.name }) else {
            throw PackError(
                .otherRun, store.path,
                "\(store.path) has stickers that were made with other settings or by another version: name another folder"
            )
        }
        return !names.isEmpty
    }

    /// The record of a photo, if the photo is as it was then and its stickers are there.
    ///
    /// - Parameter byContent: whether the stickers' bytes are compared, too, and not their sizes alone.
    func record(of photo: PartPhoto, byContent: Bool = false) async throws(PackError) -> PartRecord? {
        guard let record = try await lastRecord(of: photo), record.photo.byteCount == photo.byteCount,
            record.photo.version == photo.version, record.photo.options == photo.options
        else { return nil }
        return try await hasStickers(of: record, byContent: byContent) ? record : nil
    }

    /// The record of a photo, whatever it was then and with whatever settings its stickers were made.
    func lastRecord(of photo: PartPhoto) async throws(PackError) -> PartRecord? {
        try await store.read(PartRecord.name(of: photo), limit: PartRecord.maximumBytes)
            .flatMap { PartRecord(reading: $0) }.flatMap { $0.photo.key == photo.key ? $0 : nil }
    }

    /// Whether the stickers of a record are of this run and there.
    func hasStickers(of record: PartRecord, byContent: Bool) async throws(PackError) -> Bool {
        guard record.stickers.allSatisfy({ $0.settings == run.settings(of: record.photo) }) else { return false }
        return try await store.hasFiles(of: record, byContent: byContent)
    }

    func write(_ record: PartRecord) async throws(PackError) {
        try await store.write(record.bytes, to: PartRecord.name(of: record.photo))
    }
}
