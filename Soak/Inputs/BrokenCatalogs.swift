import Catalog
import Foundation
import HTTPMessages
import HTTPSending
import ImageLoading
import Synchronization
import TestSupport
import WebTestSupport

/// Reads damaged answers of a catalog's service.
struct BrokenCatalogs {
    private let transport = BrokenTransport()
    private let apod: APODFeed
    private let album: AlbumFeed

    init() {
        var configuration = ImageLoader.Configuration()
        configuration.retry = .never
        let loader = ImageLoader(configuration, transport: transport)
        apod = APODFeed(loader: loader)
        album = AlbumFeed(list: APODFeed.standardService, loader: loader)
    }

    /// A picture, a list of pictures, a film, a refusal, and a list in jsonplaceholder's form.
    static var seeds: [[UInt8]] {
        let answers = APODAnswers(pictures: "https://apod.test/image/")
        let queries = [["date": "2025-06-10"], ["count": "8"], ["date": "2025-06-17"], ["date": "2025-06-18"]]
        let texts = queries.map { answers.answer($0.merging(["api_key": "k"]) { $1 }).body }
        let list = (1...4).map {
            #"{"albumId":1,"id":\#($0),"title":"Number \#($0)","url":"https://a.test/\#($0).jpg","#
                + #""thumbnailUrl":"https://a.test/\#($0)_small.jpg"}"#
        }
        return (texts + ["[\(list.joined(separator: ","))]"]).map { Array($0.utf8) }
    }

    /// Reads an answer. Returns whether it contains pictures.
    func read(_ bytes: [UInt8], _ random: inout SeededGenerator) async throws -> Bool {
        transport.answer(with: bytes, status: Int.random(in: 0..<8, using: &random) == 0 ? 429 : 200)
        let feed: any CatalogFeed = Bool.random(using: &random) ? apod : album
        let result = await feed.allPhotos(.first(Int.random(in: 1...3, using: &random)))
        for photo in result.photos {
            guard photo.title.count <= 500, !photo.fileName.contains("/"), photo.fileName.utf8.count <= 150 else {
                throw SoakError("a title or a file's name is not bounded: \(photo.fileName)")
            }
        }
        guard result.photos.count + result.failures.count <= 10_000 else { throw SoakError("too many pictures") }
        return !result.photos.isEmpty
    }
}

/// Answers every request with the same bytes.
private final class BrokenTransport: HTTPTransport {
    private let reply = Mutex<(status: Int, body: [UInt8])>((200, []))

    func answer(with body: [UInt8], status: Int) { reply.withLock { $0 = (status, body) } }

    func send(
        _ request: TransportRequest, receive: @escaping @Sendable (TransportEvent) -> Bool
    ) async throws(TransportError) {
        let (status, body) = reply.withLock { $0 }
        let fields: HTTPFields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        guard receive(.head(TransportHead(status: status, fields: fields))), body.isEmpty || receive(.body(body)) else {
            throw TransportError(.stopped)
        }
    }
}
