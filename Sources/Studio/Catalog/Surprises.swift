import Catalog
import FoundationEssentials
import ImageLoading

/// Pictures of a feed that chance has chosen, loaded in the background before anybody asks for one.
@MainActor
final class Surprises {
    private let feed: NamedFeed
    private let count: Int
    private var items: [URL: CatalogItem] = [:]
    private var pool: ImagePool?
    private var preparation: Task<Result<ImagePool, CatalogError>, Never>?
    private var isStopped = false

    init(feed: NamedFeed, count: Int) {
        self.feed = feed
        self.count = count
    }

    func item(_ id: String) -> CatalogItem? { items.values.first { $0.id == id } }

    /// Begins to load, unless that was done.
    func prepare() {
        guard pool == nil, preparation == nil, !isStopped else { return }
        preparation = Task { await self.makePool() }
    }

    /// After a set of which nothing came, the next call chooses another.
    func next() async throws(CatalogError) -> CatalogItem {
        prepare()
        if pool == nil, let preparation {
            await Self.wait(for: preparation)
            if Task.isCancelled { throw CatalogError(.cancelled, "the surprise was cancelled") }
            _ = try await preparation.value.get()
        }
        guard let pool else { throw CatalogError(.cancelled, "the surprise was cancelled") }
        do throws(ImageLoaderError) {
            let image = try await pool.randomImage()
            if let item = items[image.url] { return item }
            throw ImageLoaderError(.emptyResult, nil)
        } catch {
            if error.code != .cancelled, self.pool === pool { (self.pool, items) = (nil, [:]) }
            throw CatalogError(error.code == .cancelled ? .cancelled : .loading(error.code), error.description)
        }
    }

    /// Returns when the task has ended, or when the caller's task is cancelled: that is not the other's end.
    private static func wait(for task: Task<Result<ImagePool, CatalogError>, Never>) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task {
            _ = await task.value
            end.finish()
        }
        for await _ in ends {}
    }

    private func makePool() async -> Result<ImagePool, CatalogError> {
        let found = await feed.feed.allPhotos(.random(count))
        defer { preparation = nil }
        if isStopped { return .failure(CatalogError(.cancelled, "the studio is stopping")) }
        for photo in found.photos where photo.mediaType == .image {
            if let url = photo.pictureURL { items[url] = CatalogItem(photo, of: feed.id) }
        }
        guard !items.isEmpty else {
            let reason = found.failures.first ?? CatalogError(.noPicture, "\(feed.feed.name) has no pictures")
            return .failure(reason)
        }
        let pool = feed.pictures.pool(of: Array(items.keys))
        pool.preload()
        self.pool = pool
        return .success(pool)
    }

    func stop() {
        isStopped = true
        preparation?.cancel()
        pool = nil
    }
}
