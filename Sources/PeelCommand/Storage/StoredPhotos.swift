import ObjectStorage
import Peel

/// Lists the photos of sources that are in storage.
enum StoredPhotos {
    /// - Parameter settings: `nil`: no source is taken for one in storage.
    /// - Returns: for each such source what it has, by the bytes of the names.
    /// - Throws: where a list is not whole: parts of half a bucket would say that they are all.
    @concurrent
    static func photos(
        in sources: [FilePath], _ settings: StorageSettings?
    ) async throws -> [FilePath: [FoundPhoto]] {
        guard let settings, sources.contains(where: StorageSettings.isMeant) else { return [:] }
        let store = try await settings.open()
        var found: [FilePath: [FoundPhoto]] = [:]
        for source in sources where found[source] == nil && StorageSettings.isMeant(by: source) {
            guard let address = ObjectAddress(source) else {
                throw CommandFailure("'\(source)' is not an address of storage: s3://BUCKET/PREFIX")
            }
            found[source] = try await photos(at: address, store)
        }
        return found
    }

    private static func photos(at address: ObjectAddress, _ store: ObjectStore) async throws -> [FoundPhoto] {
        // A name that ends as photos' do is one photo, all others are folders.
        let isPhoto = PackPhoto.pathExtensions.contains(FilePath(address.key).pathExtension)
        let prefix = isPhoto ? address : address.asFolder
        var photos: [FoundPhoto] = []
        try await store.forEachPage(of: prefix) { page in
            for object in page {
                guard let name = object.key.rest(after: prefix.key), !isPhoto || name.isEmpty else { continue }
                let path = ObjectAddress(bucket: address.bucket, key: object.key).path
                // An empty object whose name ends with a slash stands for a folder.
                if object.key.utf8.last == UInt8(ascii: "/") { continue }
                let source = isPhoto ? path.lastComponent : FilePath(String(name))
                photos.append(
                    FoundPhoto(
                        path: path, source: source,
                        stored: FoundPhoto.StoredFile(byteCount: object.byteCount, entityTag: object.entityTag)))
            }
            // Names are sorted: the one of a single photo comes first.
            return !isPhoto
        }
        guard !isPhoto || !photos.isEmpty else {
            throw ObjectStoreError(.noSuchObject, "\(address): there is no such object")
        }
        return photos.sorted { $0.source.bytes.lexicographicallyPrecedes($1.source.bytes) }
    }
}
