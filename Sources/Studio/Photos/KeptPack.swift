import Files
import PhotoLibrary

/// A pack as pages are told of it, and as the API writes it.
package struct KeptPack: Hashable, Sendable, Encodable {
    let id: String
    let name: String
    /// The photo that stands for it: the one that was chosen, or the first. `nil` for an empty pack.
    let cover: String?
    /// Whether the cover was chosen.
    let hasCover: Bool
    let count: Int
    /// Another text than before means that it has other photos, or another order.
    let revision: String
    /// In its order; `nil` in lists, which are of all packs.
    var photos: [String]?

    init(_ pack: LibraryPack, listsPhotos: Bool = true) {
        let ids = pack.photos.map(\.text)
        id = pack.id.text
        name = pack.name
        cover = (pack.cover ?? pack.photos.first)?.text
        hasCover = pack.cover != nil
        count = ids.count
        var hasher = SHA256Hasher()
        for id in ids { hasher.update(Array(id.utf8)[...]) }
        revision = String(hasher.finish().hex.prefix(16))
        photos = listsPhotos ? ids : nil
    }
}
