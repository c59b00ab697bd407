import Files
import Imaging
import PhotoLibrary

extension StudioSnapshot {
    /// All that the page shows: of the selection and of the catalog.
    @MainActor
    init(_ model: StickerViewModel, _ catalog: CatalogModel?) {
        self = model.snapshot
        self.catalog = catalog?.json
    }
}

extension StickerViewModel {
    /// All that a page shows.
    var snapshot: StudioSnapshot {
        StudioSnapshot(
            photos: seenPhotos, progress: progress,
            library: StudioSnapshot.Library(
                path: libraryFolder.description, bytes: usage.total, limit: usage.limit, originals: usage.originals,
                results: usage.results,
                trash: StudioSnapshot.Trash(photos: usage.trashCount, bytes: usage.trash, revision: trashRevision),
                recovered: recovered.map(\.description)),
            packs: packs, formats: OutputFormat.byName.map(StudioSnapshot.Format.init), version: version)
    }
}
