import Files
import HTTPMessages
import HTTPServing
import PhotoLibrary
import StickerPacks
import Stickers

/// Packs for platforms.
struct PackRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    /// For requests that make packs.
    let gate: RequestGate
    let packs = RecentResults<MadePack>()
    let progress = PackProgress()

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/targets") { _, _ in API.answer(PackTarget.allCases.map(PackTargetJSON.init)) }
        router.addAPI(.post, "/api/v1/packs", body: .read) { request, _ in
            let request = try request.decoded(as: PackRequest.self)
            return try await gate.pass { try await makePacks(request) }
        }
        router.addAPI(.get, "/api/v1/packs/progress/{client}") { _, parameters in
            API.answer(progress[parameters["client"]])
        }
        router.addAPI(.get, "/api/v1/packs/{id}/pack.zip") { _, parameters in
            let pack = try pack(parameters["id"])
            return Self.download(pack.files.zip, "\(pack.name).zip", type: "application/zip", parameters["id"])
        }
        router.addAPI(.get, "/api/v1/packs/{id}/pack.wastickers") { _, parameters in
            let pack = try pack(parameters["id"])
            guard let file = pack.files.wastickers else {
                throw HTTPError.notFound("this pack has several files for WhatsApp: use its pack.zip")
            }
            // Phones choose the app by the ending then, and do not unpack it as a ZIP.
            let type = "application/octet-stream"
            return Self.download(file, "\(pack.name).wastickers", type: type, parameters["id"])
        }
    }

    private func pack(_ id: String) throws -> MadePack {
        guard let pack = packs[id] else {
            throw HTTPError.notFound("this pack is no longer kept: make it again")
        }
        return pack
    }

    private static func download(_ file: FileBody, _ name: String, type: String, _ id: String) -> HTTPResponse {
        HTTPResponse(
            fields: [
                "Content-Type": type, "Content-Disposition": API.attachment(name),
                "Cache-Control": "private, no-cache", "ETag": "\"\(id)\"",
            ], body: .file(file))
    }

    /// - Parameter tries: a sticker that is made anew meanwhile has another file then, and all are looked up again.
    private func makePacks(_ request: PackRequest, tries: Int = 5) async throws -> HTTPResponse {
        packs.remove(of: request.client)
        var pack: LibraryPack?
        if let id = request.pack { pack = try await photos.model.pack(id) }
        let done = try await photos.doneStickers(pack?.photos ?? request.ids, isStill: false, inGivenOrder: pack != nil)
        let stickers = await stickers(done)
        guard !stickers.isEmpty else { throw HTTPError.notFound("none of these photos has a sticker yet") }
        let made: MadePacks?
        var details = request.details
        if let pack {
            if !request.hasTitle { details.title = pack.name }
            details.cover = done.first { $0.photo.id == pack.cover }?.name
        }
        let client = request.client
        let number = progress.begin(stickers.count * request.targets.count, for: client)
        defer { progress.end(number, for: client) }
        do {
            made = try await images.packs(
                of: stickers, for: request.targets, details,
                progress: { [progress] in progress.advance(number, to: $0, for: client) },
                isStopped: { [gate] in Task.isCancelled || gate.isClosed })
        } catch {
            if error.isOfFullDisk { throw HTTPError(.insufficientStorage, code: "noRoom", "\(error)") }
            if tries > 1, error.isOfMissingFile { return try await makePacks(request, tries: tries - 1) }
            throw HTTPError(.internalServerError, code: "archive", "\(error)")
        }
        guard let made else {
            throw HTTPError(.serviceUnavailable, code: "cancelled", "the request for the pack was cancelled")
        }
        let id = made.files.map { packs.add(MadePack(name: details.title, files: $0), for: request.client) }
        return API.answer(PackJSON(made, id: id))
    }

    private func stickers(_ done: [DoneSticker]) async -> [PackExport.Sticker] {
        let details = await photos.model.details
        return done.map { sticker in
            // What the file was made for: an edit since then may have failed.
            PackExport.Sticker(sticker, madeFor: details[sticker.photo.id]?.madeFor?.style)
        }
    }
}

extension PackExport.Sticker {
    /// - Parameter style: that the file was made for; `nil` for the photo's.
    init(_ sticker: DoneSticker, madeFor style: StudioStyle?) {
        let (photo, style) = (sticker.photo, style ?? sticker.photo.style)
        self.init(
            file: sticker.file, source: sticker.name, photoName: photo.name, title: photo.metadata.title,
            photoTitle: photo.origin?.title, emoji: photo.metadata.emoji, text: photo.metadata.text,
            keepsCanvas: style.arrangement.isPlaced, confidence: sticker.confidence, isLiving: sticker.isLiving)
    }
}
