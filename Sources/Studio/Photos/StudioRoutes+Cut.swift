import HTTPMessages
import HTTPServing
import Imaging
import Stickers

nonisolated extension StudioRoutes {
    private static let cutNames: Set = [
        "size", "format", "border", "color", "outline", "shadow", "margin", "background",
    ]

    func addCut(to router: inout Router) {
        router.addAPI(
            .post, "/api/v1/cut", query: Self.cutNames, body: .read, maximumBodyBytes: limits.fileBytes
        ) { request, _ throws(HTTPError) in
            guard !request.body.isEmpty else { throw .badRequest("the file is empty") }
            let (options, encoder) = try Self.cutOptions(request)
            return try await gate.pass { () async throws(HTTPError) in
                try await cut(request, try await maker(), options, encoder)
            }
        }
    }

    private func cut(
        _ request: HTTPRequest, _ maker: StickerMaker, _ options: ProcessingOptions, _ encoder: ImageEncoder
    ) async throws(HTTPError) -> HTTPResponse {
        do throws(StickerError) {
            let bytes = try await maker.cut(request.body, options: options, encoder: encoder)
            return await images.response(
                bytes, type: encoder.format.output.mediaType, ["Cache-Control": "no-store"])
        } catch {
            let failure = PhotoFailure(error)
            let status: HTTPStatus =
                switch error.code {
                case .imaging(.pixelCount), .imaging(.tooManyBytes), .imaging(.memory): .contentTooLarge
                case .imaging: .unsupportedMediaType
                default: .unprocessableContent
                }
            throw HTTPError(status, code: failure.code, failure.message)
        }
    }

    private static func cutOptions(_ request: HTTPRequest) throws(HTTPError) -> (ProcessingOptions, ImageEncoder) {
        var style = StudioStyle()
        if let text = request.query("border") { style.borderWidth = Double(text) ?? -1 }
        if let text = request.query("color") { style.borderColor = text }
        if let text = request.query("outline") {
            guard let outline = StickerStyle.Outline(word: text) else {
                throw .badRequest("outline is \(text); it must be smooth or tight")
            }
            style.outline = outline
        }
        if let text = request.query("shadow") { style.shadow = text == "true" || text == "1" }
        if let text = request.query("margin") { style.margin = Double(text) ?? -1 }
        if let text = request.query("background") { style.background = text }
        if let problem = style.problem { throw .badRequest(problem) }
        let side = request.query("size").map { Int($0) ?? -1 } ?? 512
        guard (16...4096).contains(side) else { throw .badRequest("size must be 16 to 4096 pixels") }
        return (style.options(side: side), try API.format(request.query("format")).encoder())
    }
}
