import Execution
import Files
import Glibc
import Imaging
public import Stickers
import Tracing

/// Makes the stickers of the photos of a part, as ``PackMaker`` does those of a pack, and leaves a record for each photo.
///
///     let worker = try await PartWorker(photos, output: FolderPartStore("out"), processor: processor)
///     try await worker.run { report in print(report.photo.name, report.photo.outcome) }
///
/// Everything is addressed by its content and written whole. So a part may be worked on twice, by two workers at once, or
/// by one that was stopped for an hour: each photo has one record in the end, and it says the same.
///
/// As many photos are in work as the processor's executor has threads, and all of the work runs there.
public final class PartWorker: Sendable {
    /// What became of a photo.
    public struct Report: Equatable, Sendable {
        /// The names of its stickers are those in the output.
        public var photo: PhotoReport
        /// Whether it is recorded. One that could not be read for a reason that may pass is not: a worker that resumes
        /// tries it again.
        public var isRecorded: Bool
        /// SHA-256 of the photo's file, in hexadecimal digits; `nil` where it could not be read.
        public var photoSHA256: String?
        /// How long the photo took, its waits included; of one that was recorded before, what it took then.
        public var seconds: Double

        /// A report of its parts.
        public init(photo: PhotoReport, isRecorded: Bool, photoSHA256: String? = nil, seconds: Double = 0) {
            self.photo = photo
            self.isRecorded = isRecorded
            self.photoSHA256 = photoSHA256
            self.seconds = seconds
        }

        fileprivate init(_ photo: PhotoReport, _ record: PartRecord, isRecorded: Bool = true) {
            self.init(
                photo: photo, isRecorded: isRecorded, photoSHA256: record.photoSHA256, seconds: record.seconds)
        }
    }

    private let photos: [PartPhoto]
    private let output: PartOutput
    private let processor: PhotoProcessor
    private let settings: PackSettings
    private let load: @Sendable (PartPhoto) -> PackPhoto
    private let isTemporary: @Sendable (any Error) -> Bool
    private let ahead: Ahead?
    /// Whether the output is a pack of one machine: what failed is tried again, and stickers are compared by their bytes.
    private let isPack: Bool
    /// What is recorded of a photo of these bytes, whatever it was called.
    private let recorded: @Sendable (SHA256Digest) async throws(PackError) -> PartRecord?
    /// As many photos are decoded and found at once as there are threads.
    private let places: TaskGate
    private let bytesAhead: TaskGate

    /// Photos that are read while others are worked on, and stickers that are written meanwhile: where both wait for a
    /// network, the processor does not.
    public struct Ahead: Hashable, Sendable {
        /// How many, besides those in work. 1 or more.
        public var photos: Int
        /// What the files of all photos that were read and are not done take together, in bytes. They are not part of
        /// `ImageLimits.memory`.
        public var bytes: Int

        /// Bounds of their number and of their bytes.
        public init(photos: Int, bytes: Int) {
            self.photos = max(1, photos)
            self.bytes = max(1, bytes)
        }
    }

    /// What a photo whose size is not known is taken to weigh.
    private static let usualByteCount = 32 << 20

    /// Takes the output for these settings.
    ///
    /// - Parameters:
    ///   - photos: of the part.
    ///   - output: gets the stickers and records. The same for all parts of a pack.
    ///   - processor: has the network, the stickers' options, the limits, and the executor for all of the work.
    ///   - settings: `start` says whether photos are passed over that are recorded already; `encoder`,
    ///     `minimumConfidence`, `program` and `reason` are used, too.
    ///   - load: how a photo's file is read; by default from the path ``PartPhoto/photo``.
    ///   - isTemporary: whether an error of reading a photo may pass, so that the photo is not recorded as bad.
    ///   - ahead: for photos or an output that are reached over a network; `nil`: a photo is read when its turn has come.
    /// - Throws: ``PackError/Code/otherRun`` when the output has stickers of other settings.
    public convenience init(
        _ photos: [PartPhoto], output: any PartStore, processor: PhotoProcessor,
        settings: PackSettings = PackSettings(),
        load: @escaping @Sendable (PartPhoto) -> PackPhoto = {
            PackPhoto($0.photo, source: $0.source, allowsPipes: false)
        },
        isTemporary: @escaping @Sendable (any Error) -> Bool = PartWorker.isTemporary, ahead: Ahead? = nil
    ) async throws(PackError) {
        try await self.init(photos, output, processor, settings, load, isTemporary, ahead, isPack: false) {
            _ throws(PackError) in nil
        }
    }

    init(
        _ photos: [PartPhoto], _ output: any PartStore, _ processor: PhotoProcessor, _ settings: PackSettings,
        _ load: @escaping @Sendable (PartPhoto) -> PackPhoto,
        _ isTemporary: @escaping @Sendable (any Error) -> Bool, _ ahead: Ahead?, isPack: Bool,
        recorded: @escaping @Sendable (SHA256Digest) async throws(PackError) -> PartRecord?
    ) async throws(PackError) {
        self.isPack = isPack
        self.recorded = recorded
        self.ahead = ahead
        places = TaskGate(capacity: processor.executor.threadCount)
        bytesAhead = TaskGate(capacity: ahead?.bytes ?? 1)
        self.photos = photos
        self.processor = processor
        self.settings = settings
        self.load = load
        self.isTemporary = isTemporary
        self.output = try await processor.executor.run { () async throws(PackError) in
            try await PartOutput.open(output, for: PartRun(processor, settings))
        }
    }

    /// Of a file: a full disk, a file server that does not answer; and where the photo's folder is not there either, a file
    /// system that is not mounted.
    public static func isTemporary(_ error: any Error) -> Bool {
        guard let error = error as? FileError else { return false }
        if error.action == "read", error.errorNumber == ENOENT { return (try? error.path.parent.status()) == nil }
        return error.isTemporary
    }

    /// Makes the stickers. Returns when no photo is in work any more. To be called once.
    ///
    /// When the task is cancelled, no further photo is started, and those in work end before their next step, unreported
    /// and unrecorded.
    ///
    /// - Parameters:
    ///   - report: called in the caller's isolation once a photo is recorded.
    ///   - isStopped: asked before each photo. Once it is `true` no further photo is started; those in work are
    ///     finished.
    /// - Throws: ``PackError`` when going on makes no sense; see ``PackError/isTemporary``.
    public func run(
        report: (Report) async -> Void = { _ in }, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) {
        let order = PartOrder(count: photos.count)
        let upcoming = sequence(state: order) { isStopped() ? nil : $0.next() }
        try await forEachConcurrently(
            upcoming, atMost: processor.executor.threadCount + (ahead?.photos ?? 0), on: processor.executor
        ) { index async throws(PackError) in
            let photo = self.photos[index]
            return try await Trace.photo(photo.photo.description) { () async throws(PackError) in
                try await self.work(on: photo, order)
            }
        } receive: { photoReport in
            if let photoReport { await report(photoReport) }
        }
    }

    /// What is recorded of a photo already, where photos are passed over for that.
    private func kept(_ photo: PartPhoto) async throws(PackError) -> Report? {
        guard settings.start == .resuming, var record = try await output.record(of: photo, byContent: isPack),
            record.status != .unread,
            !isPack || isKept(record)
        else { return nil }
        if record.photo != photo {
            record.photo = photo
            try await output.write(record)
        }
        return Report(record.report(minimumConfidence: settings.minimumConfidence), record)
    }

    /// Of a record that may be of other settings.
    private func isKept(_ record: PartRecord) -> Bool {
        record.status == .made && record.confidence ?? 1 >= settings.minimumConfidence
    }

    /// What is recorded of a photo of the same bytes, which was called otherwise.
    private func kept(_ photo: PartPhoto, _ digest: SHA256Digest) async throws(PackError) -> Report? {
        guard settings.start == .resuming, var record = try await recorded(digest), isKept(record) else { return nil }
        record.photo = photo
        record.stickers = record.stickers.map { sticker in
            var sticker = sticker
            sticker.source = photo.source.escapedText
            sticker.origin = photo.origin
            sticker.options = photo.options
            return sticker
        }
        guard try await output.hasStickers(of: record, byContent: isPack) else { return nil }
        try await output.write(record)
        return Report(record.report(minimumConfidence: settings.minimumConfidence), record)
    }

    /// The same, looked for once more: another worker may be at the part. Not where each look is a request.
    private func keptMeanwhile(_ photo: PartPhoto) async throws(PackError) -> Report? {
        output.store.readsAtOnce == 1 ? try await kept(photo) : nil
    }

    /// - Returns: `nil` for a photo that was cancelled.
    @concurrent
    private func work(on photo: PartPhoto, _ order: PartOrder) async throws(PackError) -> Report? {
        if let kept = try await kept(photo) { return kept }
        let began = ContinuousClock.now
        var timer = StageTimer()
        var report = PhotoReport(name: photo.photo, source: photo.source, outcome: .kept([]))
        var digest: SHA256Digest?
        let failure: any Error
        let weight = ahead == nil ? nil : await bytesAhead.enter(photo.byteCount ?? Self.usualByteCount)
        defer { if let weight { bytesAhead.leave(weight) } }
        do {
            let read = try await load(photo).read(limit: processor.limits.bytes)
            digest = read.digest
            timer.end("read")
            if let kept = try await kept(photo, read.digest) { return kept }
            switch try await make(photo, read.bytes, read.digest, &report, &timer) {
            case .kept(let kept): return kept
            case .new(let stickers):
                report.timings = timer.timings
                let record = PartRecord(photo, report, digest, stickers, took: .now - began)
                if try await keptMeanwhile(photo) != nil { order.goElsewhere() }
                try await output.write(record)
                return Report(report, record)
            }
        } catch let error as PackError {
            throw error
        } catch {
            failure = error
        }
        if Task.isCancelled { return nil }
        let reason = settings.reason(failure)
        Trace.mark("failed", reason)
        report.outcome = .failed(reason)
        report.confidence = nil
        report.timings = timer.timings
        let record = PartRecord(photo, report, digest, [], took: .now - began)
        if digest == nil {
            let isKept = try await hasStickers(photo)
            if isKept || isTemporary(failure) { return Report(report, record, isRecorded: false) }
        }
        try await output.write(record)
        return Report(report, record)
    }

    /// Whether a run that resumes has stickers of a photo that cannot be read now: they stay.
    private func hasStickers(_ photo: PartPhoto) async throws(PackError) -> Bool {
        guard settings.start == .resuming else { return false }
        if try await output.lastRecord(of: photo)?.status == .made { return true }
        return isPack ? try await output.lastRecord(of: photo.adopted)?.status == .made : false
    }

    private enum Outcome {
        /// None where the photo was left out.
        case new([PackManifest.Entry])
        case kept(Report)
    }

    /// Makes a photo's stickers and writes them.
    @concurrent
    private func make(
        _ photo: PartPhoto, _ bytes: [UInt8], _ digest: SHA256Digest, _ report: inout PhotoReport,
        _ timer: inout StageTimer
    ) async throws -> Outcome {
        guard let place = await places.enter() else { throw CancellationError() }
        if ahead != nil { timer.end("wait") }
        var isInPlace = true
        defer { if isInPlace { places.leave(place) } }
        // It may have been read long ago: ahead of its turn, or by a worker that was stopped.
        if let kept = try await keptMeanwhile(photo) { return .kept(kept) }
        // Held until its files are written.
        let admitted = try await processor.admit(bytes)
        defer { admitted.release() }
        let maker = processor.with(photo.options)
        guard let (made, files) = try await settings.makeStickers(of: admitted, by: maker, &report, &timer) else {
            return .new([])
        }
        // While the files are written another photo is worked on.
        places.leave(place)
        isInPlace = false
        let fingerprint = output.run.settings(of: photo)
        var entries: [PackManifest.Entry] = []
        for (sticker, file) in zip(made.stickers, files) {
            let name = PartRecord.name(
                ofStickerOf: digest, settings: fingerprint, instance: sticker.instance,
                pathExtension: output.run.pathExtension)
            let entry = PackManifest.Entry(
                sticker, of: made, file: name, bytes: file, source: photo.source, digest: digest,
                settings: fingerprint, origin: photo.origin, options: photo.options)
            try await output.store.write(file, to: name)
            entries.append(entry)
        }
        timer.end("write")
        report.outcome = .made(
            zip(entries, made.stickers).map { PhotoReport.StickerFile($0, $1) }, made.colorScheme)
        return .new(entries)
    }
}

extension PartRun {
    init(_ processor: PhotoProcessor, _ settings: PackSettings) {
        let run = settings.run(by: processor)
        self.init(
            program: run.program, model: run.model, settings: run.settings.description,
            pathExtension: settings.encoder.format.output.pathExtension,
            numbersInstances: processor.options.subjects == .each,
            minimumConfidence: settings.minimumConfidence, allowsEnlargement: processor.allowsEnlargement)
    }
}
