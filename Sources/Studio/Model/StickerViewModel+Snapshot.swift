import Files
import PhotoLibrary

extension StickerViewModel {
    /// All that a page shows.
    var snapshot: StudioSnapshot {
        StudioSnapshot(
            photos: selection.map { PhotoJSON($0) }, progress: progress,
            library: StudioSnapshot.Library(
                path: libraryFolder.description, bytes: usage.total, limit: usage.limit, originals: usage.originals,
                results: usage.results, recovered: recovered.map(\.description)),
            version: version)
    }
}
