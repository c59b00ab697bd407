import Catalog
import FoundationEssentials
import ImageLoading
import Peel

/// The feeds of the web, for commands.
nonisolated struct WebCatalog: Sendable {
    private let settings: WebSettings
    let loader: ImageLoader

    init(_ settings: WebSettings, limits: ImageLimits) {
        self.settings = settings
        var configuration = ImageLoader.Configuration()
        configuration.imageLimits = limits
        configuration.diskCache = WebSettings.cache.map { DiskCache(folder: $0) }
        loader = ImageLoader(configuration)
    }

    func photos(of source: CatalogSource) async -> CatalogResult {
        let (feed, query) = source.feed(service: settings.service, key: settings.key, loader: loader)
        return await feed.allPhotos(query)
    }
}

/// The originals of photos from the web, fetched a few ahead of whoever needs them.
nonisolated final class WebOriginals: Sendable {
    private let loader: ImageLoader
    private let prefetcher: ImagePrefetcher

    /// - Returns: `nil` when none of the photos is from the web.
    init?(of photos: [FoundPhoto], _ settings: WebSettings, limits: ImageLimits) {
        let addresses = photos.compactMap(\.web?.originalURL)
        guard !addresses.isEmpty else { return nil }
        loader = WebCatalog(settings, limits: limits).loader
        prefetcher = ImagePrefetcher(loader: loader, destination: .disk, atOnce: 4)
        prefetcher.start(addresses.map(Self.request))
    }

    private static func request(_ address: URL) -> ImageRequest {
        ImageRequest(address, cachePolicy: .staleIfUnreachable)
    }

    func bytes(_ address: URL) async throws(ImageLoaderError) -> [UInt8] {
        try await loader.data(Self.request(address)).bytes
    }
}

extension PackManifest.Origin {
    nonisolated init(_ photo: SpacePhoto) {
        self.init(
            title: photo.title, credit: photo.copyright, date: photo.date?.description,
            address: photo.originalURL?.absoluteString ?? "")
    }
}
