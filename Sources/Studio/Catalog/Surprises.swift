import Catalog
import FoundationEssentials
import ImageLoading

/// Pictures of a feed that chance has chosen, loaded in the background before anybody asks for one.
@MainActor
final class Surprises {
    private let feed: NamedFeed
    private let count: Int
    private let pictures: CatalogPictures
    private var items: [URL: CatalogItem] = [:]
    private var pool: ImagePool?
    private var preparation: Task<Result<ImagePool, CatalogError>, Never>?

    init(feed: NamedFeed, count: Int, pictures: CatalogPictures) {
        self.feed = feed
        self.count = count
        self.pictures = pictures
    }

    func item(_ id: String) -> CatalogItem? { items.values.first { $0.id == id } }

    /// Begins to load, unless that was done.
    func prepare() {
        guard pool == nil, preparation == nil else { return }
        preparation = Task { await self.makePool() }
    }

    func next() async throws(CatalogError) -> CatalogItem {
        prepare()
        guard let pool = if let pool { pool } else { try await preparation?.value.get() } else {
            throw CatalogError(.cancelled, "the surprise was cancelled")
        }
        do throws(ImageLoaderError) {
            let image = try await pool.randomImage()
            if let item = items[image.url] { return item }
            throw ImageLoaderError(.emptyResult, nil)
        } catch {
            throw CatalogError(error.code == .cancelled ? .cancelled : .loading(error.code), error.description)
        }
    }

    private func makePool() async -> Result<ImagePool, CatalogError> {
        let found = await feed.feed.allPhotos(.random(count))
        defer { preparation = nil }
        for photo in found.photos where photo.mediaType == .image {
            if let url = photo.pictureURL { items[url] = CatalogItem(photo, of: feed.id) }
        }
        guard !items.isEmpty else {
            let reason = found.failures.first ?? CatalogError(.noPicture, "\(feed.feed.name) has no pictures")
            return .failure(reason)
        }
        let pool = pictures.pool(of: Array(items.keys))
        pool.preload()
        self.pool = pool
        return .success(pool)
    }

    func stop() {
        preparation?.cancel()
        pool = nil
    }
}
