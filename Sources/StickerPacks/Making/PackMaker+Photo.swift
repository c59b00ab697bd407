import Files
import Imaging
import Stickers
import Synchronization
import Tracing

extension PackMaker {
    /// Does all there is to do for one photo. A failure is one of the pack, not of the photo: no other photo can do
    /// better.
    ///
    /// - Returns: `nil` for a photo that was cancelled.
    @concurrent
    func work(on index: Int) async throws(PackError) -> PhotoReport? {
        try await Trace.photo(photos[index].name.description) { () async throws(PackError) in
            try await reportedWork(on: index)
        }
    }

    @concurrent
    private func reportedWork(on index: Int) async throws(PackError) -> PhotoReport? {
        let photo = photos[index]
        var timer = StageTimer()
        var report = PhotoReport(name: photo.name, source: photo.source, outcome: .kept([]))
        var readDigest: SHA256Digest?
        let failure: any Error
        do {
            let (bytes, digest) = try await photo.read(limit: processor.limits.bytes)
            readDigest = digest
            timer.end("read")
            try await make(index, bytes, digest, &report, &timer)
            report.timings = timer.timings
            return report
        } catch let error as PackError {
            throw error
        } catch {
            failure = error
        }
        if Task.isCancelled { return nil }
        let reason = settings.reason(failure)
        Trace.mark("failed", reason)
        writer.fail(source: index, reason: reason, isUnread: readDigest == nil, digest: readDigest)
        // What earlier runs made of a photo that cannot be read is placed at the end.
        if readDigest != nil || settings.start == .anew { try place([], index) }
        report.outcome = .failed(reason)
        report.confidence = nil
        report.timings = timer.timings
        return report
    }

    /// Keeps what an earlier run has made of the photo, or makes and writes its stickers.
    @concurrent
    private func make(
        _ index: Int, _ bytes: [UInt8], _ digest: SHA256Digest, _ report: inout PhotoReport, _ timer: inout StageTimer
    ) async throws {
        if let entries = try writer.keep(
            source: index, digest: digest, minimumConfidence: settings.minimumConfidence)
        {
            try place(entries.compactMap(tile), index)
            report.outcome = .kept(entries.map { PhotoReport.StickerFile($0) })
            report.confidence = entries.first?.confidence
            return
        }
        // Held until its files are written.
        let admitted = try await processor.admit(bytes)
        defer { admitted.release() }
        let maker = processor.with(photos[index].options)
        guard let (made, files) = try await settings.makeStickers(of: admitted, by: maker, &report, &timer) else {
            writer.fail(source: index, reason: report.reason ?? "", digest: digest)
            try place([], index)
            return
        }
        let entries = try Trace.span("write") {
            try writer.add(made, source: index, digest: digest, files: files)
        }
        try Trace.span("contact sheet") {
            try place(zip(entries, files).compactMap { ContactSheetTile($0, file: $1) }, index)
        }
        timer.end("write")
        report.outcome = .made(
            zip(entries, made.stickers).map { PhotoReport.StickerFile($0, $1) }, made.colorScheme)
    }

    // MARK: The contact sheet

    func place(_ tiles: [ContactSheetTile], _ index: Int) throws(PackError) {
        try write(contactSheet.withLock { $0.add(tiles, photo: index) })
    }

    func write(_ pages: [ContactSheetPages.Page]) throws(PackError) {
        for page in pages {
            guard let png = page.png else { continue }
            try writer.writeContactSheet(png, page: page.number)
        }
    }

    /// The tile of a sticker that an earlier run made.
    func tile(_ entry: PackManifest.Entry) -> ContactSheetTile? {
        (try? writer.folder.path(of: entry).readBytes()).flatMap { ContactSheetTile(entry, file: $0) }
    }
}
