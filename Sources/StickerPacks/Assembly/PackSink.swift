import Files

/// Where a pack is put together: of few photos with its lists in `pack.json` (``PackWriter``), or of many with its
/// lists beside it (``LargePackWriter``).
protocol PackSink: AnyObject {
    /// Whether the contact sheet shows a photo.
    func shows(_ index: Int) -> Bool

    /// Takes the photos in their order.
    ///
    /// - Parameter index: the photo's place, from 0.
    func add(_ result: PhotoResult, at index: Int) throws(PackError)

    /// Passes over a photo that lacks a sticker. The contact sheet does not wait for it.
    ///
    /// - Parameter index: as of ``add(_:at:)``.
    func skip(_ index: Int) throws(PackError)

    /// Photos without a sticker, in their order; of many the first.
    var failures: [PackManifest.Failure] { get }

    /// All of them.
    var failureCount: Int { get }

    /// Makes it a valid pack. To be called once.
    func finished(withArchive: Bool) throws(PackError) -> FinishedPack
}

/// What became of a photo, with its stickers' files.
struct PhotoResult: Sendable {
    let photo: PartPhoto
    let record: PhotoRecord
    let files: [[UInt8]]
    /// None for a photo that the contact sheet does not show.
    let tiles: [ContactSheetTile]

    /// The stickers with what the list says of the photo.
    var entries: [PackManifest.Entry] {
        record.stickers.map { sticker in
            var entry = sticker
            entry.origin = photo.origin
            entry.metadata = photo.metadata
            return entry
        }
    }

    /// `nil` where there are stickers.
    var failure: PackManifest.Failure? {
        record.status == .made ? nil : .init(source: photo.source.escapedText, reason: record.reason ?? "")
    }
}
