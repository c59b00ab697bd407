import Files
import Glibc
import HTTPMessages
import HTTPServing
import Imaging
import PhotoLibrary
import StickerPacks

nonisolated extension StudioRoutes {
    func addPacks(to router: inout Router) {
        router.addAPI(.get, "/api/v1/targets") { _, _ in API.answer(PackTarget.allCases.map(PackTargetJSON.init)) }
        router.addAPI(.post, "/api/v1/packs", body: .read) { request, _ throws(HTTPError) in
            let request = try request.decoded(as: PackRequest.self)
            return try await packGate.pass { () async throws(HTTPError) in try await makePacks(request) }
        }
        router.addAPI(.get, "/api/v1/packs/{id}/pack.zip") { _, parameters throws(HTTPError) in
            guard let pack = packs.pack(parameters["id"]) else {
                throw .notFound("this pack is not kept any more: make it again")
            }
            return HTTPResponse(
                fields: [
                    "Content-Type": "application/zip", "Content-Disposition": Self.attachment("\(pack.name).zip"),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(pack.id)\"",
                ], body: .file(pack.file))
        }
    }

    /// - Parameter tries: a sticker that is made anew meanwhile has another file then, and all are looked up again.
    private func makePacks(_ request: PackRequest, tries: Int = 5) async throws(HTTPError) -> HTTPResponse {
        packs.remove(of: request.client)
        let stickers = try await stickers(request.ids)
        guard !stickers.isEmpty else { throw .notFound("none of these photos has a sticker yet") }
        let made: (outcomes: [PackExport.Outcome], file: FileBody?)?
        do throws(PackError) {
            made = try await images.packs(of: stickers, for: request.targets, request.details) { [packGate] in
                Task.isCancelled || packGate.isClosed
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
        let id = made.file.map { packs.add($0, named: request.details.title, for: request.client) }
        return API.answer(PackJSON(made.outcomes, id: id, bytes: made.file?.range.count))
    }

    /// Those that are done, in the selection's order, named as in `stickers.zip`.
    ///
    /// - Parameter ids: `nil` for all.
    /// - Throws: 409 when the file of one is missing. Its photo waits to be processed again then.
    private func stickers(_ ids: [PhotoID]?) async throws(HTTPError) -> [PackExport.Sticker] {
        let wanted = ids.map(Set.init)
        var chosen: [(photo: SelectedPhoto, file: FilePath)] = []
        for photo in await model.selection {
            guard case .done = photo.state, wanted?.contains(photo.id) ?? true else { continue }
            let file = try await asHTTP { () async throws(StudioError) in
                try await reader.open(MadeSticker.name(in: .png), of: photo.id) { (path) throws(FileError) in path }
            }
            guard let file else {
                throw HTTPError(
                    .conflict, code: "stickerMissing",
                    "the sticker of \(photo.name) is missing in the library: make it again, or leave it out")
            }
            chosen.append((photo, file.opened))
        }
        let names = StickerArchive(
            chosen.map { StickerArchive.Sticker(source: FilePath($0.photo.name), file: $0.file) },
            fileExtension: OutputFormat.png.pathExtension
        ).names
        return zip(chosen, names).map { sticker, name in
            PackExport.Sticker(
                file: sticker.file, source: name, photoName: sticker.photo.name,
                title: sticker.photo.metadata.title ?? sticker.photo.origin?.title,
                emoji: sticker.photo.metadata.emoji, text: sticker.photo.metadata.text)
        }
    }
}
