import HTTPServing
import PhotoLibrary

/// What is made of the photos, and when.
struct WorkRoutes: RouteCollection {
    let photos: RequestedPhotos

    func add(to router: inout Router) {
        router.addAPI(.post, "/api/v1/photos/{id}/load", query: ["near"]) { request, parameters in
            let reason = try Self.reason(request)
            return try await accepted(parameters) { await photos.model.request($0, reason) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/retry") { _, parameters in
            try await accepted(parameters) { await photos.model.retry($0) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/cancel", query: ["near"]) { request, parameters in
            let reason = try Self.reason(request)
            return try await accepted(parameters) { await photos.model.cancel($0, reason) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/stop") { _, parameters in
            try await accepted(parameters) { await photos.model.stop($0) }
        }
        router.addAPI(.post, "/api/v1/process") { _, _ in
            await photos.model.startProcessing()
            return API.answer(await photos.model.progress, .accepted)
        }
        router.addAPI(.delete, "/api/v1/process") { _, _ in
            await photos.model.stopProcessing()
            return API.answer(await photos.model.progress, .accepted)
        }
    }

    private static func reason(_ request: HTTPRequest) throws -> StickerViewModel.Reason {
        switch request.query("near") {
        case nil, "false": .byName
        case "true": .near
        case .some: throw HTTPError.badRequest("near must be true or false")
        }
    }

    private func accepted(
        _ parameters: RouteParameters, _ body: (PhotoID) async -> Void
    ) async throws -> HTTPResponse {
        let id = try await photos.photo(parameters).id
        await body(id)
        return API.photo(try await photos.photo(parameters), .accepted)
    }
}
