package import Catalog

/// A picture of the catalog and what becomes of it here.
package struct CatalogItem: Hashable, Sendable, Identifiable {
    /// Of its feed and itself: `apod:2025-06-16`.
    package let id: String
    package let photo: SpacePhoto
    /// The id of its feed.
    let feed: String

    init(_ photo: SpacePhoto, of feed: String) {
        self.feed = feed
        id = "\(feed):\(photo.id)"
        self.photo = photo
    }
}

/// How far the saving of a picture is; `nil` when it was not asked for, or is done.
package enum SaveState: Hashable, Sendable {
    case saving
    case failed(PhotoFailure)
}

/// What the catalog shows, all of one moment.
package struct CatalogList: Hashable, Sendable {
    package internal(set) var feed: String
    /// In the order in which they are shown.
    package internal(set) var items: [CatalogItem] = []
    /// What did not come, and why.
    package internal(set) var failures: [CatalogError] = []
    /// When the items came from the web, in milliseconds since 1970.
    package internal(set) var loadedAt: Int?
    /// Whether the web could not be reached, and the items were loaded before.
    package internal(set) var isStored = false
}
