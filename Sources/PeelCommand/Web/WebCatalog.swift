import Catalog
import FoundationEssentials
import ImageLoading
import Peel
import Synchronization

/// The feeds of the web, for commands.
struct WebCatalog: Sendable {
    private let settings: WebSettings
    let loader: ImageLoader

    init(_ settings: WebSettings, limits: ImageLimits) {
        self.settings = settings
        var configuration = ImageLoader.Configuration()
        configuration.imageLimits = limits
        configuration.idleLimit = settings.timeout
        // A person at a terminal does not wait longer for one picture.
        configuration.totalLimit = max(.seconds(120), settings.timeout * 4)
        configuration.diskCache = WebSettings.cache.map { DiskCache(folder: $0) }
        loader = ImageLoader(configuration)
    }

    func photos(of source: CatalogSource) async -> CatalogResult {
        let (feed, query) = source.feed(service: settings.service, key: settings.key, loader: loader)
        return await feed.allPhotos(query)
    }
}

/// The originals of photos from the web, fetched a few ahead of their use.
final class WebOriginals: Sendable {
    private static let ahead = 4
    private let loader: ImageLoader
    /// `nil` where there is no cache to fetch into.
    private let prefetcher: ImagePrefetcher?
    private let addresses: [URL?]
    /// Of the photos, up to which one they were fetched ahead.
    private let reached = Atomic(0)

    /// - Returns: `nil` when none of the photos is from the web.
    init?(of photos: [FoundPhoto], _ settings: WebSettings, limits: ImageLimits) {
        addresses = photos.map { $0.web?.originalURL }
        guard addresses.contains(where: { $0 != nil }) else { return nil }
        loader = WebCatalog(settings, limits: limits).loader
        let hasCache = loader.configuration.diskCache != nil
        prefetcher = hasCache ? ImagePrefetcher(loader: loader, destination: .disk, atOnce: Self.ahead) : nil
    }

    /// Begins to fetch what comes after a photo.
    func prefetch(after index: Int) {
        let end = min(addresses.count, index + 1 + Self.ahead)
        let start = max(index + 1, reached.max(end, ordering: .relaxed).oldValue)
        guard let prefetcher, start < end else { return }
        prefetcher.start(addresses[start..<end].compactMap { $0.map(Self.request) })
    }

    /// Stops fetching ahead.
    func stop() {
        prefetcher?.stopAll()
    }

    static func request(_ address: URL) -> ImageRequest {
        ImageRequest(address, cachePolicy: .staleIfUnreachable)
    }

    func bytes(_ photo: SpacePhoto) async throws -> [UInt8] {
        try await loader.picture(firstOf: photo.originalURLs.map(Self.request)).data.bytes
    }
}

extension PackManifest.Origin {
    init(_ photo: SpacePhoto) {
        self.init(
            title: photo.title, credit: photo.copyright, date: photo.date?.description,
            address: photo.originalURL?.absoluteString ?? "")
    }
}
