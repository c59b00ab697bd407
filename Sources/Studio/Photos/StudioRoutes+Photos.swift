import HTTPServing
import PhotoLibrary

extension StudioRoutes {
    func addPhotos(to router: inout Router) {
        router.addAPI(.get, "/api/v1/photos") { _, _ in
            API.answer(await model.selection.map { PhotoJSON($0) })
        }
        router.addAPI(
            .post, "/api/v1/photos", query: ["name"], body: .read, maximumBodyBytes: limits.fileBytes
        ) { request, _ throws(HTTPError) in
            try await add(request)
        }
        router.addAPI(.post, "/api/v1/photos/remove", body: .read) { request, _ throws(HTTPError) in
            let ids = try request.decoded(as: PhotoChoice.self).ids
            let removed = try await asHTTP { () async throws(StudioError) in try await model.remove(ids) }
            return API.answer(["ids": removed.map(\.text)])
        }
        router.addAPI(.get, "/api/v1/photos/{id}") { _, parameters throws(HTTPError) in
            API.photo(try await photo(parameters))
        }
        router.addAPI(.delete, "/api/v1/photos/{id}") { _, parameters throws(HTTPError) in
            let photo = try await photo(parameters)
            _ = try await asHTTP { () async throws(StudioError) in try await model.remove([photo.id]) }
            return HTTPResponse(.noContent)
        }
        router.addAPI(.put, "/api/v1/order", body: .read) { request, _ throws(HTTPError) in
            let ids = try API.ids(try request.decoded(as: PhotoOrder.self).ids)
            try await asHTTP { () async throws(StudioError) in try await model.reorder(ids) }
            return HTTPResponse(.noContent)
        }
    }

    private func add(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !request.body.isEmpty else { throw .badRequest("the file is empty") }
        try await requireRoom()
        let name = request.query("name").flatMap { $0.isEmpty ? nil : $0 } ?? "photo"
        let (photo, isNew) = try await asHTTP { () async throws(StudioError) in
            try await model.add(request.body, named: name)
        }
        return API.photo(photo, isNew ? .created : .ok)
    }

    func requireRoom() async throws(HTTPError) {
        guard await model.selection.count < limits.photos else {
            throw HTTPError(
                .insufficientStorage, code: "full", "there are \(limits.photos) photos already; remove some first")
        }
    }

    func photo(_ parameters: RouteParameters) async throws(HTTPError) -> SelectedPhoto {
        let id = try API.id(parameters)
        guard let photo = await model.photo(id) else { throw API.error(.unknownPhoto(id)) }
        return photo
    }

    func asHTTP<Value: Sendable>(
        _ body: () async throws(StudioError) -> Value
    ) async throws(HTTPError) -> Value {
        do throws(StudioError) {
            return try await body()
        } catch {
            throw API.error(error)
        }
    }
}
