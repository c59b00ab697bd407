package import Catalog
package import Files
package import FoundationEssentials
import HTTPSending
import ImageLoading
import Imaging

/// Where the catalog's pictures come from.
package struct CatalogSettings: Sendable {
    /// Of the Astronomy Picture of the Day, the whole address before the `?`.
    package var service = APODFeed.standardService
    package var key = APODFeed.demoKey
    /// Feeds that are lists at an address. Others are left out.
    package var lists: [CatalogSource] = []
    /// Where answers are kept, so that there is something to see without a network; nowhere when `nil`.
    package var cache: FilePath?
    /// How long a server may be silent.
    package var timeout = Duration.seconds(15)

    package init() {}

    /// Whether an address names a server in a private network: this machine, a private Internet address, a name without
    /// a dot or with an ending that only private networks have. A user who names such a server wants
    /// its pictures, too.
    static func isPrivate(_ address: URL) -> Bool {
        guard let host = address.host()?.lowercased() else { return false }
        let isDigits = host.allSatisfy { $0.isNumber || $0 == "." } || host.contains(":")
        if isDigits { return !CurlTransport.isPublicAddress(host) }
        return !host.contains(".")
            || ["localhost", "local", "lan", "home", "internal", "test", "home.arpa"].contains {
                host.hasSuffix(".\($0)")
            }
    }
}

extension CatalogSettings {
    /// The feeds, in the order in which they are shown, and what loads addresses that pages send.
    func feeds(limits: ImageLimits, executor: PhotoExecutor) -> (feeds: [NamedFeed], guarded: CatalogPictures) {
        let loaders = LoaderFactory(
            limits: limits, executor: executor, timeout: timeout, publicCache: cache.map { DiskCache(folder: $0) },
            privateCache: cache.map { DiskCache(folder: $0.appending("private")) })
        var feeds = [
            NamedFeed(
                id: "apod", address: service,
                feed: APODFeed(service: service, key: key, loader: loaders.feedLoader(service)),
                hasDays: true, pictures: loaders.pictures(service))
        ]
        for source in lists {
            guard let list = source.list else { continue }
            let name = SHA256Digest(of: Array(list.absoluteString.utf8)).hex.prefix(8)
            feeds.append(
                NamedFeed(
                    id: "\(source.prefix)-\(name)", address: list,
                    feed: source.feed(loader: loaders.feedLoader(list)).feed, hasDays: false,
                    pictures: loaders.pictures(list)))
        }
        return (feeds, loaders.guarded)
    }

    /// Makes loaders.
    private struct LoaderFactory {
        let limits: ImageLimits
        let executor: PhotoExecutor
        let timeout: Duration
        let publicCache: DiskCache?
        /// Apart, so that answers from a private network reach no other feed.
        let privateCache: DiskCache?

        /// For the feed's own answers: its address is the user's word.
        func feedLoader(_ address: URL) -> ImageLoader {
            let isPrivate = CatalogSettings.isPrivate(address)
            return loader(isPrivate ? privateCache : publicCache, refusesPrivateAddresses: false, transfers: 8)
        }

        /// For the pictures that it tells of: those of a public feed lead into no private network.
        func pictures(_ address: URL) -> CatalogPictures {
            let isPrivate = CatalogSettings.isPrivate(address)
            return CatalogPictures(
                loader: loader(
                    isPrivate ? privateCache : publicCache, refusesPrivateAddresses: !isPrivate, transfers: 8),
                executor: executor)
        }

        /// For addresses that pages send; nothing of them is kept.
        var guarded: CatalogPictures {
            CatalogPictures(loader: loader(nil, refusesPrivateAddresses: true, transfers: 4), executor: executor)
        }

        private func loader(_ cache: DiskCache?, refusesPrivateAddresses: Bool, transfers: Int) -> ImageLoader {
            var configuration = ImageLoader.Configuration()
            configuration.allowedSchemes = ["http", "https"]
            configuration.idleLimit = timeout
            configuration.totalLimit = max(configuration.totalLimit, timeout)
            configuration.imageLimits = limits
            configuration.memoryLimit = min(configuration.memoryLimit, 64 << 20)
            configuration.transfers = transfers
            configuration.diskCache = cache
            var options = CurlTransport.Options()
            options.refusesPrivateAddresses = refusesPrivateAddresses
            return ImageLoader(
                configuration, transport: CurlTransport(options),
                dependencies: ImageLoader.Dependencies(executor: executor))
        }
    }
}
