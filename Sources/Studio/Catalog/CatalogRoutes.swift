import Catalog
import FoundationEssentials
import Files
import HTTPMessages
import HTTPServing
import ImageLoading
import Stickers

/// Pictures from the web.
struct CatalogRoutes: RouteCollection {
    let catalog: CatalogModel
    let photos: RequestedPhotos
    let images: StudioImages
    /// For requests that wait for the web.
    let gate: RequestGate

    private struct Update: RequestBody, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable { case feed, dates }

        static let example = #"{"feed":"apod","dates":["2025-06-16"]}, or {}"#

        let feed: String?
        let dates: [CalendarDate]?
    }

    private struct ItemID: RequestBody, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable { case id }

        static let example = #"{"id":"apod:2025-06-16"}"#

        let id: String
    }

    private struct Address: RequestBody, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable { case url }

        static let example = #"{"url":"https://example.org/cat.jpg"}"#

        let url: String
    }

    /// In one update.
    private static let mostDates = 100

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/catalog") { _, _ in API.answer(await catalog.json) }
        router.addAPI(.post, "/api/v1/catalog/update", body: .read) { request, _ in
            try await update(request)
        }
        router.addAPI(.post, "/api/v1/catalog/save", body: .read) { request, _ in
            let id = try request.decoded(as: ItemID.self).id
            try await photos.requireRoom()
            return try await gate.pass {
                let saved = try await catalog.save(id)
                guard let photo = await photos.model.photo(saved) else { throw API.error(.unknownPhoto(saved)) }
                return API.photo(photo)
            }
        }
        router.addAPI(.post, "/api/v1/catalog/surprise") { _, _ in
            try await gate.pass {
                let item = try await catalog.surprise()
                return API.answer(await catalog.json(item))
            }
        }
        router.addAPI(.get, "/api/v1/catalog/original", query: ["id"]) { request, _ in
            try await original(request)
        }
        router.addAPI(.get, "/api/v1/catalog/picture", query: ["id", "side"]) { request, _ in
            try await picture(request)
        }
        router.addAPI(.post, "/api/v1/photos/from-address", body: .read) { request, _ in
            try await addFromAddress(request)
        }
    }

    private func update(_ request: HTTPRequest) async throws -> HTTPResponse {
        // No body is no wish.
        let wish = request.body.isEmpty ? Update(feed: nil, dates: nil) : try request.decoded(as: Update.self)
        if let feed = wish.feed, !catalog.feeds.contains(where: { $0.id == feed }) {
            throw HTTPError.notFound("there is no feed \(feed)")
        }
        guard (1...Self.mostDates).contains(wish.dates?.count ?? 1) else {
            throw HTTPError.badRequest("1 to \(Self.mostDates) days at once")
        }
        return try await gate.pass {
            await catalog.updateItems(of: wish.feed, dates: wish.dates)
            return API.answer(await catalog.json)
        }
    }

    private func picture(_ request: HTTPRequest) async throws -> HTTPResponse {
        let sides = CatalogPictures.sides
        let side = request.query("side").map { Int($0) ?? -1 } ?? CatalogPictures.standardSide
        guard sides.contains(side) else {
            throw HTTPError.badRequest("side must be \(sides.lowerBound) to \(sides.upperBound) pixels")
        }
        guard let id = request.query("id"), let item = await catalog.item(id), let url = item.photo.pictureURL else {
            throw HTTPError.notFound("the catalog shows no such picture")
        }
        return try await gate.pass {
            let bytes = try await catalog.pictures(of: item).picture(url, side: side)
            return await images.response(bytes, type: "image/webp", ["Cache-Control": "private, max-age=3600"])
        }
    }

    /// A picture's original, as a file that is kept.
    private func original(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let id = request.query("id"), let item = await catalog.item(id), item.photo.originalURL != nil
        else {
            throw HTTPError.notFound("the catalog shows no such picture")
        }
        return try await gate.pass {
            let bytes = try await catalog.pictures(of: item).original(item.photo.originalURLs)
            do {
                _ = try await photos.model.maker.kind(of: bytes)
            } catch {
                throw HTTPError(.badGateway, code: "incorrectImageData", "\(error)")
            }
            return await images.response(
                bytes, type: "application/octet-stream",
                [
                    "Content-Disposition": API.attachment(item.photo.creditedFileName),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(SHA256Digest(of: bytes).hex.prefix(32))\"",
                ])
        }
    }

    /// Adds the picture at an address that was dropped or pasted.
    private func addFromAddress(_ request: HTTPRequest) async throws -> HTTPResponse {
        let text = try request.decoded(as: Address.self).url
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            !(url.host() ?? "").isEmpty
        else { throw HTTPError.badRequest("\(text) is not an address like https://example.org/cat.jpg") }
        try await photos.requireRoom()
        return try await gate.pass {
            let bytes: [UInt8]
            do {
                bytes = try await catalog.guarded.original([url])
            } catch let error as ImageLoaderError where error.code == .addressRefused {
                throw HTTPError(
                    .badRequest, code: error.code.word,
                    "\(error), and a page's addresses may only be those of public servers: add the photo's file "
                        + "instead")
            }
            let name = url.lastPathComponent.isEmpty || url.lastPathComponent == "/" ? "photo" : url.lastPathComponent
            let origin = PhotoOrigin(title: name, address: url.absoluteString)
            let (photo, isNew) = try await photos.model.add(bytes, named: name, from: origin)
            return API.photo(photo, isNew ? .created : .ok)
        }
    }
}

extension API {
    /// A service that takes no more requests is passed on with the time that it wants to be left alone.
    static func error(_ error: CatalogError) -> HTTPError {
        guard let retryAt = error.retryAt else {
            return HTTPError(.badGateway, code: error.code.word, error.description)
        }
        let seconds = max(1, Int(retryAt.timeIntervalSinceNow.rounded(.up)))
        return HTTPError(
            .serviceUnavailable, code: error.code.word, error.description, fields: ["Retry-After": String(seconds)])
    }
}
