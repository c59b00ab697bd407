import FoundationEssentials
import HTTPServing
import PhotoLibrary

/// Photos that were removed, until they are deleted.
struct TrashRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    /// For requests that decode a photo.
    let gate: RequestGate

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/trash") { _, _ in
            let removed = try await photos.model.trash()
            return API.answer(
                TrashJSON(
                    photos: removed.map { RemovedPhotoJSON($0) }, bytes: await photos.model.usage.trash,
                    revision: await photos.model.trashRevision))
        }
        router.addAPI(.post, "/api/v1/trash/restore", body: .read, maximumBodyBytes: API.bytesOfIDs) { request, _ in
            let ids = try request.decoded(as: PhotoChoice.self).ids
            let restored = try await photos.model.restore(ids, limit: photos.limit)
            return API.answer(restored.map { PhotoJSON($0) })
        }
        router.addAPI(.post, "/api/v1/trash/empty", body: .read, maximumBodyBytes: API.bytesOfIDs) { request, _ in
            let ids = try request.decoded(as: PhotoChoice.self).ids
            let deleted = try await photos.model.emptyTrash(ids)
            return API.answer(["ids": deleted.map(\.text)])
        }
        router.addAPI(.get, "/api/v1/trash/{id}/preview", query: ["side"]) { request, parameters in
            let id = try API.id(parameters)
            let side = try API.previewSide(request)
            return try await gate.pass {
                if let movie = try await photos.reader.movie(of: id, isRemoved: true) {
                    return try await images.previewResponse(of: id, movie, side: side)
                }
                let original = try await photos.reader.removedOriginal(of: id)
                return try await images.previewResponse(of: id, original, side: side)
            }
        }
    }
}

/// The trash as the API writes it.
struct TrashJSON: Hashable, Sendable, Encodable {
    /// The last removed first.
    let photos: [RemovedPhotoJSON]
    let bytes: Int
    let revision: Int
}

/// A photo in the trash as the API writes it.
struct RemovedPhotoJSON: Hashable, Sendable, Encodable {
    let id: String
    let name: String
    /// Of the original.
    let bytes: Int
    /// When it was removed, and when it will be deleted at the latest: milliseconds since 1970.
    let removed: Int
    let until: Int
    /// Whether style or strokes were changed.
    let edited: Bool
    let source: SourceJSON?

    init(_ photo: LibraryPhoto) {
        let details = PhotoDetails(json: photo.details)
        id = photo.id.text
        name = photo.name
        bytes = photo.byteCount
        removed = Int(((photo.removed?.timeIntervalSince1970 ?? 0) * 1000).rounded())
        until = removed + PhotoLibrary.trashDays * 86_400_000
        edited = details.style != StudioStyle() || !details.strokes.isEmpty
        source = details.origin.map { SourceJSON($0) }
    }
}
