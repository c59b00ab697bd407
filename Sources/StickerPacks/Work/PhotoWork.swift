import Clips
import Execution
import Files
import Imaging
import Movies
import Profiling
import Stickers

/// Reads photos, cuts them out, encodes their stickers and records them: the work of a pack of any size, and of a part.
///
/// As many photos are in work as the processor's executor has threads, and all of the work runs there.
struct PhotoWork: Sendable {
    private let processor: PhotoProcessor
    private let settings: PackSettings
    private let records: any PhotoRecords
    private let isTemporary: @Sendable (any Error) -> Bool
    private let ahead: PartWorker.Ahead?
    /// As many photos are decoded and found at once as there are threads.
    private let places: TaskGate
    private let bytesAhead: TaskGate
    /// One clip at once: all threads work on it, and it takes as much memory as many photos.
    private let clips = TaskGate(capacity: 1)

    /// What a photo whose size is not known is taken to weigh.
    private static let usualByteCount = 32 << 20

    /// - Parameters:
    ///   - isTemporary: whether an error of reading a photo may pass, so that the photo is not recorded as bad.
    ///   - ahead: `nil`: a photo is read when its turn has come.
    init(
        _ processor: PhotoProcessor, _ settings: PackSettings, _ records: any PhotoRecords,
        isTemporary: @escaping @Sendable (any Error) -> Bool = { _ in false }, ahead: PartWorker.Ahead? = nil
    ) {
        self.processor = processor
        self.settings = settings
        self.records = records
        self.isTemporary = isTemporary
        self.ahead = ahead
        places = TaskGate(capacity: processor.executor.threadCount)
        bytesAhead = TaskGate(capacity: ahead?.bytes ?? 1)
    }

    /// Works on photos as ``PackMaker/process(report:isStopped:)`` says.
    ///
    /// - Parameter load: the file of a photo, by its place.
    func run(
        _ photos: [PartPhoto], load: @escaping @Sendable (Int) -> PackPhoto,
        report: (PartWorker.Report) async -> Void, isStopped: @escaping @Sendable () -> Bool
    ) async throws(PackError) {
        let order = WorkOrder(count: photos.count)
        let upcoming = sequence(state: order) { isStopped() ? nil : $0.next() }
        try await forEachConcurrently(
            upcoming, atMost: processor.executor.threadCount + (ahead?.photos ?? 0), on: processor.executor
        ) { index async throws(PackError) in
            try await Trace.photo(photos[index].photo.description) { () async throws(PackError) in
                try await work(on: photos[index], load(index), order)
            }
        } receive: { photoReport in
            if let photoReport { await report(photoReport) }
        }
    }

    /// A failure of the pack is thrown, since no other photo can do better; one of the photo is reported.
    ///
    /// - Returns: `nil` for a photo that was cancelled.
    @concurrent
    private func work(
        on photo: PartPhoto, _ file: PackPhoto, _ order: WorkOrder
    ) async throws(PackError) -> PartWorker.Report? {
        let began = ContinuousClock.now
        var timer = StageTimer()
        if let kept = try await records.kept(photo) { return report(kept, timer) }
        if let known = file.digest, let kept = try await records.kept(photo, known) { return report(kept, timer) }
        var report = PhotoReport(name: photo.photo, source: photo.source, outcome: .kept([]))
        var digest: SHA256Digest?
        let failure: any Error
        let weight = ahead == nil ? nil : await bytesAhead.enter(photo.byteCount ?? Self.usualByteCount)
        defer { if let weight { bytesAhead.leave(weight) } }
        do {
            let read = try await file.read(limit: processor.limits.bytes)
            digest = read.digest
            report.photoDigest = digest
            timer.end("read")
            if let kept = try await records.kept(photo, read.digest) { return self.report(kept, timer) }
            switch try await make(photo, bytes: read.bytes, digest: read.digest, &report, &timer) {
            case .kept(let kept): return self.report(kept, timer)
            case .new(let stickers):
                report.timings = timer.timings
                let record = PhotoRecord(photo, report, digest: digest, stickers: stickers, took: .now - began)
                if try await records.keptMeanwhile(photo) != nil { order.goElsewhere() }
                try await records.record(record, isTemporary: false, isDamaged: false)
                return PartWorker.Report(report, record, isRecorded: true)
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
        let record = PhotoRecord(photo, report, digest: digest, stickers: [], took: .now - began)
        let mayPass = digest == nil && isTemporary(failure)
        report.keepsStickers = try await records.record(
            record, isTemporary: mayPass, isDamaged: digest != nil && Self.isOfDecoding(failure))
        // One that is damaged is bad, whatever was made of it before.
        let isRecorded = digest != nil || !mayPass && !report.keepsStickers
        return PartWorker.Report(report, record, isRecorded: isRecorded)
    }

    /// Whether a photo or a clip could not be decoded. One that is decoded and has no subject was edited.
    private static func isOfDecoding(_ failure: any Error) -> Bool {
        switch failure {
        case let error as StickerError: if case .imaging = error.code { true } else { false }
        case ClipError.source(let error): isOfDecoding(error)
        default: failure is ImagingError || failure is MovieError
        }
    }

    private func report(_ record: PhotoRecord, _ timer: StageTimer) -> PartWorker.Report {
        var report = record.report(minimumConfidence: settings.minimumConfidence)
        report.timings = timer.timings
        return PartWorker.Report(report, record, isRecorded: true)
    }

    private enum Outcome {
        /// None where the photo was left out.
        case new([PackManifest.Entry])
        case kept(PhotoRecord)
    }

    /// Makes a photo's stickers and writes them.
    @concurrent
    private func make(
        _ photo: PartPhoto, bytes: [UInt8], digest: SHA256Digest, _ report: inout PhotoReport,
        _ timer: inout StageTimer
    ) async throws -> Outcome {
        guard let place = await places.enter() else { throw CancellationError() }
        if ahead != nil { timer.end("wait") }
        var isInPlace = true
        defer { if isInPlace { places.leave(place) } }
        // It may have been read long ago: ahead of its turn, or by a worker that was stopped.
        if let kept = try await records.keptMeanwhile(photo) { return .kept(kept) }
        var bytes = bytes
        if let clip = settings.motion.clip(in: bytes) {
            if settings.motion == .still {
                bytes = try await stillFrame(of: clip)
                timer.end("look")
            } else {
                places.leave(place)
                isInPlace = false
                return try await makeLiving(clip, of: photo, digest: digest, &report, &timer)
            }
        }
        // Held until its files are written.
        let admitted = try await processor.admit(bytes)
        defer { admitted.release() }
        let made = try await processor.with(photo.options).process(admitted)
        timer.take(made.timings)
        if leavesOut(made, &report) { return .new([]) }
        let files = try Trace.span("encode") { try made.stickers.map { try settings.encoder.encode($0.bitmap) } }
        timer.end("encode")
        // While the files are written another photo is worked on.
        places.leave(place)
        isInPlace = false
        let entries = try await records.write(made, files, of: photo, digest)
        timer.end("write")
        report.outcome = .made(
            zip(entries, made.stickers).map { PhotoReport.StickerFile($0, $1) }, made.colorScheme)
        return .new(entries)
    }

    /// Notes how sure the network is. Returns whether that is too little.
    private func leavesOut(_ made: ProcessedPhoto, _ report: inout PhotoReport) -> Bool {
        report.confidence = made.confidence
        guard let confidence = made.confidence, confidence < settings.minimumConfidence else { return false }
        report.outcome = .leftOut(minimum: settings.minimumConfidence)
        return true
    }

    /// The file of a photo that stands for a clip.
    private func stillFrame(of clip: ClipFile) async throws -> [UInt8] {
        guard let turn = await clips.enter() else { throw CancellationError() }
        defer { clips.leave(turn) }
        let frame = try await Trace.task("clip") { try await LivingWork(processor).stillFrame(of: clip) }
        return try await processor.executor.run { () throws(ImagingError) in
            try ImageEncoder(.png(compression: 0)).encode(frame)
        }
    }

    /// The same of a clip: a sticker that moves.
    @concurrent
    private func makeLiving(
        _ clip: ClipFile, of photo: PartPhoto, digest: SHA256Digest, _ report: inout PhotoReport,
        _ timer: inout StageTimer
    ) async throws -> Outcome {
        guard let turn = await clips.enter() else { throw CancellationError() }
        defer { clips.leave(turn) }
        let sticker = try await Trace.task("clip") {
            try await LivingWork(processor.with(photo.options)).sticker(of: clip)
        }
        timer.end("cut")
        let made = ProcessedPhoto(sticker)
        if leavesOut(made, &report) { return .new([]) }
        let file = try await LivingEncoder.packed(sticker, named: photo.photo, executor: processor.executor)
        timer.end("encode")
        let entries = try await records.write(made, [file], of: photo, digest)
        timer.end("write")
        report.loss = sticker.loss
        report.outcome = .made(
            zip(entries, made.stickers).map { PhotoReport.StickerFile($0, $1) }, made.colorScheme)
        return .new(entries)
    }
}

extension PhotoProcessor {
    /// For a photo of which something else is made than of the others.
    func with(_ options: PhotoOptions?) -> PhotoProcessor {
        guard let options else { return self }
        var processor = self
        processor.options = options.applied(to: self.options)
        return processor
    }
}

extension MotionChoice {
    /// `nil` for a photo.
    fileprivate func clip(in bytes: [UInt8]) -> ClipFile? {
        ClipFile(bytes) ?? (self == .living ? ClipFile(motionHalfOf: bytes) : nil)
    }
}
