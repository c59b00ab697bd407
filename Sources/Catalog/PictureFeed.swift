import FoundationEssentials

/// One picture at an address.
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
    /// Creates a picture of which only the address is known. It is named after the file.
    init(address: URL) {
        let file = address.deletingPathExtension().lastPathComponent
        self.init(
            id: address.absoluteString, title: ["", "/"].contains(file) ? address.host() ?? "picture" : file,
            url: address)
    }

    /// Whether only its address identifies it.
    package var isNamedByAddress: Bool { date == nil && id == url?.absoluteString }
}
