import Catalog
import Peel
import Synchronization

/// A pack being made by the library: photos are read, cut, encoded and written on an executor of as many threads as
/// photos may be in flight.
nonisolated final class LibraryPackRun: PackRun {
    private let request: MakeRequest
    private let photos: [FoundPhoto]
    private let processor: PhotoProcessor
    private let writer: PackWriter
    private let contactSheet: Mutex<ContactSheetPages>
    private let web: WebOriginals?

    private init(_ request: MakeRequest, photos: [FoundPhoto], processor: PhotoProcessor, writer: PackWriter) {
        web = WebOriginals(of: photos, request.web, limits: request.limits)
        self.request = request
        self.photos = photos
        self.processor = processor
        self.writer = writer
        contactSheet = Mutex(ContactSheetPages(photoCount: photos.count))
    }

    /// Loads the network, then takes the folder: a network that cannot be used leaves no trace.
    static func start(_ request: MakeRequest, photos: [FoundPhoto]) async throws(CommandFailure) -> LibraryPackRun {
        let executor = request.jobs.map { PhotoExecutor(threadCount: $0) } ?? .shared
        var request = request
        try await request.options.readBackground(request.background, request.limits, on: executor)
        let segmenter = try await PeelWorkshop.segmenter(
            request.engine, streams: min(executor.threadCount, PhotoExecutor.shared.threadCount), executor: executor)
        var processor = PhotoProcessor(
            segmenter: segmenter, options: request.options, limits: request.limits, executor: executor)
        processor.allowsEnlargement = request.enlarges
        return try await executor.run { [request, processor] in await open(request, photos, processor) }.get()
    }

    @concurrent
    private static func open(
        _ request: MakeRequest, _ photos: [FoundPhoto], _ processor: PhotoProcessor
    ) async -> Result<LibraryPackRun, CommandFailure> {
        let model = processor.segmenter.model
        let digest = SHA256Digest(of: model.bytes)
        let run = PackWriter.Run(
            program: PackManifest.Program(version: programVersion),
            model: PackManifest.Model(name: FilePath(model.name).lastComponent.description, sha256: digest.hex),
            settings: SettingsFingerprint(
                options: request.options, encoding: "\(request.encoding.encoder.format) \(request.engine.device)",
                modelSHA256: digest,
                programVersion: programVersion))
        do throws(PackError) {
            let writer = try PackWriter(
                folder: PackFolder(request.output), run: run, sources: photos.map(\.source),
                origins: photos.map { $0.web.map(PackManifest.Origin.init) },
                fileExtension: request.encoding.format.rawValue,
                numbersInstances: request.options.subjects == .each, start: request.resumes ? .resuming : .anew,
                force: request.forces, keepsAbsent: request.keepsAbsent
            ) { index in
                // A pipe can be read only once.
                guard photos[index].web == nil, let status = try? photos[index].path.status(),
                    status.kind == .regular, status.size <= request.limits.bytes
                else { return nil }
                return try? SHA256Digest(ofFileAt: photos[index].path)
            }
            return .success(LibraryPackRun(request, photos: photos, processor: processor, writer: writer))
        } catch {
            return .failure(CommandFailure(error))
        }
    }

    var replacedStickerCount: Int { request.resumes ? 0 : writer.previousStickerCount }

    var device: String { processor.segmenter.deviceDescription }

    @concurrent
    func process(
        stop: StopRequest, report: @escaping @MainActor (PhotoReport) -> Void
    ) async throws(CommandFailure) {
        var failure: CommandFailure?
        let hasFailed = Atomic(false)
        let upcoming = photos.indices.lazy.prefix { _ in
            !stop.isRequested && !hasFailed.load(ordering: .relaxed)
        }
        await forEachConcurrently(upcoming, atMost: processor.executor.threadCount, on: processor.executor) { index in
            await Trace.photo(self.photos[index].path.description) { await self.work(on: index) }
        } receive: { result in
            switch result {
            case .success(let photoReport): await report(photoReport)
            case .failure(let error):
                failure = failure ?? error
                hasFailed.store(true, ordering: .relaxed)
            }
        }
        if let failure { throw failure }
    }

    func finish() async throws(CommandFailure) -> FinishedPack {
        web?.stop()
        return try await processor.executor.run { await self.close() }.get()
    }

    @concurrent
    private func close() async -> Result<FinishedPack, CommandFailure> {
        do throws(PackError) {
            for (source, stickers) in writer.keepUnreached() { try place(stickers.compactMap(tile), source) }
            try write(contactSheet.withLock { $0.finish() })
            let manifest = try writer.finish(withArchive: request.writesZIP)
            let folder = writer.folder
            let isThere = !manifest.stickers.isEmpty
            return .success(
                FinishedPack(
                    folder: folder.path, stickerCount: manifest.stickers.count,
                    removedStickerCount: writer.removedStickerCount,
                    contactSheets: isThere ? manifest.contactSheets.map { folder.path.appending($0) } : [],
                    archive: isThere && manifest.archive != nil ? folder.archive : nil))
        } catch {
            return .failure(CommandFailure(error))
        }
    }

    /// Does all there is to do for one photo. A failure is one of the pack, not of the photo: no other photo can do
    /// better.
    @concurrent
    private func work(on index: Int) async -> Result<PhotoReport, CommandFailure> {
        var laps = Laps()
        let photo = photos[index]
        web?.prefetch(after: index)
        var isRead = false
        do {
            let (bytes, digest) = try await read(photo)
            isRead = true
            laps.lap("read")
            if let entries = try writer.keep(
                source: index, digest: digest, minimumConfidence: request.minimumConfidence)
            {
                try place(entries.compactMap(tile), index)
                return .success(
                    PhotoReport(
                        photo: photo, outcome: .kept(entries.map(PhotoReport.StickerFile.init)),
                        confidence: entries.first?.confidence, timings: laps.timings))
            }
            // Held until its files are written.
            let admitted = try await processor.admit(bytes)
            defer { admitted.release() }
            let made = try await processor.process(admitted)
            laps.take(made.timings)
            if let confidence = made.confidence, confidence < request.minimumConfidence {
                let outcome = PhotoReport.Outcome.leftOut(minimum: request.minimumConfidence)
                let report = PhotoReport(
                    photo: photo, outcome: outcome, confidence: confidence, timings: laps.timings)
                writer.fail(source: index, reason: report.reason ?? "")
                try place([], index)
                return .success(report)
            }
            let encoder = request.encoding.encoder
            let files = try Trace.span("encode") { try made.stickers.map { try encoder.encode($0.bitmap) } }
            laps.lap("encode")
            let entries = try Trace.span("write") {
                try writer.add(made, source: index, digest: digest, files: files)
            }
            try Trace.span("contact sheet") {
                try place(zip(entries, files).compactMap { ContactSheetTile($0, file: $1) }, index)
            }
            laps.lap("write")
            return .success(
                PhotoReport(
                    photo: photo, outcome: .made(entries.map(PhotoReport.StickerFile.init), made.colorScheme),
                    confidence: made.confidence, timings: laps.timings))
        } catch let error as PackError {
            return .failure(CommandFailure(error))
        } catch {
            // Without the photo's name: that stands before it.
            let reason = ((error as? FileError).map { CommandFailure(reading: $0) } ?? CommandFailure(error))
                .description
            Trace.mark("failed", reason)
            writer.fail(source: index, reason: reason, isUnread: !isRead)
            do throws(PackError) {
                try place([], index)
            } catch {
                return .failure(CommandFailure(error))
            }
            return .success(PhotoReport(photo: photo, outcome: .failed(reason), timings: laps.timings))
        }
    }

    private func read(_ photo: FoundPhoto) async throws -> (bytes: [UInt8], digest: SHA256Digest) {
        if let address = photo.web?.originalURL, let web {
            let bytes = try await web.bytes(address)
            return Trace.span("read") { (bytes, SHA256Digest(of: bytes)) }
        }
        return try Trace.span("read") { () throws(FileError) in
            let bytes = try photo.path.readBytes(limit: request.limits.bytes)
            return (bytes, SHA256Digest(of: bytes))
        }
    }

    private func place(_ tiles: [ContactSheetTile], _ index: Int) throws(PackError) {
        try write(contactSheet.withLock { $0.add(tiles, photo: index) })
    }

    private func write(_ pages: [ContactSheetPages.Page]) throws(PackError) {
        for page in pages {
            // A page that cannot be encoded is missing from the pack; its stickers are there.
            guard let png = try? ImageEncoder(.png()).encode(page.bitmap) else { continue }
            try writer.writeContactSheet(png, page: page.number)
        }
    }

    /// The tile of a sticker that an earlier run made.
    private func tile(_ entry: PackManifest.Entry) -> ContactSheetTile? {
        (try? writer.folder.path(of: entry).readBytes()).flatMap { ContactSheetTile(entry, file: $0) }
    }
}

/// The contact sheet, handed out page by page as soon as a page is full.
private nonisolated struct ContactSheetPages {
    struct Page {
        /// From 1.
        let number: Int
        let bitmap: Bitmap
    }

    private var sheet: ContactSheet
    private var pageCount = 0

    init(photoCount: Int) {
        sheet = ContactSheet(photoCount: photoCount)
    }

    mutating func add(_ tiles: [ContactSheetTile], photo: Int) -> [Page] { numbered(sheet.add(tiles, photo: photo)) }

    mutating func finish() -> [Page] { numbered(sheet.finish()) }

    private mutating func numbered(_ bitmaps: [Bitmap]) -> [Page] {
        bitmaps.map { bitmap in
            pageCount += 1
            return Page(number: pageCount, bitmap: bitmap)
        }
    }
}

extension PhotoReport.StickerFile {
    fileprivate nonisolated init(_ entry: PackManifest.Entry) {
        self.init(file: entry.file, size: entry.size, box: entry.box, instance: entry.instance)
    }
}

/// Times the steps of a photo.
private nonisolated struct Laps {
    private(set) var timings: [PhotoReport.Timing] = []
    private var began = ContinuousClock.now

    /// Books the time since the last lap.
    mutating func lap(_ stage: String) {
        let now = ContinuousClock.now
        timings.append(.init(stage: stage, duration: began.duration(to: now)))
        began = now
    }

    /// Books what the processor has timed itself.
    mutating func take(_ stages: StageTimings) {
        timings += [
            .init(stage: "decode", duration: stages.decoding), .init(stage: "segment", duration: stages.segmentation),
            .init(stage: "cut", duration: stages.stickers), .init(stage: "colors", duration: stages.colors),
        ]
        began = .now
    }
}
