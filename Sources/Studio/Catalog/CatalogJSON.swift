import Catalog
import FoundationEssentials
import ImageLoading
import PhotoLibrary

/// The catalog as the API writes it.
public nonisolated struct CatalogJSON: Hashable, Sendable, Encodable {
    public struct Feed: Hashable, Sendable, Encodable {
        public let id: String
        public let name: String
    }

    public let feeds: [Feed]
    public let feed: String
    public let items: [CatalogItemJSON]
    public let failures: [CatalogFailureJSON]
    public let updating: Bool
    public let loadedAt: Int?
    public let stored: Bool
}

public nonisolated struct CatalogItemJSON: Hashable, Sendable, Encodable {
    public let id: String
    public let title: String
    public let description: String
    public let date: String?
    public let credit: String?
    public let mediaType: String
    public let hasPicture: Bool
    public let savable: Bool
    /// What its original is called as a file; only with ``savable``.
    public let fileName: String?
    /// Where a film is to be seen.
    public let page: String?
    public let saved: String?
    public let saving: Bool
    public let saveError: ReasonJSON?
}

extension Photos {
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
            saveError: failure.map { ReasonJSON($0) })
    }
}

public nonisolated struct CatalogFailureJSON: Hashable, Sendable, Encodable {
    public let code: String
    public let message: String
    /// When the service takes requests again, in milliseconds since 1970.
    public let retryAt: Int?

    init(_ error: CatalogError) {
        code = error.code.word
        message = error.description
        retryAt = error.retryAt.map { Int($0.timeIntervalSince1970 * 1000) }
    }
}

extension CatalogError.Code {
    /// For programs: the same from version to version.
    nonisolated var word: String {
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
    nonisolated var word: String {
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
