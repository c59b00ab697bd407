import FoundationEssentials
import Glibc
import ImageLoading
import ObjectStorage
import Peel

/// Where the files of a part's photos come from: paths, addresses of the web, and storage.
struct PartPhotoSources: Sendable {
    /// `nil` where no photo has an address of the web.
    private let loader: ImageLoader?
    private let store: ObjectStore?
    private let limit: Int
    /// Whether one of the photos comes from the web or from storage.
    let isOfNetwork: Bool

    /// - Parameter store: must be there where a photo is in storage.
    init(_ photos: [PartPhoto], _ request: MakeRequest, _ store: ObjectStore?) {
        let isOfWeb = photos.contains { Self.address($0.photo) != nil }
        loader = isOfWeb ? WebCatalog(request.web, limits: request.limits).loader : nil
        self.store = store
        limit = request.limits.bytes
        isOfNetwork = isOfWeb || photos.contains { StorageSettings.isMeant(by: $0.photo) }
    }

    func photo(_ photo: PartPhoto) -> PackPhoto {
        if let store, let object = ObjectAddress(photo.photo) {
            return PackPhoto(name: photo.photo, source: photo.source, origin: photo.origin) {
                try await Self.bytes(of: object, store, limit: limit)
            }
        }
        guard let loader, let address = Self.address(photo.photo) else {
            return PackPhoto(photo.photo, source: photo.source, allowsPipes: false)
        }
        let addresses = [address, photo.alternative.flatMap(Self.address)].compactMap(\.self)
        return PackPhoto(name: photo.photo, source: photo.source, origin: photo.origin) {
            try await loader.picture(firstOf: addresses.map(WebOriginals.request)).data.bytes
        }
    }

    /// - Throws: the errors that a file would have; ``PackError`` where no photo can be read, so that the worker ends.
    private static func bytes(of object: ObjectAddress, _ store: ObjectStore, limit: Int) async throws -> [UInt8] {
        do {
            let bytes = try await store.get(object, limit: limit)
            if !bytes.isEmpty { return bytes }
        } catch {
            switch error.code {
            case .noSuchObject: throw FileError("read", object.path, errorNumber: ENOENT)
            case .tooLarge: throw FileError("read", object.path, cause: .tooManyBytes(limit: limit))
            case _ where error.isTemporary: throw error
            default: throw PackError(error, object)
            }
        }
        throw FileError("read", object.path, cause: .empty)
    }

    private static func address(_ photo: FilePath) -> URL? {
        let bytes = photo.bytes
        guard bytes.starts(with: Array("http://".utf8)) || bytes.starts(with: Array("https://".utf8)) else {
            return nil
        }
        return URL(string: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether a photo that could not be read may be readable later.
    static func isTemporary(_ error: any Error) -> Bool {
        if let error = error as? ImageLoaderError {
            if case .http(let status) = error.code { return status == 429 || status >= 500 }
            return [.timedOut, .unreachable, .connectionLost].contains(error.code)
        }
        if let error = error as? ObjectStoreError { return error.isTemporary }
        // Storage has said that there is no such object.
        if let error = error as? FileError, StorageSettings.isMeant(by: error.path) { return false }
        return PartWorker.isTemporary(error)
    }
}
