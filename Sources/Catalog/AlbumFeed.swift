import Files
package import FoundationEssentials
package import ImageLoading

/// A list of pictures in jsonplaceholder's form: objects with `albumId`, `id`, `title`, `url` and `thumbnailUrl`.
package struct AlbumFeed: CatalogFeed {
    /// The address of the list.
    package let list: URL
    private let loader: ImageLoader

    /// Creates a feed of a list.
    package init(list: URL, loader: ImageLoader = ImageLoader()) {
        self.list = list
        self.loader = loader
    }

    package var name: String { list.host() ?? list.lastPathComponent }

    private struct Item: Decodable {
        let albumId: Int?
        let id: Int
        let title: String?
        let url: String?
        let thumbnailUrl: String?

        /// Returns the entry as a photo. Addresses without a host are relative to `list`.
        func photo(in list: URL) -> SpacePhoto {
            func address(_ text: String?) -> URL? {
                let address = text.flatMap { URL(string: $0, relativeTo: list)?.absoluteURL }
                let scheme = address?.scheme?.lowercased() ?? ""
                // A list from the web must not name files of this machine.
                return ["http", "https"].contains(scheme) || (scheme == "file" && list.isFileURL) ? address : nil
            }
            let picture = address(url)
            return SpacePhoto(
                id: [albumId.map(String.init), String(id)].compactMap(\.self).joined(separator: "-"),
                title: title.map { $0.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ") } ?? "\(id)",
                url: picture, mediaType: picture == nil ? .other : .image,
                thumbnailURL: address(thumbnailUrl))
        }
    }

    /// Returns all pictures, or as many as were asked for. Dates are ignored.
    @concurrent
    package func photos(
        _ query: CatalogQuery, receive: @Sendable (Result<CatalogPage, CatalogError>) async -> Void
    ) async {
        do {
            let answer = try await loader.data(ImageRequest(list, cachePolicy: .staleIfUnreachable))
            guard let items = try? CheckedJSON.decode([FailableDecodable<Item>].self, from: answer.bytes) else {
                await receive(
                    .failure(
                        CatalogError(.notUnderstood, "\(list): not a list of pictures with id, title and url")))
                return
            }
            var photos = items.compactMap { $0.value?.photo(in: list) }
            switch query {
            case .first(let count): photos = Array(photos.prefix(count))
            case .random(let count): photos = Array(photos.shuffled().prefix(count))
            case .dates, .range: break
            }
            await receive(.success(CatalogPage(photos, isStored: answer.origin == .staleDisk)))
        } catch {
            await deliver(.failure(CatalogError(error, asked: "the list \(list)")), to: receive)
        }
    }
}
