import Files
import Stickers

/// What is known of the photos of a run: what earlier ones made of them, and what this one makes. ``PhotoWork`` asks
/// for it on the photo executor, where storage on a disk may block.
protocol PhotoRecords: Sendable {
    /// What is recorded of a photo that need not be read for that. `nil` where photos are known by their bytes alone.
    func kept(_ photo: PartPhoto) async throws(PackError) -> PhotoRecord?

    /// What is recorded of a photo of these bytes, under whatever name. It is this photo's from then on.
    func kept(_ photo: PartPhoto, _ content: SHA256Digest) async throws(PackError) -> PhotoRecord?

    /// What another worker has recorded of a photo while this one was at it. `nil` where there is no other worker, or
    /// where each look is a request.
    func keptMeanwhile(_ photo: PartPhoto) async throws(PackError) -> PhotoRecord?

    /// Writes the stickers of a photo.
    ///
    /// - Parameters:
    ///   - files: one for each of the stickers.
    ///   - content: SHA-256 of the photo's file.
    func write(
        _ made: ProcessedPhoto, _ files: [[UInt8]], of photo: PartPhoto, _ content: SHA256Digest
    ) async throws(PackError) -> [PackManifest.Entry]

    /// Records what became of a photo. The files of its stickers are there.
    ///
    /// - Parameters:
    ///   - isTemporary: whether a photo that could not be read may be readable later: it is not recorded.
    ///   - isDamaged: whether the photo was read and could not be decoded.
    /// - Returns: whether stickers of an earlier run stay, because the photo could not be read or decoded.
    @discardableResult
    func record(_ record: PhotoRecord, isTemporary: Bool, isDamaged: Bool) async throws(PackError) -> Bool
}

extension PhotoRecords {
    func kept(_ photo: PartPhoto) async throws(PackError) -> PhotoRecord? { nil }
    func keptMeanwhile(_ photo: PartPhoto) async throws(PackError) -> PhotoRecord? { nil }
}

/// A pack that one machine makes.
protocol PackInWork: Sendable {
    var records: any PhotoRecords { get }

    /// How many stickers the folder had.
    var previousStickerCount: Int { get }

    /// Makes what was done a valid pack. To be called once, after all work.
    func finish(_ reached: ReachedPhotos, writesArchive: Bool) async throws(PackError) -> FinishedPack
}

/// The photos of which it is known what became of them.
struct ReachedPhotos: Sendable {
    private(set) var count = 0
    /// SHA-256 of those that could be read.
    private(set) var contents: Set<String> = []

    mutating func add(_ report: PartWorker.Report) {
        count += 1
        if let content = report.photoSHA256 { contents.insert(content) }
    }
}
