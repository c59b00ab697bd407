import HTTPServing
import PhotoLibrary
import Stickers

extension StudioRoutes {
    func addWork(to router: inout Router) {
        router.addAPI(.post, "/api/v1/photos/{id}/load", query: ["near"]) { request, parameters throws(HTTPError) in
            let reason = try Self.reason(request)
            return try await accepted(parameters) { await model.request($0, reason) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/retry") { _, parameters throws(HTTPError) in
            try await accepted(parameters) { await model.retry($0) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/cancel", query: ["near"]) { request, parameters throws(HTTPError) in
            let reason = try Self.reason(request)
            return try await accepted(parameters) { await model.cancel($0, reason) }
        }
        router.addAPI(.post, "/api/v1/process") { _, _ in
            await model.startProcessing()
            return API.answer(ProgressJSON(await model.progress), .accepted)
        }
        router.addAPI(.delete, "/api/v1/process") { _, _ in
            await model.stopProcessing()
            return API.answer(ProgressJSON(await model.progress), .accepted)
        }
    }

    private static func reason(_ request: HTTPRequest) throws(HTTPError) -> StickerViewModel.Reason {
        switch request.query("near") {
        case nil, "false": .byName
        case "true": .near
        case .some: throw .badRequest("near must be true or false")
        }
    }

    private func accepted(
        _ parameters: RouteParameters, _ body: (PhotoID) async -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        let id = try await photo(parameters).id
        await body(id)
        return API.photo(try await photo(parameters), .accepted)
    }

    // MARK: Style and strokes

    /// A stroke as the page sends it: points as pairs.
    private struct StrokeBody: RequestBody, Sendable {
        static let names: Set = ["mode", "radius", "points", "tool", "hardness"]
        static let example = #"{"mode":"keep","tool":"brush","radius":0.03,"points":[[0.5,0.5]]}"#

        /// `keep` or `remove`.
        let mode: String
        let radius: Double
        let points: [[Double]]
        /// `brush`, which it is by itself, or `smart`.
        let tool: String?
        let hardness: Double?

        var stroke: MatteStroke? {
            // What strokes were before there were tools is kept, not drawn anew.
            guard let mode = MatteStroke.Mode(word: mode), points.allSatisfy({ $0.count == 2 }),
                let tool = tool.map(MatteStroke.Tool.init(word:)) ?? .brush, tool != .object
            else { return nil }
            return MatteStroke(
                mode: mode, radius: radius, points: points.map { .init(x: $0[0], y: $0[1]) }, tool: tool,
                hardness: hardness ?? MatteStroke.usualHardness)
        }
    }

    func addEditing(to router: inout Router) {
        router.addAPI(.put, "/api/v1/photos/{id}/style", body: .read) { request, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            let change = try await withFoundFont(request.decoded(as: StudioStyleChange.self))
            return try await edited { () async throws(StudioError) in try await model.setStyle(id, change) }
        }
        router.addAPI(.put, "/api/v1/photos/{id}/metadata", body: .read) { request, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            let change = try request.decoded(as: StickerMetadataChange.self)
            return try await edited { () async throws(StudioError) in try await model.setMetadata(id, change) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes", body: .read) { request, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            guard let stroke = try request.decoded(as: StrokeBody.self).stroke else {
                throw .badRequest("the body must be JSON like \(StrokeBody.example)")
            }
            return try await edited { () async throws(StudioError) in try await model.addStroke(id, stroke) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes/preview", body: .read) {
            request, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            guard let stroke = try request.decoded(as: StrokeBody.self).stroke, stroke.mode != .box else {
                throw .badRequest("the body must be JSON like \(StrokeBody.example)")
            }
            return try await preview(of: stroke, on: id)
        }
        router.addAPI(.delete, "/api/v1/photos/{id}/strokes") { _, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            return try await edited { () async throws(StudioError) in try await model.undoAllStrokes(id) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes/undo") { _, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            return try await edited { () async throws(StudioError) in try await model.undoStroke(id) }
        }
        router.addAPI(.post, "/api/v1/photos/{id}/strokes/redo") { _, parameters throws(HTTPError) in
            let id = try await photo(parameters).id
            return try await edited { () async throws(StudioError) in try await model.redoStroke(id) }
        }
    }

    private func preview(of stroke: MatteStroke, on id: PhotoID) async throws(HTTPError) -> HTTPResponse {
        let maker = try readyMaker()
        let details = await model.details[id] ?? PhotoDetails()
        let kept = try await asHTTP { () async throws(StudioError) in
            // What is refused as a stroke is refused here.
            let strokes = try PhotoEdit.stroke(stroke).applied(to: details).strokes
            let isMade = details.sticker != nil
            return (stroke: strokes.last ?? stroke, subject: isMade ? try await reader.subject(of: id) : nil)
        }
        return try await gate.pass { () async throws(HTTPError) in
            let data = try await original(of: id)
            do throws(StickerError) {
                return API.answer(
                    try await maker.preview(of: kept.stroke, data, subject: kept.subject, strokes: details.strokes))
            } catch {
                throw HTTPError(.unprocessableContent, code: PhotoFailure(error).code, error.description)
            }
        }
    }

    private func edited(_ body: () async throws(StudioError) -> SelectedPhoto) async throws(HTTPError) -> HTTPResponse {
        API.photo(try await asHTTP(body))
    }
}
