import Execution
import Files
import HTTPMessages
import HTTPServing
import Imaging
import Movies
import SlitScan

/// Videos that are sent to the camera, and pictures and movies that were made with it.
struct CameraResultRoutes: RouteCollection {
    let camera: StudioCamera
    let photos: RequestedPhotos
    let images: StudioImages
    /// For requests that decode a photo.
    let gate: RequestGate
    /// Of an uploaded file.
    let fileBytes: Int
    /// The longest side of a preview of a picture, in pixels.
    let previewSide: Int

    func add(to router: inout Router) {
        addUploads(to: &router)
        addPictures(to: &router)
        addMovies(to: &router)
    }

    private func addUploads(to router: inout Router) {
        router.addAPI(
            .post, "/api/v1/camera/uploads", query: ["client", "name"], body: .stored(in: images.scratch.path),
            maximumBodyBytes: CameraUploads.limits.bytes
        ) { request, _ in
            _ = try API.client(request)
            guard let file = request.bodyFile else { throw HTTPError.badRequest("the file is empty") }
            let name = request.query("name").flatMap { $0.isEmpty ? nil : String($0.prefix(200)) } ?? "video"
            let count = file.count
            let path = file.keep()
            let video = try await camera.addUpload(path, named: name, bytes: count)
            return API.answer(video, .created)
        }
        router.addAPI(.delete, "/api/v1/camera/uploads/{id}", query: API.clientQuery) {
            request, parameters in
            _ = try API.client(request)
            guard await camera.removeUpload(parameters["id"]) else { throw Self.unknown("video", parameters) }
            return HTTPResponse(.noContent)
        }
    }

    private func addPictures(to router: inout Router) {
        router.addAPI(.post, "/api/v1/camera/shutter", query: API.clientQuery, body: .read) {
            request, _ in
            let client = try API.client(request)
            let ends = request.body.isEmpty ? false : try request.decoded(as: ShutterRequest.self).ends ?? false
            let picture = try await camera.shutter(ends: ends, by: client)
            return API.answer(picture, .created)
        }
        router.addAPI(.get, "/api/v1/camera/pictures/{id}", query: API.clientQuery) {
            request, parameters in
            _ = try API.client(request)
            let (picture, path) = try await picture(parameters)
            return try await file(path, type: "image/png", name: picture.name + ".png")
        }
        router.addAPI(.get, "/api/v1/camera/pictures/{id}/preview", query: API.clientQuery) {
            request, parameters in
            _ = try API.client(request)
            let (_, path) = try await picture(parameters)
            return try await gate.pass {
                let bytes = try await bytes(path)
                do {
                    let preview = try await images.preview(of: bytes, side: previewSide)
                    return await images.response(preview, type: "image/webp", ["Cache-Control": "private, no-cache"])
                } catch {
                    throw HTTPError(.unprocessableContent, code: "picture", "\(error)")
                }
            }
        }
        router.addAPI(.delete, "/api/v1/camera/pictures/{id}", query: API.clientQuery) {
            request, parameters in
            try await removeResult(try API.client(request), try await picture(parameters).picture.id)
        }
        router.addAPI(.post, "/api/v1/camera/pictures/{id}/sticker", query: API.clientQuery) {
            request, parameters in
            _ = try API.client(request)
            let (picture, path) = try await picture(parameters)
            try await photos.requireRoom()
            let bytes = try await bytes(path)
            let (photo, isNew) = try await photos.model.add(bytes, named: picture.name + ".png")
            return API.photo(photo, isNew ? .created : .ok)
        }
    }

    private func addMovies(to router: inout Router) {
        router.addAPI(.get, "/api/v1/camera/movies/{id}", query: API.clientQuery) {
            request, parameters in
            _ = try API.client(request)
            let (movie, path) = try await movie(parameters)
            return try await file(path, type: movie.type, name: movie.name)
        }
        router.addAPI(.delete, "/api/v1/camera/movies/{id}", query: API.clientQuery) {
            request, parameters in
            try await removeResult(try API.client(request), try await movie(parameters).movie.id)
        }
    }

    private func removeResult(_ client: CaptureClient, _ id: String) async throws -> HTTPResponse {
        guard await camera.removeResult(id) else {
            throw HTTPError.notFound("the file was removed, also to make room for newer ones")
        }
        return HTTPResponse(.noContent)
    }

    private func picture(
        _ parameters: RouteParameters
    ) async throws -> (picture: KeptPicture, path: FilePath) {
        let results = await camera.results
        let id = parameters["id"]
        guard let picture = results.pictures.first(where: { $0.id == id }), let path = results.file(id) else {
            throw Self.unknown("picture", parameters)
        }
        return (picture, path)
    }

    private func movie(_ parameters: RouteParameters) async throws -> (movie: KeptMovie, path: FilePath) {
        let results = await camera.results
        let id = parameters["id"]
        guard let movie = results.movies.first(where: { $0.id == id }), let path = results.file(id) else {
            throw Self.unknown("movie", parameters)
        }
        return (movie, path)
    }

    private static func unknown(_ kind: String, _ parameters: RouteParameters) -> HTTPError {
        .notFound("there is no \(kind) \(parameters["id"]) of the camera: it was removed, also to make room for others")
    }

    /// A file that never changes under its address.
    private func file(_ path: FilePath, type: String, name: String) async throws -> HTTPResponse {
        do {
            let body = try await OwnThread.run { try FileBody(path) }
            return HTTPResponse(
                fields: [
                    "Content-Type": type, "Content-Disposition": API.attachment(name),
                    "Cache-Control": "private, no-cache", "ETag": "\"\(path.lastComponent)\"",
                ], body: .file(body))
        } catch {
            throw HTTPError.notFound("the file is gone: \(error)")
        }
    }

    private func bytes(_ path: FilePath) async throws -> [UInt8] {
        let limit = fileBytes
        do {
            return try await OwnThread.run { try path.readBytes(limit: limit) }
        } catch {
            if let error = error as? FileError, case .tooManyBytes = error.cause {
                throw HTTPError(
                    .contentTooLarge, code: "tooLarge", "the picture has more than \(limit) bytes: download it instead")
            }
            throw HTTPError.notFound("the file is gone: \(error)")
        }
    }
}
