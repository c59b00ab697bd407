import HTTPServing
import PhotoLibrary

/// The selection: photos come, are looked at, and go.
struct PhotoRoutes: RouteCollection {
    let photos: RequestedPhotos
    /// Of an uploaded file.
    let fileBytes: Int

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/photos") { _, _ in
            API.answer(await photos.model.selection.map { PhotoJSON($0) })
        }
        router.addAPI(
            .post, "/api/v1/photos", query: ["name"], body: .read, maximumBodyBytes: fileBytes
        ) { request, _ in
            try await add(request)
        }
        router.addAPI(.post, "/api/v1/photos/remove", body: .read, maximumBodyBytes: API.bytesOfIDs) { request, _ in
            let ids = try request.decoded(as: PhotoChoice.self).ids
            let removed = try await photos.model.remove(ids)
            return API.answer(["ids": removed.map(\.text)])
        }
        router.addAPI(.get, "/api/v1/photos/{id}") { _, parameters in
            API.photo(try await photos.photo(parameters))
        }
        router.addAPI(.delete, "/api/v1/photos/{id}") { _, parameters in
            let photo = try await photos.photo(parameters)
            _ = try await photos.model.remove([photo.id])
            return HTTPResponse(.noContent)
        }
        router.addAPI(.post, "/api/v1/photos/{id}/duplicate") { _, parameters in
            try await photos.requireRoom()
            return API.photo(try await photos.model.duplicate(try API.id(parameters)), .created)
        }
        router.addAPI(.put, "/api/v1/order", body: .read, maximumBodyBytes: API.bytesOfIDs) { request, _ in
            let ids = try API.ids(try request.decoded(as: PhotoOrder.self).ids)
            try await photos.model.reorder(ids)
            return HTTPResponse(.noContent)
        }
    }

    private func add(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard !request.body.isEmpty else { throw HTTPError.badRequest("the file is empty") }
        try await photos.requireRoom()
        let name = request.query("name").flatMap { $0.isEmpty ? nil : $0 } ?? "photo"
        let (photo, isNew) = try await photos.model.add(request.body, named: name)
        return API.photo(photo, isNew ? .created : .ok)
    }
}
