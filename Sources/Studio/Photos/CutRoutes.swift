import HTTPMessages
import HTTPServing
import Imaging
import Stickers

/// One photo in, one sticker out; nothing is kept.
struct CutRoutes: RouteCollection {
    let images: StudioImages
    let maker: StickerMakerProvider
    /// For requests that decode a photo.
    let gate: RequestGate
    /// Of an uploaded file.
    let fileBytes: Int

    private static let cutNames = Set(["size", "format"] + LookSetting.all.compactMap(\.wire?.query))

    func add(to router: inout Router) {
        router.addAPI(
            .post, "/api/v1/cut", query: Self.cutNames, body: .read, maximumBodyBytes: fileBytes
        ) { request, _ in
            guard !request.body.isEmpty else { throw HTTPError.badRequest("the file is empty") }
            let (options, encoder) = try Self.cutOptions(request)
            return try await gate.pass {
                try await cut(request, by: try await maker.whenReady(), options, encoder)
            }
        }
    }

    private func cut(
        _ request: HTTPRequest, by maker: StickerMaker, _ options: ProcessingOptions, _ encoder: ImageEncoder
    ) async throws -> HTTPResponse {
        do {
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

    private static func cutOptions(_ request: HTTPRequest) throws -> (ProcessingOptions, ImageEncoder) {
        var style = StudioStyle()
        for setting in LookSetting.all {
            guard let text = setting.wire?.query.flatMap(request.query) else { continue }
            let written: LookValue =
                switch setting.form {
                case .number: .number(Double(text) ?? -1)
                case .truth: .isOn(text == "true" || text == "1")
                case .text: .word(text)
                }
            do {
                try style.take(written, as: setting)
            } catch {
                throw HTTPError.badRequest("\(error)")
            }
        }
        let side = request.query("size").map { Int($0) ?? -1 } ?? 512
        guard (16...4096).contains(side) else { throw HTTPError.badRequest("size must be 16 to 4096 pixels") }
        return (style.options(side: side), try API.format(request.query("format")).encoder())
    }
}
