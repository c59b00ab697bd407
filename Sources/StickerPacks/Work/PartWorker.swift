import Execution
import Files
import Glibc
import Imaging
package import Stickers

/// Makes the stickers of the photos of a part, as ``PackMaker`` does those of a pack, and leaves a record for each
/// photo.
///
///     let worker = try await PartWorker(photos, output: FolderWorkStore("out"), processor: processor)
///     try await worker.run { report in print(report.photo.name, report.photo.outcome) }
///
/// Everything is addressed by its content and written whole. So a part may be worked on twice, by two workers at once,
/// or by one that was stopped for an hour: each photo has one record in the end, and it says the same.
///
/// As many photos are in work as the processor's executor has threads, and all of the work runs there.
package final class PartWorker: Sendable {
    /// What became of a photo.
    package struct Report: Equatable, Sendable {
        /// The names of its stickers are those in the output.
        package var photo: PhotoReport
        /// Whether it is recorded. One that could not be read for a reason that may pass is not: a worker that resumes
        /// tries it again.
        package var isRecorded: Bool
        /// SHA-256 of the photo's file, in hexadecimal digits; `nil` where it could not be read.
        package var photoSHA256: String?
        /// How long the photo took, its waits included; of one that was recorded before, what it took then.
        package var seconds: Double

        /// A report of its parts.
        package init(photo: PhotoReport, isRecorded: Bool, photoSHA256: String? = nil, seconds: Double = 0) {
            self.photo = photo
            self.isRecorded = isRecorded
            self.photoSHA256 = photoSHA256
            self.seconds = seconds
        }

        init(_ photo: PhotoReport, _ record: PhotoRecord, isRecorded: Bool) {
            self.init(
                photo: photo, isRecorded: isRecorded, photoSHA256: record.photoSHA256, seconds: record.seconds)
        }
    }

    private let photos: [PartPhoto]
    private let work: PhotoWork
    private let load: @Sendable (PartPhoto) -> PackPhoto

    /// Photos that are read while others are worked on, and stickers that are written meanwhile: where both wait for a
    /// network, the processor does not.
    package struct Ahead: Hashable, Sendable {
        /// How many, besides those in work. 1 or more.
        package var photos: Int
        /// What the files of all photos that were read and are not done take together, in bytes. They are not part of
        /// `ImageLimits.memory`.
        package var bytes: Int

        /// Bounds of their number and of their bytes.
        package init(photos: Int, bytes: Int) {
            self.photos = max(1, photos)
            self.bytes = max(1, bytes)
        }
    }

    /// Takes the output for these settings.
    ///
    /// - Parameters:
    ///   - photos: of the part.
    ///   - output: gets the stickers and records. The same for all parts of a pack.
    ///   - processor: has the network, the stickers' options, the limits, and the executor for all of the work.
    ///   - settings: `start` says whether photos are passed over that are recorded already; `encoder`,
    ///     `minimumConfidence`, `program` and `reason` are used, too.
    ///   - load: how a photo's file is read; by default from the path `PartPhoto.photo`.
    ///   - isTemporary: whether an error of reading a photo may pass, so that the photo is not recorded as bad.
    ///   - ahead: for photos or an output that are reached over a network; `nil`: a photo is read when its turn has
    ///     come.
    /// - Throws: ``PackError/Code/otherRun`` when the output has stickers of other settings.
    package init(
        _ photos: [PartPhoto], output: any WorkStore, processor: PhotoProcessor,
        settings: PackSettings = PackSettings(),
        load: @escaping @Sendable (PartPhoto) -> PackPhoto = {
            PackPhoto($0.photo, source: $0.source, allowsPipes: false)
        },
        isTemporary: @escaping @Sendable (any Error) -> Bool = PartWorker.isTemporary, ahead: Ahead? = nil
    ) async throws(PackError) {
        self.photos = photos
        self.load = load
        let resumes = settings.start == .resuming
        let records = try await processor.executor.run { () async throws(PackError) in
            try await PartOutput.open(output, for: PackRun(processor, settings), resumes: resumes, keepsUnread: resumes)
        }
        work = PhotoWork(processor, settings, records, isTemporary: isTemporary, ahead: ahead)
    }

    /// Of a file: a full disk, a file server that does not answer; and where the photo's folder is not there either, a
    /// file system that is not mounted.
    package static func isTemporary(_ error: any Error) -> Bool {
        guard let error = error as? FileError else { return false }
        if error.action == "read", error.errorNumber == ENOENT { return (try? error.path.parent.status()) == nil }
        return error.isTemporary
    }

    /// Makes the stickers. Returns when no photo is in work any more. To be called once.
    ///
    /// When the task is cancelled, no further photo is started, and those in work end before their next step,
    /// unreported and unrecorded.
    ///
    /// - Parameters:
    ///   - report: called in the caller's isolation once a photo is recorded.
    ///   - isStopped: asked before each photo. Once it is `true` no further photo is started; those in work are
    ///     finished.
    /// - Throws: ``PackError`` when going on makes no sense; see ``PackError/isTemporary``.
    package func run(
        report: (Report) async -> Void = { _ in }, isStopped: @escaping @Sendable () -> Bool = { false }
    ) async throws(PackError) {
        try await work.run(photos, load: { [photos, load] in load(photos[$0]) }, report: report, isStopped: isStopped)
    }
}
