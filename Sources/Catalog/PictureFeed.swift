import FoundationEssentials

/// One picture by its address, of which nothing else is known.
struct PictureFeed: CatalogFeed {
    private let photo: SpacePhoto

    init(_ url: URL) {
        photo = SpacePhoto(address: url)
    }

    var name: String { photo.title }

    @concurrent
    func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        await receive(.success(CatalogPage([photo])))
    }
}

extension SpacePhoto {
    /// A picture of which only the address is known: it is called as the file there.
    init(address: URL) {
        let file = address.deletingPathExtension().lastPathComponent
        self.init(
            id: address.absoluteString, title: ["", "/"].contains(file) ? address.host() ?? "picture" : file,
            url: address)
    }

    /// Whether its address is all that tells it from others.
    var isNamedByAddress: Bool { date == nil && id == url?.absoluteString }
}
