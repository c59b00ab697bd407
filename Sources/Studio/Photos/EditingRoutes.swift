import HTTPServing
import PhotoLibrary
import Stickers

/// A photo's style, what is said of it, and the strokes on it.
struct EditingRoutes: RouteCollection {
    let photos: RequestedPhotos
    let maker: StickerMakerProvider
    /// For requests that decode a photo.
    let gate: RequestGate
    let fonts: FontRoutes

    /// A stroke as the page sends it: points as pairs.
    private struct StrokeBody: RequestBody, Sendable {
        enum CodingKeys: String, CodingKey, CaseIterable { case mode, radius, points, tool, hardness, time }

        static let example = #"{"mode":"keep","tool":"brush","radius":0.03,"points":[[0.5,0.5]]}"#

        /// `keep` or `remove`.
        let mode: String
        let radius: Double
        let points: [[Double]]
        /// `brush`, which it is by itself, or `smart`.
        let tool: String?
        let hardness: Double?
        /// Of a clip: that of the frame, in milliseconds.
        let time: Int?

        var stroke: MatteStroke? {
            // What strokes were before there were tools is kept, not drawn anew.
            guard let mode = MatteStroke.Mode(word: mode), points.allSatisfy({ $0.count == 2 }),
                let tool = tool.map(MatteStroke.Tool.init(word:)) ?? .brush, tool != .object, !mode.chooses
            else { return nil }
            return MatteStroke(
                mode: mode, radius: radius, points: points.map { .init(x: $0[0], y: $0[1]) }, tool: tool,
                hardness: hardness ?? MatteStroke.usualHardness, time: time)
        }
    }

    func add(to router: inout Router) {
        router.addAPI(.put, "/api/v1/photos/{id}/style", body: .read) { request, parameters in
            let id = try await photos.photo(parameters).id
            let change = try await fonts.withFoundFont(request.decoded(as: StudioStyleChange.self))
            return API.photo(try await photos.model.setStyle(id, change))
        }
        router.addAPI(.put, "/api/v1/photos/{id}/metadata", body: .read) { request, parameters in
            let id = try await photos.photo(parameters).id
            let change = try request.decoded(as: StickerMetadataChange.self)
            return API.photo(try await photos.model.setMetadata(id, change))
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes", body: .read) { request, parameters in
            guard let stroke = try request.decoded(as: StrokeBody.self).stroke else {
                throw HTTPError.badRequest("the body must be JSON like \(StrokeBody.example)")
            }
            let id = try await photos.still(parameters, unlessAt: stroke.time).id
            return API.photo(try await photos.model.addStroke(id, stroke))
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes/preview", body: .read) {
            request, parameters in
            guard let stroke = try request.decoded(as: StrokeBody.self).stroke, stroke.mode != .box else {
                throw HTTPError.badRequest("the body must be JSON like \(StrokeBody.example)")
            }
            let id = try await photos.still(parameters, unlessAt: stroke.time).id
            return try await preview(of: stroke, on: id)
        }
        router.addAPI(.delete, "/api/v1/photos/{id}/strokes") { _, parameters in
            let id = try await photos.photo(parameters).id
            return API.photo(try await photos.model.undoAllStrokes(id))
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes/undo") { _, parameters in
            let id = try await photos.photo(parameters).id
            return API.photo(try await photos.model.undoStroke(id))
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes/redo") { _, parameters in
            let id = try await photos.photo(parameters).id
            return API.photo(try await photos.model.redoStroke(id))
        }
    }

    private func preview(of stroke: MatteStroke, on id: PhotoID) async throws -> HTTPResponse {
        let maker = try await maker.whenReady()
        let details = await photos.model.details[id] ?? PhotoDetails()
        // What is refused as a stroke is refused here.
        let drawn = try PhotoEdit.stroke(stroke).applied(to: details).strokes.last ?? stroke
        let subject = details.sticker == nil || details.clip != nil ? nil : try await photos.reader.subject(of: id)
        return try await gate.pass {
            let data = try await photos.original(of: id)
            if details.clip != nil {
                return API.answer(try await maker.preview(of: drawn, onClip: data, strokes: details.strokes))
            }
            return API.answer(
                try await maker.preview(of: drawn, data, subject: subject, strokes: details.strokes))
        }
    }
}
