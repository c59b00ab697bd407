import Execution
import HTTPMessages
import HTTPServing
import Imaging
import Stickers

/// The families of fonts that words on stickers can have.
struct FontRoutes: RouteCollection {
    let images: StudioImages
    /// For requests that decode a photo.
    let gate: RequestGate

    /// As the API writes them.
    struct FontList: Encodable {
        struct Font: Encodable {
            let name: String
            /// `generic`, `sticker` for those that are made for stickers, or `installed`.
            let kind: String
        }

        let fonts: [Font]

        init(installed: [String]) {
            let own = StickerText.Font.forStickers.filter(installed.contains)
            let others = installed.filter { !own.contains($0) }
            fonts =
                StickerText.Font.generic.map { Font(name: $0.name, kind: "generic") }
                + own.map { Font(name: $0, kind: "sticker") } + others.map { Font(name: $0, kind: "installed") }
        }
    }

    func add(to router: inout Router) {
        router.addAPI(.get, "/api/v1/fonts") { _, _ in
            HTTPResponse.json(
                JSONWriting.bytes(FontList(installed: await OwnThread.run { StickerText.Font.installed() })))
        }
        router.addAPI(.get, "/api/v1/fonts/sample.png", query: ["name"]) { request, _ in
            guard let name = request.query("name") else { throw HTTPError.badRequest("name is the font to show") }
            let font = try await found(StickerText.Font(name))
            return try await gate.pass {
                do {
                    let bytes = try await images.sample(of: font)
                    return await images.response(bytes, type: "image/png", ["Cache-Control": "private, max-age=86400"])
                } catch {
                    throw HTTPError(.unprocessableContent, code: "font", "\(error)")
                }
            }
        }
    }

    /// - Throws: 400 for a font that is not installed, with the nearest.
    private func found(_ font: StickerText.Font) async throws -> StickerText.Font {
        do {
            return try await OwnThread.run { try font.found() }
        } catch {
            throw HTTPError.badRequest("text.font: \(error)")
        }
    }

    /// The change with its text's font as the machine writes its name.
    func withFoundFont(_ change: StudioStyleChange) async throws -> StudioStyleChange {
        guard let font = change.font else { return change }
        return change.with(try await found(font))
    }
}

extension StudioImages {
    /// The letters of a sample, in pixels.
    private static let sampleEm = 48.0

    /// A font's name in its own letters, black on nothing.
    @concurrent
    func sample(of font: StickerText.Font) async throws -> [UInt8] {
        try await executor.run {
            let bitmap = font.sample(em: Self.sampleEm) ?? Bitmap(size: PixelSize(width: 1, height: 1))
            return try ImageEncoder(.png()).encode(bitmap)
        }
    }
}
