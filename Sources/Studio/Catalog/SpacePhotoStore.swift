package import Catalog
import FoundationEssentials
package import PhotoLibrary

/// Where pictures of the catalog are saved.
@MainActor
package protocol SpacePhotoStore: AnyObject {
    /// Keeps a picture's original with its title, its day and its credit.
    func save(_ data: [UInt8], of photo: SpacePhoto) async throws -> PhotoID

    /// What a picture was saved as, for as long as that is there.
    func photo(savedFrom photo: SpacePhoto) -> PhotoID?
}

extension StickerViewModel: SpacePhotoStore {
    package func save(_ data: [UInt8], of photo: SpacePhoto) async throws -> PhotoID {
        let origin = PhotoOrigin(
            title: photo.title, credit: photo.copyright, date: photo.date?.description,
            address: photo.originalURL?.absoluteString ?? "")
        return try await add(data, named: photo.fileName, from: origin).photo.id
    }

    package func photo(savedFrom photo: SpacePhoto) -> PhotoID? {
        photo.originalURL.flatMap { photosByAddress[$0.absoluteString] }
    }
}
