import Files
import Profiling
import Stickers
import Synchronization

/// The records of a pack of few photos are in memory, and in its journal.
extension PackWriter: PackInWork, PhotoRecords {
    /// Of a maker.
    convenience init(
        _ folder: PackFolder, _ photos: [PartPhoto], by processor: PhotoProcessor, _ settings: PackSettings,
        digest: (Int) -> SHA256Digest?
    ) throws(PackError) {
        try self.init(
            folder: folder, run: PackRun(processor, settings), photos: photos, start: settings.start,
            force: settings.force, keepsAbsent: settings.keepsAbsent, digest: digest)
    }

    var records: any PhotoRecords { self }

    func kept(_ photo: PartPhoto, _ content: SHA256Digest) async throws(PackError) -> PhotoRecord? {
        guard let entries = try keep(source: photo.order, digest: content) else { return nil }
        try place(entries.compactMap(tile), photo.order)
        return PhotoRecord(photo, content, kept: entries)
    }

    func write(
        _ made: ProcessedPhoto, _ files: [[UInt8]], of photo: PartPhoto, _ content: SHA256Digest
    ) async throws(PackError) -> [PackManifest.Entry] {
        let entries = try Trace.span("write") { () throws(PackError) in
            try add(made, source: photo.order, digest: content, files: files)
        }
        try Trace.span("contact sheet") { () throws(PackError) in
            try place(zip(entries, files).compactMap { ContactSheetTile($0, file: $1) }, photo.order)
        }
        return entries
    }

    func record(_ record: PhotoRecord, isTemporary: Bool, isDamaged: Bool) async throws(PackError) -> Bool {
        guard record.status != .made else { return false }
        let isUnread = record.status == .unread || isDamaged
        fail(
            source: record.photo.order, reason: record.reason ?? "", isUnread: isUnread,
            digest: record.photoSHA256.flatMap { SHA256Digest(hex: $0) })
        let before = isUnread && keepsUnread ? previous.stickers(ofSource: record.photo.source.escapedText) : []
        // What is kept is placed at the end.
        if before.isEmpty { try place([], record.photo.order) }
        return Dictionary(grouping: before, by: \.content).values.contains { stickers in
            stickers.allSatisfy { folder.bytes(of: $0) != nil }
        }
    }

    @concurrent
    func finish(_ reached: ReachedPhotos, writesArchive: Bool) async throws(PackError) -> FinishedPack {
        for (source, stickers) in keepUnreached() { try place(stickers.compactMap(tile), source) }
        return try finished(withArchive: writesArchive)
    }

    // MARK: The contact sheet

    /// - Parameter index: the photo's place in the order.
    func place(_ tiles: [ContactSheetTile], _ index: Int) throws(PackError) {
        try contactSheet.place(tiles, photo: index, note: notePage)
    }

    /// The next run knows the page if this one is killed.
    func notePage(_ name: String) throws(FileError) {
        try state.withLock { state throws(FileError) in try state.journal.append(contactSheet: name) }
    }

    /// The tile of a sticker that an earlier run made.
    private func tile(_ entry: PackManifest.Entry) -> ContactSheetTile? {
        (try? folder.path(of: entry).readBytes()).flatMap { ContactSheetTile(entry, file: $0) }
    }
}

/// Puts a pack together of what was recorded elsewhere.
extension PackWriter: PackSink {
    func shows(_ index: Int) -> Bool { true }

    func add(_ result: PhotoResult, at index: Int) throws(PackError) {
        if let failure = result.failure {
            fail(source: index, reason: failure.reason)
        } else {
            let entries = result.entries.map { sticker in
                var entry = sticker
                entry.file = file(ofSource: index, instance: sticker.instance, likeFile: sticker.file)
                return entry
            }
            try asPackError { () throws(FileError) in
                try write(entries, Array(zip(entries, result.files)), source: index)
            }
        }
        try place(result.tiles, index)
    }

    func skip(_ index: Int) throws(PackError) { try place([], index) }

    /// Writes the last page, and makes what was done a pack.
    func finished(withArchive: Bool) throws(PackError) -> FinishedPack {
        try contactSheet.finish(note: notePage)
        let manifest = try finish(withArchive: withArchive)
        let isThere = !manifest.stickers.isEmpty
        return FinishedPack(
            folder: folder.path, stickerCount: manifest.stickers.count, removedStickerCount: removedStickerCount,
            absentStickerCount: absentStickerCount,
            contactSheets: isThere ? manifest.contactSheets.map { folder.path.appending($0) } : [],
            archive: isThere && manifest.archive != nil ? folder.archive : nil)
    }
}
