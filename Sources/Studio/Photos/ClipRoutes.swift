import Execution
import HTTPServing
import Imaging
import StickerPacks

/// Which part of a clip its sticker shows, and pictures to choose it by.
struct ClipRoutes: RouteCollection {
    let photos: RequestedPhotos
    let images: StudioImages
    /// For requests that decode a clip.
    let gate: RequestGate

    /// Of a clip, no more than this is shown to choose from: it is decoded from its beginning.
    private static let longestShown: Int64 = 30_000_000_000
    private static let counts = 2...24
    private static let pictureSide = 160

    func add(to router: inout Router) {
        router.addAPI(.put, "/api/v1/photos/{id}/clip", body: .read) { request, parameters in
            let change = try request.decoded(as: ClipPartChange.self)
            return API.photo(try await photos.model.edit(try await clip(parameters).id, .clip(change)))
        }
        router.addAPI(.get, "/api/v1/photos/{id}/timeline") { _, parameters in
            let photo = try await clip(parameters)
            return try await gate.pass { API.answer(try await timeline(of: photo)) }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/timeline.webp", query: ["count"]) { request, parameters in
            let count = request.query("count").map { Int($0) ?? -1 } ?? 12
            guard Self.counts.contains(count) else { throw HTTPError.badRequest("count must be 2 to 24 pictures") }
            let photo = try await clip(parameters)
            return try await gate.pass {
                let strip = try await strip(of: photo, count)
                return await images.response(strip, type: "image/webp", API.forEver)
            }
        }
        router.addAPI(.get, "/api/v1/photos/{id}/frame.webp", query: ["time"]) { request, parameters in
            let photo = try await clip(parameters)
            let time = try API.frameTime(request) ?? 0
            return try await gate.pass {
                let frame = try await frame(of: photo, at: time)
                return await images.response(frame, type: "image/webp", API.forEver)
            }
        }
    }

    private func frame(of photo: SelectedPhoto, at time: Int) async throws -> [UInt8] {
        try await reading(photo) { file in
            let picture = try await file.frame(at: Int64(time) * 1_000_000, side: StickerMaker.previewSide)
            return try await images.executor.run { try ImageEncoder(.webp(quality: 85)).encode(picture) }
        }
    }

    private func clip(_ parameters: RouteParameters) async throws -> SelectedPhoto {
        let photo = try await photos.photo(parameters)
        guard photo.clip != nil else {
            throw HTTPError(.conflict, code: "still", "\(photo.name) is a photo, not a clip")
        }
        return photo
    }

    private func file(of photo: SelectedPhoto) async throws -> ClipFile {
        if let movie = try await photos.reader.movie(of: photo.id) { return movie }
        guard let clip = ClipFile(try await photos.original(of: photo.id), limits: StickerMaker.clipLimits) else {
            throw HTTPError(.unprocessableContent, code: "damaged", "\(photo.name) has an unsupported clip format")
        }
        return clip
    }

    /// Opens the clip and runs `body`, whose errors are of the clip.
    private func reading<Value: Sendable>(
        _ photo: SelectedPhoto, _ body: (ClipFile) async throws -> Value
    ) async throws -> Value {
        let file = try await file(of: photo)
        do {
            return try await body(file)
        } catch let error as HTTPError {
            throw error
        } catch {
            throw HTTPError(.unprocessableContent, code: "damaged", "\(photo.name): \(error)")
        }
    }

    private func timeline(of photo: SelectedPhoto) async throws -> TimelineJSON {
        try await reading(photo) { file in
            let facts = try await file.facts(measuringOn: images.executor)
            return TimelineJSON(
                duration: facts.duration, shown: min(facts.duration ?? Self.longestShown, Self.longestShown),
                size: facts.size)
        }
    }

    /// Beside each other, each as large as the others.
    private func strip(of photo: SelectedPhoto, _ count: Int) async throws -> [UInt8] {
        let shown = try await timeline(of: photo).shown
        return try await reading(photo) { file in
            let pictures = try await file.pictures(
                count, until: Int64(shown) * 1_000_000, side: Self.pictureSide)
            guard let size = pictures.first?.size else { throw HTTPError.notFound("it has no pictures") }
            return try await images.executor.run {
                var strip = Bitmap(size: PixelSize(width: size.width * count, height: size.height))
                for (number, picture) in pictures.enumerated() {
                    strip.replace(x: number * size.width, y: 0, with: picture)
                }
                return try ImageEncoder(.webp(quality: 70)).encode(strip)
            }
        }
    }
}

/// How long a clip is, as the API writes it, in milliseconds.
struct TimelineJSON: Hashable, Sendable, Encodable {
    /// `nil` where the file does not say, and is too large to be read for it.
    let milliseconds: Int?
    /// What of it the pictures show, and a part is chosen of.
    let shown: Int
    let width: Int
    let height: Int

    init(duration: Int64?, shown: Int64, size: PixelSize) {
        milliseconds = duration.map { Int($0 / 1_000_000) }
        self.shown = Int(shown / 1_000_000)
        (width, height) = (size.width, size.height)
    }
}
