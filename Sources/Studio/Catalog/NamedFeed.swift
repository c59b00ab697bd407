import Catalog
import Files
import FoundationEssentials

/// A feed, what pages call it, and what loads its pictures.
package struct NamedFeed: Sendable {
    /// The same for the same feed in every run.
    package let id: String
    let feed: any CatalogFeed
    /// Whether its pictures belong to days, of which some are chosen by chance; else the first of a list are shown.
    let hasDays: Bool
    let pictures: CatalogPictures
    /// What its pictures are remembered by: another service is another feed.
    let memoryName: String

    /// - Parameter address: of the service or the list.
    init(id: String, address: URL, feed: any CatalogFeed, hasDays: Bool, pictures: CatalogPictures) {
        self.id = id
        self.feed = feed
        self.hasDays = hasDays
        self.pictures = pictures
        memoryName = "\(id)-\(SHA256Digest(of: Array(address.absoluteString.utf8)).hex.prefix(16))"
    }
}
