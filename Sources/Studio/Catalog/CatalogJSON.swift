import Catalog
import FoundationEssentials
import ImageLoading
import PhotoLibrary

/// The catalog as the API writes it.
package struct CatalogJSON: Hashable, Sendable, Encodable {
    package struct Feed: Hashable, Sendable, Encodable {
        package let id: String
        package let name: String
    }

    package let feeds: [Feed]
    package let feed: String
    package let items: [CatalogItemJSON]
    package let failures: [CatalogFailureJSON]
    package let updating: Bool
    package let loadedAt: Int?
    package let stored: Bool
}

package struct CatalogItemJSON: Hashable, Sendable, Encodable {
    package let id: String
    package let title: String
    package let description: String
    package let date: String?
    package let credit: String?
    package let mediaType: String
    package let hasPicture: Bool
    package let savable: Bool
    /// What its original is called as a file; only with ``savable``.
    package let fileName: String?
    /// Where a film is to be seen.
    package let page: String?
    package let saved: String?
    package let saving: Bool
    package let saveError: PhotoFailure?
}

extension CatalogModel {
    var json: CatalogJSON {
        CatalogJSON(
            feeds: feeds.map { CatalogJSON.Feed(id: $0.id, name: $0.feed.name) }, feed: list.feed,
            items: items.map(json), failures: list.failures.map(CatalogFailureJSON.init), updating: isUpdating,
            loadedAt: list.loadedAt, stored: list.isStored)
    }

    func json(_ item: CatalogItem) -> CatalogItemJSON {
        let photo = item.photo
        var failure: PhotoFailure?
        if case .failed(let reason) = saves[item.id] { failure = reason }
        return CatalogItemJSON(
            id: item.id, title: photo.title, description: photo.description, date: photo.date?.description,
            credit: photo.copyright, mediaType: photo.mediaType.word, hasPicture: photo.pictureURL != nil,
            savable: photo.originalURL != nil, fileName: photo.originalURL.map { _ in photo.creditedFileName },
            page: photo.mediaType == .image ? nil : photo.url?.absoluteString,
            saved: store.photo(savedFrom: photo)?.text, saving: saves[item.id] == .saving,
            saveError: failure)
    }
}

package struct CatalogFailureJSON: Hashable, Sendable, Encodable {
    package let code: String
    package let message: String
    /// When the service takes requests again, in milliseconds since 1970.
    package let retryAt: Int?

    init(_ error: CatalogError) {
        code = error.code.word
        message = error.description
        retryAt = error.retryAt.map { Int($0.timeIntervalSince1970 * 1000) }
    }
}

extension CatalogError.Code {
    /// For programs: the same from version to version.
    var word: String {
        switch self {
        case .rateLimited: "rateLimited"
        case .wrongKey: "wrongKey"
        case .noPicture: "noPicture"
        case .refused: "refused"
        case .service: "service"
        case .notUnderstood: "notUnderstood"
        case .cancelled: "cancelled"
        case .loading(let code): code.word
        }
    }
}

extension ImageLoaderError.Code {
    /// For programs: the same from version to version.
    var word: String {
        switch self {
        case .incorrectImageData: "incorrectImageData"
        case .emptyData: "emptyData"
        case .emptyResult: "emptyResult"
        case .timedOut: "timedOut"
        case .http: "http"
        case .tooLarge: "tooLarge"
        case .cancelled: "cancelled"
        case .unsupportedURL: "unsupportedURL"
        case .unreachable: "unreachable"
        case .connectionLost: "connectionLost"
        case .insecure: "insecure"
        case .tooManyRedirects: "tooManyRedirects"
        case .addressRefused: "addressRefused"
        case .badResponse: "badResponse"
        case .notCached: "notCached"
        case .unreadableFile: "unreadableFile"
        }
    }
}
