public import Catalog
public import Files
public import FoundationEssentials
import ImageLoading
import Imaging

/// Where the catalog's pictures come from.
public nonisolated struct CatalogSettings: Sendable {
    /// Of the Astronomy Picture of the Day, the whole address before the `?`.
    public var service = APODFeed.standardService
    public var key = APODFeed.demoKey
    /// Lists in jsonplaceholder's form.
    public var albums: [URL] = []
    /// Where answers are kept, so that there is something to see without a network; nowhere when `nil`.
    public var cache: FilePath?

    public init() {}
}

/// Loads what the catalog shows and saves.
nonisolated struct CatalogPictures: Sendable {
    /// Of what is shown, in pixels.
    static let sides = 64...2048
    static let standardSide = 960

    private let loader: ImageLoader
    /// For addresses that a page sends: those of private networks are refused.
    private let guarded: ImageLoader
    private let executor: PhotoExecutor

    init(loader: ImageLoader, guarded: ImageLoader, executor: PhotoExecutor) {
        self.loader = loader
        self.guarded = guarded
        self.executor = executor
    }

    func request(_ url: URL, side: Int = Self.standardSide, priority: LoadPriority = .normal) -> ImageRequest {
        ImageRequest(url, longestSide: side, priority: priority, cachePolicy: .staleIfUnreachable)
    }

    /// A set that is loaded in the background.
    func pool(of urls: [URL]) -> ImagePool {
        ImagePool(loader: loader, requests: urls.map { request($0, priority: .low) })
    }

    /// A picture as WebP, which every browser shows: never the bytes of another server.
    @concurrent
    func picture(_ url: URL, side: Int) async throws(ImageLoaderError) -> [UInt8] {
        let bitmap = try await loader.loadImage(request(url, side: side))
        let encoded = await executor.run { await Self.encode(bitmap, side) }
        guard let encoded else { throw ImageLoaderError(.incorrectImageData, url) }
        return encoded
    }

    @concurrent
    private static func encode(_ bitmap: Bitmap, _ side: Int) async -> [UInt8]? {
        let size = bitmap.size.scaled(by: min(1, Double(side) / Double(bitmap.size.longestSide)))
        return try? ImageEncoder(.webp(quality: 82)).encode(bitmap.resized(to: size))
    }

    /// The bytes of a picture of the catalog.
    @concurrent
    func original(_ url: URL) async throws(ImageLoaderError) -> [UInt8] {
        try await loader.data(ImageRequest(url, priority: .high, cachePolicy: .staleIfUnreachable)).bytes
    }

    /// The bytes behind an address that a page sends.
    @concurrent
    func bytes(from address: URL) async throws(ImageLoaderError) -> [UInt8] {
        try await guarded.data(ImageRequest(address, priority: .high)).bytes
    }
}

extension CatalogPictures {
    /// Loads over the network.
    init(_ settings: CatalogSettings, limits: ImageLimits, executor: PhotoExecutor) {
        self.init(
            loader: Self.loader(settings, limits, executor, refusesPrivateAddresses: settings.isPublic),
            guarded: Self.loader(settings, limits, executor, refusesPrivateAddresses: true), executor: executor)
    }

    private static func loader(
        _ settings: CatalogSettings, _ limits: ImageLimits, _ executor: PhotoExecutor, refusesPrivateAddresses: Bool
    ) -> ImageLoader {
        var configuration = ImageLoader.Configuration()
        configuration.allowedSchemes = ["http", "https"]
        configuration.imageLimits = limits
        configuration.memoryLimit = min(configuration.memoryLimit, 96 << 20)
        // What an address in a private network has answered is never told to a page that asks for it.
        configuration.diskCache =
            refusesPrivateAddresses && !settings.isPublic ? nil : settings.cache.map { DiskCache(folder: $0) }
        var options = CurlTransport.Options()
        options.refusesPrivateAddresses = refusesPrivateAddresses
        return ImageLoader(
            configuration, transport: CurlTransport(options),
            dependencies: ImageLoader.Dependencies(executor: executor))
    }

    /// The feeds of these settings, in the order in which they are shown.
    func feeds(_ settings: CatalogSettings) -> [NamedFeed] {
        [
            NamedFeed(
                id: "apod", feed: APODFeed(service: settings.service, key: settings.key, loader: loader),
                hasDays: true)
        ]
            + settings.albums.enumerated().map { number, list in
                NamedFeed(id: "album-\(number + 1)", feed: AlbumFeed(list: list, loader: loader), hasDays: false)
            }
    }
}

nonisolated extension CatalogSettings {
    /// Whether nothing but services of the public Internet was named: then nothing else is asked, wherever an answer
    /// leads. Who names a server in a private network wants that one to be asked.
    fileprivate var isPublic: Bool { service == APODFeed.standardService && albums.isEmpty }
}

/// A feed and what pages call it.
public nonisolated struct NamedFeed: Sendable {
    public let id: String
    public let feed: any CatalogFeed
    /// Whether its pictures belong to days, of which some are chosen by chance; else the first of a list are shown.
    public let hasDays: Bool

    public init(id: String, feed: any CatalogFeed, hasDays: Bool) {
        self.id = id
        self.feed = feed
        self.hasDays = hasDays
    }
}
