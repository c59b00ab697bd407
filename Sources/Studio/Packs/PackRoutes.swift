import Files
import Glibc
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
    let packs = Shelf<MadePack>()

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/targets") { _, _ in API.answer(PackTarget.allCases.map(PackTargetJSON.init)) }
        router.addAPI(.post, "/api/v1/packs", body: .read) { request, _ in
            let request = try request.decoded(as: PackRequest.self)
            return try await gate.pass { try await makePacks(request) }
        }
        router.addAPI(.get, "/api/v1/packs/{id}/pack.zip") { _, parameters in
            let id = parameters["id"]
            guard let pack = packs[id] else {
                throw HTTPError.notFound("this pack is not kept any more: make it again")
            }
            return HTTPResponse(
                fields: [
                    "Content-Type": "application/zip", "Content-Disposition": API.attachment("\(pack.name).zip"),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(id)\"",
                ], body: .file(pack.file))
        }
    }

    /// - Parameter tries: a sticker that is made anew meanwhile has another file then, and all are looked up again.
    private func makePacks(_ request: PackRequest, tries: Int = 5) async throws -> HTTPResponse {
        packs.remove(of: request.client)
        let stickers = try await stickers(request.ids)
        guard !stickers.isEmpty else { throw HTTPError.notFound("none of these photos has a sticker yet") }
        let made: (outcomes: [PackExport.Outcome], file: FileBody?)?
        do throws(PackError) {
            made = try await images.packs(of: stickers, for: request.targets, request.details) { [gate] in
                Task.isCancelled || gate.isClosed
            }
        } catch {
            if error.code == .file(.system(ENOSPC)) {
                throw HTTPError(.insufficientStorage, code: "noRoom", error.description)
            }
            if tries > 1, error.code == .file(.system(ENOENT)) { return try await makePacks(request, tries: tries - 1) }
            throw HTTPError(.internalServerError, code: "archive", "\(error)")
        }
        guard let made else {
            throw HTTPError(.serviceUnavailable, code: "cancelled", "the pack was not needed any more")
        }
        let id = made.file.map { packs.add(MadePack(name: request.details.title, file: $0), for: request.client) }
        return API.answer(PackJSON(made.outcomes, id: id, bytes: made.file?.range.count))
    }

    private func stickers(_ ids: [PhotoID]?) async throws -> [PackExport.Sticker] {
        let done = try await photos.doneStickers(ids)
        let details = await photos.model.details
        return done.map { sticker in
            // What the file was made for: an edit since then may have failed.
            let style = details[sticker.photo.id]?.madeFor?.style ?? sticker.photo.style
            return PackExport.Sticker(
                file: sticker.file, source: sticker.name, photoName: sticker.photo.name,
                title: sticker.photo.metadata.title, photoTitle: sticker.photo.origin?.title,
                emoji: sticker.photo.metadata.emoji, text: sticker.photo.metadata.text,
                keepsCanvas: style.arrangement.isPlaced, confidence: sticker.confidence)
        }
    }
}
